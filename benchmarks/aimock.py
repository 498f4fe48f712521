"""The mock of CopilotKit, where it is installed: `npm install @copilotkit/aimock` in some folder."""

import json
import math
import shutil
from dataclasses import dataclass
from pathlib import Path

from benchmarks.asking import WORD
from benchmarks.said import Said

PACKAGE = Path("node_modules", "@copilotkit", "aimock")
PATH = "/v1/chat/completions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimock:
    """The commands and the version of what is installed."""

    node: str
    script: Path
    version: str

    def command(self, said: Said, folder: Path) -> list[str]:
        """The command that answers all our requests with a text, streamed in as many pieces as ours."""
        file = folder / "aimock.json"
        file.write_text(
            json.dumps({"fixtures": [{"match": {"userMessage": WORD}, "response": {"content": said.text}}]})
        )
        characters = math.ceil(len(said.text) / said.tokens)
        words = ["-p", "PORT", "-f", str(file), "-c", str(characters), "--log-level", "silent"]
        return [self.node, str(self.script), *words]


def find(folder: Path | None) -> Aimock | None:
    """Finds what is installed in a folder that somebody named, which is an error if nothing is, or in this one."""
    package = (folder or Path()) / PACKAGE
    node = shutil.which("node")
    if not (package / "package.json").is_file() or node is None:
        if folder is None:
            return None
        missing = f"{package} does not exist" if node else "there is no node"
        raise FileNotFoundError(f"aimock cannot run: {missing}; `npm install @copilotkit/aimock` in a folder makes it")
    about = json.loads((package / "package.json").read_text())
    return Aimock(node=node, script=(package / about["bin"]["llmock"]).resolve(), version=about["version"])
