"""What is known about a model."""

from dataclasses import dataclass
from typing import Literal

from mockllm.core import Effort

VocabularyName = Literal["cl100k", "cl100k_digits", "o200k", "o200k_harmony"]
Template = Literal["chatml", "harmony", "llama3"]
History = Literal["disabled", "interleaved", "preserved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningRules:
    """How a model reasons, and what it takes in `reasoning_effort` and `reasoning_history`.

    `default` is what leaving the effort out means: "none" for a model that can reason but does so only when asked,
    None for one that never does. `efforts` are the words it takes, once true has become "medium" and false "none";
    a model without any takes and ignores everything. `integers` and `booleans` say whether it takes those, `graded`
    whether the effort changes how long it reasons, `limits` whether an integer is a hard limit. An empty `histories`
    takes each of the three; `default_history` is what leaving it out means. `refusal` words what the live service
    says to an effort it doesn't take. (Fireworks reference, `reasoning_effort`, `reasoning_history`)
    """

    default: Effort | None = None
    efforts: tuple[str, ...] = ()
    integers: bool = False
    booleans: bool = True
    graded: bool = False
    limits: bool = False
    histories: tuple[History, ...] = ()
    default_history: History = "interleaved"
    refusal: str = "Invalid reasoning effort: {effort}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A model: its name, its window in tokens, how its texts become tokens, and what it can do."""

    id: str
    context_length: int
    vocabulary: VocabularyName
    template: Template
    created: int
    owned_by: str
    kind: str
    family: str
    supports_chat: bool = True
    supports_tools: bool = True
    supports_image_input: bool = False
    call_ids: Literal["call", "kimi"] = "call"
    reasoning: ReasoningRules = ReasoningRules()
