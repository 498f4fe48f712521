"""Reads the scenario files of a server, whatever they are."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from mockllm import dialects
from mockllm.scenario import Finding, Loaded, Place, load

from .sharing import unshareable

logger = logging.getLogger("mockllm")


def read(paths: Sequence[str], *, workers: int) -> Loaded:
    """Reads the files; what several workers cannot share is an error, and so is a bug of ours."""
    try:
        loaded = load(paths, dialects=tuple(dialects.load()))
    except Exception as error:
        logger.exception("mockllm: bug while reading scenarios")
        finding = Finding(Place(paths[0], 0, 0), "error", f"a bug of mockllm's own: {error!r}")
        return Loaded(scenario=None, findings=(finding,), files=tuple(paths), rules=0)
    if workers == 1 or loaded.scenario is None:
        return loaded
    found = tuple(unshareable(loaded.scenario))
    return replace(loaded, scenario=None, findings=(*found, *loaded.findings)) if found else loaded
