"""Chat templates: what stands around the messages of a prompt."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """The frame of a message: `start`, role, `middle`, `gap`, text, `end`, `after`; all but `gap` and `after` special.

    `begin` stands once before everything. The prompt ends in the header of the answer, up to its text; only where
    the model writes the rest of it (`open_header`), up to its role.
    """

    begin: str | None = None
    start: str
    middle: str | None = None
    gap: str = ""
    end: str
    after: str = ""
    open_header: bool = False


TEMPLATES: dict[str, Template] = {
    "chatml": Template(start="<|im_start|>", gap="\n", end="<|im_end|>", after="\n"),
    "harmony": Template(start="<|start|>", middle="<|message|>", end="<|end|>", open_header=True),
    "llama3": Template(
        begin="<|begin_of_text|>",
        start="<|start_header_id|>",
        middle="<|end_header_id|>",
        gap="\n\n",
        end="<|eot_id|>",
    ),
}
