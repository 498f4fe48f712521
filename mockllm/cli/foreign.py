"""Notices another project's distribution `mockllm`, whose files would overwrite ours."""

from importlib.metadata import Distribution, PackageNotFoundError, distribution

OURS = "mockllm-server"
FACE = "mockllm/__init__.py"


def foreign() -> str | None:
    """Says what is wrong if such a distribution is installed."""
    try:
        other: Distribution = distribution("mockllm")
    except PackageNotFoundError:
        return None
    if not any(file.as_posix() == FACE for file in other.files or ()):
        return None
    return (
        f"another project's distribution mockllm {other.version} is installed beside {OURS} and owns {FACE}: "
        f"pip uninstall mockllm {OURS}, then pip install {OURS}"
    )
