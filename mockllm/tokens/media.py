"""How many tokens an image or a video counts as; neither is ever fetched or opened."""

from mockllm.core import MediaPart

IMAGE = "<|image|>"
VIDEO = "<|video|>"

LOW_DETAIL_TOKENS = 85
HIGH_DETAIL_TOKENS = 765
"""What OpenAI's models count for `low`, and for a square of 1024 pixels in four tiles otherwise."""

DEFAULT_FRAMES = 8
MOST_FRAMES = 64

MOST_PARTS = 64
"""How many images and videos of a prompt count in full; each further one counts as one token, so that a body of
small parts cannot fill the memory."""


def placeholder(part: MediaPart) -> tuple[str, int]:
    """Returns the special token that stands for a part, and how often it does.

    An image is 85 tokens at `detail: low`, else 765; a video is 85 for each of its frames, of which it has as many
    as `max_frames` says, from 1 to 64, and 8 if that is left out.
    """
    if part.kind == "image":
        return IMAGE, LOW_DETAIL_TOKENS if part.detail == "low" else HIGH_DETAIL_TOKENS
    frames = DEFAULT_FRAMES if part.max_frames is None else min(max(part.max_frames, 1), MOST_FRAMES)
    return VIDEO, frames * LOW_DETAIL_TOKENS
