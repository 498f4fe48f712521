"""What somebody would write in an afternoon: a Starlette route, a pydantic model, counts by tiktoken, one text.

`python -m benchmarks.naive PORT FILE` answers with the text of FILE. The vocabulary is ours, so that nothing has to be
downloaded.
"""

import json
import sys
import time
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from benchmarks.asking import PATH
from benchmarks.bare import serve
from mockllm.tokens.vocabulary import encoding


class Message(BaseModel):
    role: str
    content: str | None = None
    name: str | None = None


class ChatRequest(BaseModel):
    model: str
    messages: list[Message]
    max_tokens: int | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, gt=0, le=1)
    n: int = 1
    stop: str | list[str] | None = None
    stream: bool = False


def application(text: str) -> Starlette:
    """The application that answers every request with a text."""
    vocabulary = encoding("cl100k")

    async def chat(request: Request) -> Response:
        asked = ChatRequest.model_validate_json(await request.body())
        if asked.stream:
            pieces = [vocabulary.decode([token]) for token in vocabulary.encode_ordinary(text)]
            return StreamingResponse(frames(asked.model, pieces), media_type="text/event-stream")
        prompt = 3 + sum(4 + len(vocabulary.encode_ordinary(message.content or "")) for message in asked.messages)
        answer = len(vocabulary.encode_ordinary(text))
        message = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + answer}
        return JSONResponse({**head("chat.completion", asked.model), "choices": [message], "usage": usage})

    async def health(_: Request) -> Response:
        return Response()

    return Starlette(routes=[Route(PATH, chat, methods=["POST"]), Route("/health", health)])


def head(kind: str, model: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


async def frames(model: str, pieces: list[str]) -> AsyncIterator[str]:
    shared = head("chat.completion.chunk", model)
    deltas = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces), {}]
    for delta in deltas:
        choice = {"index": 0, "delta": delta, "finish_reason": None if delta else "stop"}
        yield f"data: {json.dumps({**shared, 'choices': [choice]})}\n\n"
    yield "data: [DONE]\n\n"


def main() -> None:
    port, file = sys.argv[1:]
    serve(application(Path(file).read_text()), int(port))


if __name__ == "__main__":
    main()
