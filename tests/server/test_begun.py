"""Answers begin without a task; those that wait go on in one as if they had always been in it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from mockllm.server.begun import Begun, begin

Told = list[object]


async def go_on(answer: Coroutine[Any, Any, None], meanwhile: Callable[[asyncio.Task[None]], object]) -> None:
    """Begins an answer that has to wait, and lets it go on in a task."""
    begun = begin(answer)
    assert isinstance(begun, Begun)
    task = asyncio.create_task(begun.run_asgi(None))
    await asyncio.sleep(0)
    meanwhile(task)
    await task


def test_an_answer_that_need_not_wait_is_complete_at_once() -> None:
    """Nothing is left to do."""
    told: Told = []

    async def answer() -> None:
        told.append("done")

    assert begin(answer()) is None
    assert told == ["done"]


def test_what_an_answer_waits_for_reaches_it() -> None:
    """Results and errors, one after the other, and steps of the loop in between."""

    async def main() -> Told:
        told: Told = []
        first, second = asyncio.Future[str](), asyncio.Future[str]()

        async def answer() -> None:
            told.append(await first)
            await asyncio.sleep(0)
            try:
                await second
            except KeyError as error:
                told.append(error)
            told.append(asyncio.current_task() is not None)

        lost = KeyError("second")

        def meanwhile(_: object) -> None:
            first.set_result("first")
            second.set_exception(lost)

        await go_on(answer(), meanwhile)
        assert told.pop(1) is lost
        return told

    assert asyncio.run(main()) == ["first", True]


def test_what_was_there_before_the_task_is_not_missed() -> None:
    """The answer goes on even if what it waits for came before its task was begun."""

    async def main() -> Told:
        told: Told = []
        word = asyncio.Future[str]()

        async def answer() -> None:
            told.append(await word)

        begun = begin(answer())
        assert begun is not None
        word.set_result("came")
        await asyncio.create_task(begun.run_asgi(None))
        return told

    assert asyncio.run(main()) == ["came"]


def test_an_answer_learns_that_its_task_is_cancelled() -> None:
    """It may still say its last words, as a server that stops has it do."""

    async def main() -> Told:
        told: Told = []

        async def answer() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                await asyncio.sleep(0)
                told.append("cut")
                raise

        with pytest.raises(asyncio.CancelledError):
            await go_on(answer(), lambda task: task.cancel())
        return told

    assert asyncio.run(main()) == ["cut"]


def test_an_answers_error_is_its_tasks() -> None:
    """Nothing is swallowed on the way."""

    async def main() -> None:
        async def answer() -> None:
            await asyncio.sleep(0)
            raise LookupError

        await go_on(answer(), lambda _: None)

    with pytest.raises(LookupError):
        asyncio.run(main())
