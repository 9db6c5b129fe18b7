"""What was written by one version of Lazaretto and is kept: `tests/data/kept/NUMBER`."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store

ALL = Path(__file__).resolve().parents[1] / "data" / "kept"
SCENARIOS = ("stones", "voyage", "corners")
"""The games of `tests/data` whose texts are kept: a small one, a campaign, and much of the language."""
CAMPAIGN = "family"
FIRST = ("sail > Reef", "wait", "chart", "wait")
"""A whole first game of the campaign."""
BEGUN = ("sail > Reef", "sail > Reef")
"""The beginning of the second one."""
REST = ("wait", "wait")
"""Its rest."""


@dataclass(frozen=True)
class KeptVersion:
    """The folder of one version."""

    folder: Path

    @property
    def scenarios(self) -> Path:
        """The texts of its games."""
        return self.folder / "scenarios"

    @property
    def records(self) -> Path:
        """Its saved games; `campaigns` is beside it."""
        return self.folder / "records"

    @property
    def database(self) -> Path:
        """The data of a server."""
        return self.folder / "server.db"

    @property
    def wire(self) -> list[dict[str, Any]]:
        """What an app sent to a server, in order."""
        return [json.loads(line) for line in (self.folder / "wire.jsonl").read_text().splitlines()]

    @property
    def facts(self) -> dict[str, Any]:
        """What that version said about all this."""
        found: dict[str, Any] = json.loads((self.folder / "facts.json").read_text(encoding="utf-8"))
        return found

    def copied(self, folder: Path) -> "KeptVersion":
        """A copy that may be changed."""
        return KeptVersion(Path(shutil.copytree(self.folder, folder / self.folder.name)))

    def lobby(self) -> LocalLobby:
        """The saved games and scenarios as the app finds them."""
        return LocalLobby([self.scenarios], Store(self.records), {}, self.folder / "settings.toml")


def kept_versions() -> list[KeptVersion]:
    """All that is kept, the oldest version first."""
    folders = [path for path in ALL.glob("*") if path.is_dir()]
    return [
        KeptVersion(folder)
        for folder in sorted(folders, key=lambda folder: [*map(int, folder.name.split("."))])
    ]
