"""Texts that are filled in from the request: `{{ }}` holds an expression of Jinja's.

A text without `{{` costs nothing: it stays a `str`, and Jinja is not imported.
"""

from .compiling import Mode, Template, compile_text, compile_tree, has_templates, names, render_tree
from .context import CONTEXT_NAMES, Context

__all__ = [
    "CONTEXT_NAMES",
    "Context",
    "Mode",
    "Template",
    "compile_text",
    "compile_tree",
    "has_templates",
    "names",
    "render_tree",
]
