"""Begins to answer a request without a task, which only answers that have to wait for something need.

A task is begun in the event loop's next step, and that costs as much as all that the server itself does for a request.
Python has tasks that begin at once from 3.12 on (`asyncio.eager_task_factory`); this is what the answers of our own
paths need of them.
"""

import types
from collections.abc import Coroutine, Generator
from typing import Any

Answering = Coroutine[Any, Any, None]


class Begun:
    """An answer that has begun and waits; it is run in uvicorn's place for a request, and goes on."""

    def __init__(self, answering: Answering, waits_for: Any) -> None:
        self._answering = answering
        self._waits_for = waits_for

    async def run_asgi(self, _: object) -> None:
        """Goes on, in a task."""
        await go_on(self._answering, self._waits_for)


def begin(answering: Answering) -> Begun | None:
    """Runs an answer until it is complete, or has to wait.

    So far there is no current task: nothing may ask for it, nor be cancelled.
    """
    try:
        return Begun(answering, answering.send(None))
    except StopIteration:
        return None


@types.coroutine
def go_on(answering: Answering, waits_for: Any) -> Generator[Any, Any, None]:
    """Waits for what the answer waits for, and hands on to it whatever comes of that, until it is complete."""
    try:
        while True:
            try:
                came = yield waits_for
            except BaseException as error:  # noqa: BLE001 - a cancelled task's too: the answer has to know
                waits_for = answering.throw(error)
            else:
                waits_for = answering.send(came)
    except StopIteration:
        return
