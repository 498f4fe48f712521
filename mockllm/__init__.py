"""mockllm: a local, deterministic emulator of two chat-completions APIs, Fireworks and Inference Gateway.

The command is `mockllm`; see README.md.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
