"""What happens when mockllm itself fails: a 500 with an id, and the traceback under that id in the log."""

import json
import logging

from mockllm import seeds
from mockllm.core import Dialect, Incoming, Outgoing, Rejection
from mockllm.engine import Engine

logger = logging.getLogger("mockllm")

ID_DIGITS = 12


def report(error: Exception, engine: Engine, incoming: Incoming) -> Rejection:
    """Logs the traceback; returns what to tell the client."""
    if engine.options.clock.frozen:
        bug_id = seeds.hex_id("bug", incoming.method, incoming.path, incoming.query, incoming.body)[:ID_DIGITS]
    else:
        bug_id = seeds.fresh_id()[:ID_DIGITS]
    logger.error("mockllm: bug %s while answering %s %s", bug_id, incoming.method, incoming.path, exc_info=error)
    return Rejection(code="bug", detail={"id": bug_id})


def word(rejection: Rejection, engine: Engine, dialect: Dialect, incoming: Incoming) -> Outgoing:
    """Has the dialect word the bug, or does it itself where the bug is in just that."""
    try:
        return engine.refuse(dialect, rejection, incoming)
    except Exception:
        logger.exception("mockllm: bug %s: the dialect %s cannot word it", rejection.detail["id"], dialect.name)
        body = json.dumps({"error": f"mockllm: this is a bug in mockllm; its log has it as {rejection.detail['id']}"})
        return Outgoing(status=500, headers=(("content-type", "application/json"),), body=body.encode())
