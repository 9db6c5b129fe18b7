"""Says with which command a player goes on with a game that was kept."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ResumeCommand:
    """Makes the command from how the program was started, so that it finds the same game and scenario."""

    paths: Sequence[Path] = ()
    """The folders that `--path` named."""
    folder: Path | None = None
    """The folder of the scenario, if the player named it."""
    plain: bool = False
    """Whether to go on in line mode."""

    def line(self, name: str, place: str = "") -> str:
        """Return the command for a record, given its name and where it is saved."""
        return self._line("--resume", _record(name, place))

    def campaign_line(self, name: str) -> str:
        """Return the command that goes on with a campaign."""
        return self._line("--campaign", name)

    def _line(self, *what: str) -> str:
        words = ["lazaretto", "play"]
        if self.plain:
            words.append("--plain")
        for path in self._paths():
            words += ["--path", str(path)]
        return " ".join(map(shlex.quote, (*words, *what)))

    def _paths(self) -> tuple[Path, ...]:
        """The folders to name, with that of the scenario if it is not found in the others."""
        from lazaretto.rules.link.find_scenarios import scenarios

        paths = tuple(path.absolute() for path in self.paths)
        if self.folder is None:
            return paths
        own = self.folder.resolve()
        found = any(scenario.folder.resolve() == own for scenario in scenarios(paths))
        return paths if found else (*paths, own)


def _record(name: str, place: str) -> str:
    """A record as `--resume` finds it: by its name in the player's store, anywhere else by its file."""
    from lazaretto.host import Store

    path = Path(place)
    return str(path) if place and path.resolve() != Store().path(name).resolve() else name
