"""`python -m mockllm` is the command `mockllm`."""

from mockllm.cli import run

if __name__ == "__main__":
    run()
