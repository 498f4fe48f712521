"""Vocabularies: how text is split, which pieces are tokens, and which ids are special.

Each is a `tiktoken.Encoding` built from our own ranks on first use, so that nothing is downloaded and neither
tiktoken's registry nor the environment of the user's process is touched.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING

from mockllm.errors import VocabularyError

from .ranks import RanksName, ranks

if TYPE_CHECKING:
    from tiktoken import Encoding

CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]"
    r"|\s+(?!\S)|\s"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

CL100K_SPECIALS: dict[str, int] = {
    "<|endoftext|>": 100_257,
    "<|fim_prefix|>": 100_258,
    "<|fim_middle|>": 100_259,
    "<|fim_suffix|>": 100_260,
    "<|im_start|>": 100_264,
    "<|im_end|>": 100_265,
    "<|endofprompt|>": 100_276,
    # Llama 3's own ids, which lie above all of cl100k's.
    "<|begin_of_text|>": 128_000,
    "<|start_header_id|>": 128_006,
    "<|end_header_id|>": 128_007,
    "<|eot_id|>": 128_009,
    # Ours, above those.
    "<|image|>": 128_256,
    "<|video|>": 128_257,
    "<|start|>": 128_258,
    "<|message|>": 128_259,
    "<|end|>": 128_260,
    "<think>": 128_261,
    "</think>": 128_262,
    "<tool_call>": 128_263,
    "</tool_call>": 128_264,
}

O200K_SPECIALS: dict[str, int] = {
    "<|endoftext|>": 199_999,
    "<|endofprompt|>": 200_018,
    "<|im_start|>": 200_264,
    "<|im_end|>": 200_265,
    # Ours, above harmony's last id.
    "<|image|>": 201_088,
    "<|video|>": 201_089,
    "<|begin_of_text|>": 201_090,
    "<|start_header_id|>": 201_091,
    "<|end_header_id|>": 201_092,
    "<|eot_id|>": 201_093,
    "<|start|>": 201_094,
    "<|message|>": 201_095,
    "<|end|>": 201_096,
    "<think>": 201_099,
    "</think>": 201_100,
    "<tool_call>": 201_101,
    "</tool_call>": 201_102,
}


def _harmony_specials() -> dict[str, int]:
    """gpt-oss names 1,091 ids, of which all but these are reserved; chatml's get ids of ours."""
    named = {
        "<|startoftext|>": 199_998,
        "<|return|>": 200_002,
        "<|constrain|>": 200_003,
        "<|channel|>": 200_005,
        "<|start|>": 200_006,
        "<|end|>": 200_007,
        "<|message|>": 200_008,
        "<|call|>": 200_012,
    }
    taken = {*named.values(), 200_018}
    ours = {"<|im_start|>": 201_097, "<|im_end|>": 201_098}
    reserved = {f"<|reserved_{id_}|>": id_ for id_ in range(200_000, 201_088) if id_ not in taken}
    return O200K_SPECIALS | named | ours | reserved


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What a vocabulary is made of."""

    ranks: RanksName
    pattern: str
    specials: Mapping[str, int]


RECIPES: dict[str, Recipe] = {
    "cl100k": Recipe(ranks="cl100k_base", pattern=CL100K, specials=CL100K_SPECIALS),
    # Qwen's vocabulary begins with cl100k's merges but never joins digits.
    "cl100k_digits": Recipe(
        ranks="cl100k_base", pattern=CL100K.replace(r"\p{N}{1,3}+", r"\p{N}"), specials=CL100K_SPECIALS
    ),
    "o200k": Recipe(ranks="o200k_base", pattern=O200K, specials=O200K_SPECIALS),
    "o200k_harmony": Recipe(ranks="o200k_base", pattern=O200K, specials=_harmony_specials()),
}

_built: dict[str, "Encoding"] = {}
"""A cache: what stands in it depends on the name alone."""
_building = RLock()


def encoding(name: str) -> "Encoding":
    """Returns a vocabulary, built on first use: about 0.1 s for cl100k, 0.2 s for o200k."""
    found = _built.get(name)
    if found is not None:
        return found
    with _building:
        if name not in _built:
            _built[name] = _build(name)
        return _built[name]


def _build(name: str) -> "Encoding":
    if name not in RECIPES:
        raise VocabularyError(f"no vocabulary is called {name!r}; there are {', '.join(RECIPES)}")
    from tiktoken import Encoding  # 40 ms that whoever counts nothing shall not pay

    recipe = RECIPES[name]
    return Encoding(
        f"mockllm/{name}",
        pat_str=recipe.pattern,
        mergeable_ranks=ranks(recipe.ranks),
        special_tokens=dict(recipe.specials),
    )
