"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How fast examples are made, and how long a test of one takes, says something of the machine, not of the code.
settings.register_profile("mockllm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mockllm")
