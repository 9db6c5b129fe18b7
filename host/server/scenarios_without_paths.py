"""What people get to know of the scenarios of a server: names, not where the server keeps them."""

from dataclasses import replace
from pathlib import Path

from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.rules.link.find_scenarios import FoundScenario

BUILT_IN = "built-in"


def without_paths(found: FoundScenario) -> FoundScenario:
    """A scenario whose name stands in place of its folder: `folder_of` takes it."""
    origin = found.origin if found.origin == BUILT_IN else ""
    problem = found.name if found.problem else ""
    return replace(found, folder=Path(found.name), origin=origin, problem=problem)


def without_places(found: ScenarioInfo | Faults) -> ScenarioInfo | Faults:
    """The facts about a scenario, or its mistakes without the listing of their places."""
    return Faults(found.messages, "") if isinstance(found, Faults) else found


def folder_of(name: Path, scenarios: tuple[FoundScenario, ...]) -> Path | None:
    """The folder of the scenario that a client names; None if there is none."""
    return next(
        (scenario.folder for scenario in scenarios if name in (Path(scenario.name), scenario.folder)), None
    )
