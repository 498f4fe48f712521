"""How a request's messages become the tokens of its prompt: the rule by which prompts are counted.

A prompt is a row of fragments, which are texts and ids of special tokens. Each text is made into tokens by itself,
so a prompt's length is the sum of its fragments'. In order:

1. what the model's template begins with;
2. if there are tools, a system message: `# Tools`, then a line with each tool's JSON, compact;
3. each message in the template's frame. Its header is the role, followed by ` name=…` and ` id=…` where the message
   has a name or answers a call. Its text is, as far as there are such: the reasoning, between
   `<think>` and `</think>`; the content, neighbouring parts of text joined by a line break, and images and
   videos as so many placeholders (`media`); each call of a tool, as
   `{"name":…,"arguments":…}` with its arguments as sent, between `<tool_call>` and `</tool_call>`. These four are
   special tokens, and an answer's reasoning and calls stand between the same ones;
4. the header of the answer.

`reasoning_history` decides whose reasoning is in it (Fireworks reference): with `disabled` none, with `interleaved`
that of messages after the last user message, with `preserved` all. `prompt_truncate_len` is applied last
(`truncate`). What the response must look like, and who may call tools, is no part of a prompt.
"""

from functools import lru_cache

from mockllm.core import Request

from .block import Fragment
from .model import ChatModel
from .template import TEMPLATES
from .tokenizer import ChatTokenizer
from .writer import Prompt, Writer


def read_prompt(request: Request, tokenizer: ChatTokenizer, card: ChatModel) -> Prompt:
    """Returns the prompt that a model would be given for a request."""
    return _writer(tokenizer, card.template).write(request, request.reasoning.history or card.reasoning.default_history)


def prompt_fragments(request: Request, tokenizer: ChatTokenizer, card: ChatModel) -> tuple[Fragment, ...]:
    """Returns the texts and special ids of that prompt, before anything of it is cut."""
    history = request.reasoning.history or card.reasoning.default_history
    return _writer(tokenizer, card.template).fragments(request, history)


@lru_cache(maxsize=64)
def _writer(tokenizer: ChatTokenizer, template: str) -> Writer:
    return Writer(tokenizer, TEMPLATES[template])
