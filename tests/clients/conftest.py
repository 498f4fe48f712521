"""The suites belong to the clients' own environments: only `run.py` collects them."""

import sys
from pathlib import Path

collect_ignore = ["suites"]

sys.path.insert(0, str(Path(__file__).parent))
