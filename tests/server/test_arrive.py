"""How long a body may say it is."""

import pytest
from asgi_client import call
from toy import Toy, site


@pytest.mark.parametrize("length", ["16", "1" * 5_000], ids=["a little more", "thousands of digits"])
def test_a_length_past_the_limit_is_refused(length: str) -> None:
    """However it is written; Python alone reads no number of more than 4300 digits."""
    assert (
        call(site(Toy(), max_body_bytes=15), "/v1/chat/completions", headers={"content-length": length}).status == 413
    )
