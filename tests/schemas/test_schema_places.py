"""Paths, patterns and repositories in a prompt."""

import pytest

from mockllm.schemas.places import globs_in, paths_in, repositories_in


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Read /etc/hosts.", ["/etc/hosts"]),
        ("open ./a/b and ../c, then ~/d", ["./a/b", "../c", "~/d"]),
        (r"In C:\Users\ada\x.txt there is more", [r"C:\Users\ada\x.txt"]),
        ("README.md, src/app.test.ts and 'my-file_2.tar.gz'?", ["README.md", "src/app.test.ts", "my-file_2.tar.gz"]),
        ("Ask example.com about Node.js 3.5 and/or 3/4 of it, e.g. on 1/2/2026", ["Node.js"]),
        ("This/that, 5 km/h, U.S. and v1.2.0", []),
    ],
)
def test_paths_are_found(text: str, paths: list[str]) -> None:
    """By a slash at the beginning, or the ending of a file's name."""
    assert [path.text for path in paths_in(text)] == paths


def test_patterns_are_no_paths() -> None:
    """Each is for properties of its own."""
    text = "Search src/**/*.py and *.md"
    assert globs_in(text) == ("src/**/*.py", "*.md")
    assert paths_in(text) == ()


@pytest.mark.parametrize(
    ("text", "repositories"),
    [
        ("issues of octocat/hello-world.", [("octocat", "hello-world")]),
        ("https://github.com/a-b/c.d is it", [("a-b", "c.d")]),
        ("yes and/or no, /tmp/x, https://example.com/a/b, 1/2/2026, he/she", []),
    ],
)
def test_repositories_are_found(text: str, repositories: list[tuple[str, str]]) -> None:
    """An owner and a name, and nothing around them."""
    assert list(repositories_in(text)) == repositories
