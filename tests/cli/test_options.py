"""What the command line makes of the settings."""

from mockllm.cli.options import given, settings_options
from mockllm.settings import SETTINGS


def test_only_what_was_given_counts() -> None:
    """An option left out is no value, and neither is an empty list or a switch that is off."""
    assert given({"port": "0", "seed": None, "api_key": (), "quiet": False, "model": "x"}) == {"port": "0"}


def test_ask_has_no_options_of_the_server() -> None:
    """No host, no port, no keys."""
    names = {option.name for option in settings_options(serve=False)}
    assert names.isdisjoint(name for name, setting in SETTINGS.items() if setting.only_serve)
    assert "seed" in names
