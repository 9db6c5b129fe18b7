"""Plays one game on several back ends: at every step they must do, cost and report the same."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from lazaretto.rules.backends import BACKENDS, backend_named
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.lower.ir import Lowered
from lazaretto.rules.lower.verify import verify
from lazaretto.rules.run.backend import Code
from lazaretto.rules.run.errors import RuleError, StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.question_forms import AskSome
from lazaretto.rules.run.views.decision_wording import Asking

HEAD = Head("twins", "Twins", "", (1, 4), "", (), ())
NAMES = ("anna", "ben", "carl", "dora", "emil", "fay")


class Twins:
    """A game for all back ends."""

    def __init__(self, checked: Checked, head: Head = HEAD, fuel: int | None = None) -> None:
        """Compile it; with less fuel than usual, endless rules stop sooner, in all back ends alike."""
        first, *others = map(backend_named, BACKENDS)
        self.machines = [
            Machine(compile_checked(checked, head, other)) for other in (_verified(first), *others)
        ]
        for machine in self.machines:
            machine.fuel = fuel or machine.fuel

    def play(self, seed: int, decisions: int = 100_000, looks: float = 0.2) -> str:
        """Play a random game, compared at every decision; return how it ended, or the fault that ended it."""
        chance, tables = Random(seed), self.machines[0].tables
        low, high = tables.players
        options = {
            option.name: chance.choice(option.members or tuple(map(str, range(option.low, option.high + 1))))
            for option in tables.options
        }
        players = NAMES[: low + seed % (high - low + 1)]
        refused = _same([_tried(bare, machine, seed, players, options) for machine in self.machines])
        games = [bare(machine, seed, players, {} if refused else options) for machine in self.machines]
        fault = _same([_tried(game.begin) for game in games])
        for _ in range(decisions):
            if fault is not None:
                break
            _same([_parts(game) for game in games])
            if games[0]._pending is None:
                break
            if chance.random() < looks:
                _look(games, chance.randrange(2**32))
            drawn = chance.randrange(2**32)
            fault = _same([_tried(_answer, game, drawn) for game in games])
        outcome = games[0].outcome
        return fault or (outcome.reason if outcome is not None else "")


def _verified(backend: Callable[[Lowered], Code]) -> Callable[[Lowered], Code]:
    """Return a back end that verifies the lowered form before it compiles it."""

    def compiled(lowered: Lowered) -> Code:
        assert verify(lowered) == []
        return backend(lowered)

    return compiled


def _same(found: Sequence[Any]) -> Any:
    """Return the common result of all back ends, which must agree."""
    for each in found[1:]:
        assert each == found[0]
    return found[0]


def _tried(do: Callable[..., object], *arguments: object) -> str | None:
    """Return the fault, with its position."""
    try:
        do(*arguments)
    except (RuleError, StartError) as error:
        return str(error)
    return None


def _answer(game: Game, drawn: int) -> None:
    game.answer(game.sample(Random(drawn).randrange))


def _parts(game: Game) -> Mapping[str, Any]:
    """Return everything about a game at a decision, including its cost."""
    state, pending = game._state, game._pending
    found: dict[str, Any] = {
        "snapshot": state.snapshot(),
        "fuel": state.fuel,
        "forced": state.forced,
        "barrier": state.barrier,
        "turns": state.turns,
        "fate": state.fate,
        "seen": state.seen,
    }
    if pending is not None:
        found["question"] = pending.ask, pending.seat, pending.least, pending.most
        found["answers"] = list(pending.answers[:1_000])
    return found


def _look(games: Sequence[Game], drawn: int) -> None:
    """Evaluate what is computed on demand: texts, reasons, scores, invariants, determinisations."""
    _same([_seen(game, Random(drawn)) for game in games])


def _seen(game: Game, chance: Random) -> list[Any]:
    machine, state, pending = game._machine, game._state, game._pending
    assert pending is not None
    asking = Asking(machine, state, game.players, pending)
    seat = chance.randrange(len(game.players))
    found: list[Any] = [
        _told(asking.prompt),
        _told(lambda: [(option.key, option.seat, option.why_not) for option in asking.closed()]),
        state.fuel,
        _told(game.broken),
        _told(lambda: game.score(seat)),
        _told(lambda: _terms(game, seat)),
        _told(lambda: game.imagine(seat, chance.randrange(1_000)).snapshot()),
    ]
    if isinstance(machine.asks[pending.ask].form, AskSome):
        size = chance.randint(pending.least, pending.most)
        chosen = tuple(chance.sample(list(pending.answers), size))
        found.append(_told(lambda: machine.judged(state, pending.ask, chosen)))
    return found


def _terms(game: Game, seat: int) -> list[Any]:
    """Return the terms of a score with their words."""
    return [(*item, game.term_words(*item)) for item in game.terms(seat).items()]


def _told(look: Callable[[], Any]) -> Any:
    """Return the result of a call, or the fault."""
    try:
        return look()
    except RuleError as error:
        return f"goes wrong: {error}"
