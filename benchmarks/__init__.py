"""What mockllm costs, as ratios to a bare app in the same run: `make bench`."""
