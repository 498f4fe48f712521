"""What a process has taken of the machine, as the system counts it."""

import subprocess
from pathlib import Path


def memory_mb(pid: int) -> float:
    """The megabytes of a process that are in memory."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        kilobytes = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
    else:
        command = ["ps", "-o", "rss=", "-p", str(pid)]  # where it lies differs from system to system
        kilobytes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return int(kilobytes) * 1024 / 1e6


def cpu_s(pid: int) -> float | None:
    """The seconds that a process, all its threads together, has had a processor; None where nobody tells exactly."""
    threads = list(Path(f"/proc/{pid}/task").glob("*/schedstat"))
    if not threads:
        return None
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
