"""Whole games as readable transcripts: choices, log, outcome, final board."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from lazaretto.rules import Game
from lazaretto.rules.build import link
from lazaretto.rules.tools.explain_definition import explain
from tests.scenarios.tables import SCENARIOS, start


class TextFile(SingleFileSnapshotExtension):
    """Stores one readable file per snapshot, so that a diff reads like a game."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def text(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


def transcript(game: Game, chance: Random) -> Iterator[str]:
    told = 0
    while True:
        log = game.log(None)
        yield from (f"    {line}" for line in log[told:])
        told = len(log)
        decision = game.decision
        if decision is None:
            break
        answer = game.sample(chance.randrange)
        yield f"{decision.player} | {decision.prompt} | {game.key(answer)}"
        game.answer(answer)
    assert game.outcome is not None
    yield f"{', '.join(game.outcome.results)}: {game.outcome.reason}"
    view = game.view(None)
    yield from (f"{track.name} {track.spaces[track.position]}" for track in view.tracks)
    yield from (f"{supply.name} {supply.left} of {supply.size}" for supply in view.supplies)
    for kind, things in view.things.items():
        for thing in things:
            if thing.holds:
                held = ", ".join(f"{many} {name}" for name, many in thing.holds)
                yield f"{kind} {thing.label}: {held}"
            for pile in thing.piles:
                lying = Counter(piece.sort for piece in pile.pieces if piece is not None)
                shown = ", ".join(f"{many} {sort}" for sort, many in lying.items())
                yield f"{kind} {thing.label}: {pile.name} {shown or 'none'}"
    for seat in view.seats:
        yield f"{seat.name}: {', '.join(f'{name} {value}' for name, value in seat.attributes.items())}"


GAMES = [
    ("pandemic", 2, 1, {"epidemics": "4"}),
    ("pandemic", 3, 2, {"epidemics": "5", "hands": "private"}),
    ("pandemic", 4, 3, {"epidemics": "6", "consent": "no"}),
    ("on_the_brink", 5, 4, {"epidemics": "7"}),
    ("virulent_strain", 3, 5, {"epidemics": "5", "consent": "no"}),
    ("mutation", 2, 6, {"hands": "private"}),
    ("strain_and_mutation", 4, 7, {"epidemics": "6"}),
    ("bio_terrorist", 3, 8, {}),
    ("strain_and_terrorist", 5, 9, {"epidemics": "6", "terrorist_seat": "2"}),
    ("iberia", 2, 1, {}),
    ("iberia", 4, 3, {"epidemics": "6", "consent": "no", "hands": "private"}),
    ("the_cure", 2, 1, {}),
    ("the_cure", 5, 2, {"difficulty": "heroic", "eighth_role": "yes", "consent": "yes"}),
    ("cold_war", 1, 1, {"level": "recruit"}),
    ("cold_war", 3, 2, {"double_agent": "yes", "accusation": "yes", "individual": "yes", "consent": "no"}),
    ("cold_war", 4, 3, {"infection": "turn", "passports": "choice", "level": "spymaster"}),
]


@pytest.mark.parametrize(("name", "players", "seed", "options"), GAMES, ids=[f"{g[0]}-{g[1]}" for g in GAMES])
def test_a_seeded_game_never_changes(
    name: str, players: int, seed: int, options: dict[str, str], text: SnapshotAssertion
) -> None:
    game = start(name, seed, players, **options)
    assert "\n".join(transcript(game, Random(seed))) + "\n" == text
    assert [line.text for line in game.view(None).log if not line.text.endswith((".", "!", "?"))] == []


EXPLAINED = [
    ("pandemic", "infect"),
    ("pandemic", "outbreak"),
    ("pandemic", "discover_cure"),
    ("pandemic", "cure_cost"),
    ("pandemic", "events"),
    ("pandemic", "Medic"),
    ("on_the_brink", "infect"),
    ("on_the_brink", "move_pawn"),
    ("on_the_brink", "arrive"),
    ("on_the_brink", "discover_cure"),
    ("iberia", "infect"),
    ("iberia", "outbreak"),
    ("iberia", "treatment_cost"),
    ("strain_and_mutation", "infect_city"),
    ("strain_and_mutation", "infections_due"),
    ("strain_and_mutation", "cure_cost"),
    ("strain_and_mutation", "take_effect"),
]


@pytest.fixture(scope="module")
def _linked_once() -> Iterator[None]:
    """Link each game once, although several of its definitions are explained."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lazaretto.rules.tools.explain_definition.link", cache(link))
        yield


@pytest.mark.usefixtures("_linked_once")
@pytest.mark.parametrize(("game", "name"), EXPLAINED, ids=[f"{game}-{name}" for game, name in EXPLAINED])
def test_a_definition_is_explained_as_woven(game: str, name: str, text: SnapshotAssertion) -> None:
    assert explain(SCENARIOS / game, name) == text
