"""Plays a game compiled and in the reference interpreter: equal choices must give equal states."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lazaretto.rules.build import Linked
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.model import tree
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import FaultError, RuleError
from lazaretto.rules.run.game import Game, goals_reached
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import Said, State, lines
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.decision_wording import Asking
from tests.reference.campaign import Kept, handed_on
from tests.reference.play import Play

FAULTS = (FaultError, RecursionError, ZeroDivisionError, IndexError, TypeError)
"""Faults of rules, as the interpreter raises them."""


class Table:
    """A compiled and checked game, ready to be played in both ways."""

    def __init__(self, linked: Linked, tables: CompiledGame) -> None:
        assert linked.checked is not None and linked.checked.layout is not None, linked.diagnostics
        self.tables = tables
        self.machine = Machine(tables)
        self.checked = linked.checked
        self.numbers = Numbering(linked.checked.world).procedures
        self.layout = linked.checked.layout
        self.constants: dict[int, tuple[Any] | None] = {}
        """The values of conditions that read no state; None for those that do."""

    def pair(self, seed: int, players: Sequence[str], options: Mapping[str, str]) -> "Pair":
        """Return the initial board, twice."""
        return Pair(self, seed, tuple(players), dict(options))

    def accepts(self, players: int, options: Mapping[str, str]) -> bool:
        """Whether the options meet their conditions, by the reference interpreter."""
        play = Play(self.checked.world, self.layout, self.tables.streams, 0, players, dict(options), {})
        return all(play.look(need.condition, {}) for need in self.checked.world.option_needs)


class Pair:
    """One game played twice; every difference is an `AssertionError`."""

    def __init__(self, table: Table, seed: int, players: tuple[str, ...], options: dict[str, str]) -> None:
        self.table = table
        self._start = (seed, players, options)
        self._done: list[Callable[[Play], None]] = []
        self._handed: tuple[Kept, dict[str, str]] = ({}, {})
        self.game: Game = bare(table.machine, seed, players, options)
        self.play = self._new()
        self.compare()

    def _new(self) -> Play:
        seed, players, options = self._start
        checked, layout = self.table.checked, self.table.layout
        streams, kept = self.table.tables.streams, self._handed[0]
        return Play(checked.world, layout, streams, seed, len(players), options, kept)

    def copy(self) -> "Pair":
        """Return a copy of the game; the interpreter gets there by replaying everything."""
        new = Pair(self.table, *self._start)
        new._handed = self._handed
        new.play = new._new()
        new.game = self.game.fork()
        for done in self._done:
            new._do(done)
        new.compare()
        return new

    def _do(self, done: Callable[[Play], None]) -> None:
        self._done.append(done)
        done(self.play)

    # --- playing -------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether somebody is asked."""
        return self.game._pending is not None

    def fate(self, values: tuple[Any, ...]) -> None:
        """Fix the next random results."""
        self.game._state.fate += values

        def lay(play: Play) -> None:
            play.state.fate += values

        self._do(lay)

    def next_game(self) -> None:
        """Begin the next game of a campaign: as texts in one way, with the values themselves in the other."""
        seed, players, options = self._start
        kept, texts = handed_on(self.table.checked.world, self.play.state), self.game.handed_on()
        self._start = seed + 1, players, options
        self._handed = kept, texts
        self._done = []
        self.game = bare(self.table.machine, seed + 1, players, options, texts)
        self.play = self._new()
        self.compare()

    def begin(self, procedure: tree.Procedure) -> None:
        """Run a procedure; if a question is pending, separately from it."""
        machine, game, number = self.table.machine, self.game, self.table.numbers[procedure]
        if not self.open:
            self._both(lambda: _call(game, machine, number), lambda play: play.begin(procedure))
            return
        state = game._state
        stack, ask, state.stack, state.ask = state.stack, state.ask, [], None
        assert machine.call(state, number) is None
        state.stack, state.ask = stack, ask
        game._pending = machine.pending(state)
        self._do(lambda play: play.aside(procedure))
        self.compare()

    def turn_to(self, seat: int) -> None:
        """Let another one of those who answer at the same time answer first."""
        pending = self.game._pending
        if pending is not None and seat != pending.seat and seat in self.game.together:
            self.game.turn_to(seat)
            self._do(lambda play: play.turn_to(seat))
            self.compare()

    def answer(self, answer: Any) -> None:
        """Give an open answer."""
        self._both(lambda: self.game.answer(answer), lambda play: play.answer(answer))

    def _both(self, compiled: Callable[[], None], walked: Callable[[Play], None]) -> None:
        try:
            compiled()
        except RuleError as error:
            try:
                self._do(walked)
            except FAULTS:
                raise error from None
            raise AssertionError(f"only the compiled rules go wrong: {error}") from error
        self._do(walked)
        self.compare()

    def value(self, procedure: tree.Procedure) -> Any:
        """Return the result of a pure procedure, in both ways."""
        state = self.game._state.fork()
        state.fuel = self.table.machine.fuel
        compiled = self.table.machine.plain(self.table.numbers[procedure])(state)
        walked = self.play.called(procedure, [])
        assert compiled == walked, procedure.span
        return walked

    # --- comparing -----------------------------------------------------------------------------

    def compare(self) -> None:
        """Check that the states and the questions are equal."""
        compiled, walked = _parts(self.game._state), _parts(self.play.state)
        for name, value in compiled.items():
            assert value == walked[name], f"{name} differs"
        pending, question = self.game._pending, self.play.question
        assert (pending is None) == (question is None), "only one of the two asks"
        if pending is None or question is None:
            return
        assert type(self.table.machine.asks[pending.ask].form) is question.form
        assert (pending.seat, tuple(pending.answers)) == (question.seat, question.answers)
        assert (pending.least, pending.most) == (question.least, question.most)
        self._compare_words()

    def _compare_words(self) -> None:
        """Check that the prompts, and the reasons of closed options, are equal."""
        pending, question = self.game._pending, self.play.question
        assert pending is not None and question is not None
        tables, players = self.table.tables, self.game.players
        asking = Asking(self.table.machine, self.game._state, players, pending)

        def said(text: Said) -> str:
            return asking._said(text, pending.seat)

        prompt = question.prompt()
        assert prompt is None or asking.prompt() == said(prompt)
        closed = []
        for answer, reason in question.closed():
            if self.table.machine.menu_asks[pending.ask]:
                closed.append((tables.actions[answer[1]].name, answer[0], said(reason)))
            else:
                tag = self.table.machine.asks[pending.ask].tag
                told = asking.positions.hidden(answer)
                closed.append((text_rendering.key(tables, players, tag, told), question.seat, said(reason)))
        assert [(option.key, option.seat, option.why_not) for option in asking.closed()] == closed

    def compare_verdict(self, chosen: tuple[Any, ...]) -> None:
        """Check that both allow a selection, or give the same reason against it."""
        pending, question = self.game._pending, self.play.question
        assert pending is not None and question is not None
        compiled = self.table.machine.judged(self.game._state, pending.ask, chosen)
        assert compiled == question.verdict(chosen)

    def compare_invariants(self) -> None:
        """Check that the same invariants are broken."""
        world = self.table.checked.world
        broken = tuple(
            invariant.text for invariant in world.invariants if not self._holds(invariant.condition)
        )
        assert self.game.broken() == broken

    def compare_terms(self, seat: int) -> None:
        """Check that the terms of a score add up to it, and that their texts are equal."""
        terms, values = self.game.terms(seat), self.table.checked.world.values
        assert abs(sum(each.amount for each in terms.values()) - self.game.score(seat)) <= len(terms)
        tree_ = self.table.tables.terms
        for term, share in terms.items():
            assert tree_ is not None
            rule = values[tree_.terms[term.number].name]
            if rule.because is not None:
                here = dict(zip(rule.parameters, share.arguments, strict=True))
                walked = text_rendering.said(
                    self.table.tables, self.game.players, self.play.said(rule.because, here)
                )
                assert self.game.term_words(term, share) == walked

    def compare_goals(self) -> frozenset[str]:
        """Check that every seat has reached the same goals; return those that some seat has reached."""
        over, results = self.game._state.over, self.game._state.results
        found: set[str] = set()
        for seat, result in enumerate(results if over is not None else ()):
            won = result is not None and result[0] == "won"
            reached = tuple(
                goal.text
                for goal in self.table.checked.world.goals
                if (won or goal.lost_too) and self._holds(goal.condition)
            )
            assert goals_reached(self.game, seat) == reached
            found.update(reached)
        return frozenset(found)

    def _holds(self, condition: tree.Expression) -> bool:
        """Return the value of an invariant; one that reads no state, such as a map fact, is memoised."""
        constants = self.table.constants
        if id(condition) not in constants:
            constants[id(condition)] = self.play.constant(condition)
        constant = constants[id(condition)]
        return bool(self.play.look(condition, {}) if constant is None else constant[0])


def _call(game: Game, machine: Machine, procedure: int) -> None:
    game._pending = machine.call(game._state, procedure)


def _parts(state: State) -> dict[str, Any]:
    """Return everything about a state except the position in its rules."""
    return {
        "values": state.v,
        "piles": state.p,
        "where": state.w,
        "known": [_canonical(state.known(each)) for each in range(state.players + 1)],
        "heaps": [[*state.heaps(state.known(each)).values()] for each in range(state.players + 1)],
        "seen": state.seen,
        "streams": state.streams,
        "results": state.results,
        "over": state.over,
        "points": state.points,
        "ranks": state.ranks,
        "log": lines(state.log),
        "turns": state.turns,
        "fate": state.fate,
        "barrier": state.barrier,
    }


def _canonical(labels: list[int]) -> list[int]:
    """Return which pieces are known and which share a label, whatever its number."""
    order: dict[int, int] = {}
    return [label if label < len(labels) else -1 - order.setdefault(label, len(order)) for label in labels]
