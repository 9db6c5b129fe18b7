"""A game that others search: where figures stand, and what would happen if a rule ran now.

`own_things` finds where a seat's own figure stands and which pieces it has, without building a view.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Self

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import EndedError, RuleError
from lazaretto.rules.run.fast_play import Automatic, Play
from lazaretto.rules.run.limits import Ration
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.planning.judge_position import (
    Position,
    features_of,
    judgement_of_ends,
    judgement_of_paths,
    log_odds,
)
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget, PlanSearch, PlayedOn
from lazaretto.rules.run.questions.legal_answers import Below
from lazaretto.rules.run.questions.question_forms import AskOffer, AskWindow, takes_several
from lazaretto.rules.run.records.choice_history import entries_since
from lazaretto.rules.run.secrets.determinize import sees
from lazaretto.rules.run.secrets.suspicion import Suspicion
from lazaretto.rules.run.state import NOWHERE, State
from lazaretto.rules.run.views.computed_looks import is_shown
from lazaretto.rules.run.views.text_rendering import Ref, refs

Pieces = frozenset[tuple[int, int]]
"""Pieces, each with its pile."""


@value
class OwnThings:
    """What belongs to a seat: the place of its figure, and the piles that it sees."""

    kind: int
    """The kind of places on which the figure stands."""
    cell: int
    """Where the state stores the place."""
    piles: tuple[int, ...]

    def place(self, state: State) -> int | None:
        """Return the place of the figure; None if it stands nowhere."""
        found: int | None = state.v[self.cell]
        return found

    def pieces(self, state: State) -> Pieces:
        """Return the pieces in the seat's piles."""
        held = state.p
        return frozenset((pile, piece) for pile in self.piles for piece in held[pile])


def own_things(machine: Machine, state: State, seat: int) -> OwnThings | None:
    """Return what belongs to a seat; None if it has no figure on a place.

    The figure is the first attribute of the player that the seat sees and whose value is a place.
    """
    tables = machine.tables
    player = tables.player_kind
    for variable in tables.variables:
        tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
        if (
            variable.owner != player
            or variable.values is not None
            or tag[0] != "kind"
            or variable.looks.get("hidden") == "yes"
        ):
            continue
        root = tables.kinds[tag[1]].root
        seen = sees(machine, state, variable, seat, seat) and is_shown(machine, state, variable, seat)
        if tables.kinds[root].shape == "place" and seen:
            piles = (pile.first + seat for pile in tables.piles if pile.owner == player)
            own = tuple(pile for pile in piles if seat in state.seen[pile])
            return OwnThings(root, variable.offset + seat, own)
    return None


def place_of(machine: Machine, players: tuple[str, ...], own: OwnThings, ref: Ref) -> int | None:
    """Return the number of the place that a reference names, if the figure could stand there."""
    tag = ("kind", own.kind)
    for number, member in enumerate(machine.tables.kinds[own.kind].members):
        if member.present(len(players)) and refs(machine.tables, players, tag, number) == (ref,):
            return number
    return None


MOST_ANSWERS = 100
"""How many questions are answered until a procedure that runs instead of the game is given up."""


class SearchedGame(Play):
    """A game in progress that can be searched."""

    __slots__ = ()

    # --- figures -------------------------------------------------------------------------------

    def own_things(self, seat: int) -> OwnThings | None:
        """Return what belongs to a seat; None if it has no figure on a place."""
        return own_things(self._machine, self._state, seat)

    def standing(self, own: OwnThings) -> tuple[int | None, Pieces]:
        """Return the place of a seat's figure and the pieces of the seat."""
        return own.place(self._state), own.pieces(self._state)

    def place_of(self, own: OwnThings, ref: Ref) -> int | None:
        """Return the number of the place that a reference names, if a seat's figure could stand there."""
        return place_of(self._machine, self.players, own, ref)

    def ref_of(self, own: OwnThings, place: int) -> Ref:
        """Return the name of a place on which a seat's figure may stand."""
        (ref,) = refs(self._machine.tables, self.players, ("kind", own.kind), place)
        return ref

    def asks_for(self, own: OwnThings) -> bool:
        """Whether the question is for one of the places on which a seat's figure may stand."""
        assert self._pending is not None
        info, kinds = self._machine.asks[self._pending.ask], self._machine.tables.kinds
        return info.tag[0] == "kind" and kinds[info.tag[1]].root == own.kind and not takes_several(info.form)

    # --- refusals ------------------------------------------------------------------------------

    def refusals(self, seat: int) -> frozenset[tuple[int, int]]:
        """Return which questions of which seats were answered with no, or not at all, while a seat acted.

        It looks back to the last time that another seat acted.
        """
        found: set[tuple[int, int]] = set()
        journal = self._journal
        while journal is not None:
            journal, by, ask, answer, _ = journal
            if self._machine.menu_asks[ask] and by != seat and answer is not None:
                break
            if (answer is False or answer is None) and by != seat and self._machine.asks[ask].step:
                found.add((ask, by))
        return frozenset(found)

    # --- actions -------------------------------------------------------------------------------

    @property
    def offers_menu(self) -> bool:
        """Whether the question offers a player the actions of a menu; a window for others does not count."""
        return self._pending is not None and isinstance(self._machine.asks[self._pending.ask].form, AskOffer)

    @property
    def automatic(self) -> Automatic:
        """The questions since the last choice that had only one answer, each with it."""
        return self._state.forced

    def actions_in(self, automatic: Automatic) -> set[int]:
        """Return the actions that were done since the journal starts, or automatically."""
        menus = self._machine.menu_asks
        found = {each[1][1] for each in automatic if menus[each[0]] and each[1] is not None}
        journal = self._journal
        while journal is not None:
            journal, _, ask, answer, _ = journal
            if menus[ask] and answer is not None:
                found.add(answer[1])
        return found

    def steps(self, turns: int) -> Iterator[tuple[int, Self, Self]]:
        """Yield the answers of the last turns: the seat, and the game before and after each.

        Nothing is yielded if the game was dealt anew on the way. It may tell secrets.
        """
        if self._deals:
            return
        again, journal = self._origin
        game = self.fork()
        game._state, game._journal = again(), journal
        game._pending = self._machine.pending(game._state)
        for entry in entries_since(self._journal, self._origin[1]):
            late = game.turns > self.turns - turns
            before = game.fork() if late else game
            game.turn_to(entry.seat)
            game.answer(entry.answer)
            if late:
                yield entry.seat, before, game.fork()

    # --- secrets -------------------------------------------------------------------------------

    def suspicion(self, seat: int, earlier: Suspicion | None = None, seed: int = 0) -> Suspicion:
        """Return what a seat may suspect now about variables that it does not see.

        If it had a suspicion earlier in this game, that one goes on.
        """
        found = earlier or Suspicion(self._machine, seat, seed)
        check = (self._ration or Ration()).check
        found.follow(self._state, self._journal, self._origin, len(self._deals), check)
        return found

    # --- plans ---------------------------------------------------------------------------------

    @property
    def plan_search(self) -> PlanSearch | None:
        """What finds plans without a call for each decision; None if only Python can."""
        return self._machine.plan_search if self._whole and not self._state.fate else None

    def found_ways(self, seat: int, budget: Budget) -> int:
        """Let that search find the best paths through the turn from here; return how many."""
        assert self._machine.plan_search is not None
        return self._machine.plan_search.ways(self._state, seat, budget, self._ration or Ration())

    def worth_of_ways(self, seat: int, budget: Budget, alive: Sequence[int]) -> Sequence[int]:
        """Return what some of these paths are worth if they begin here."""
        assert self._machine.plan_search is not None
        return self._machine.plan_search.played_out(
            self._state, seat, budget, alive, self._ration or Ration()
        )

    def after_turns(self, seat: int, budget: Budget) -> Self | None:
        """Return a copy in which that search has played the turns of a horizon; None: there is no path.

        The question that is asked here must be the one that every turn begins with.

        Raises:
            SearchFailedError: a rule failed on the way.
        """
        search = self._machine.plan_search
        assert search is not None
        with search.lock:
            state = search.play_turns(self._state, seat, budget, self._ration or Ration())
        if state is None:
            return None
        new = self.fork()
        new._state = state
        new._pending = None if state.over is not None else self._machine.pending(state)
        new.begin_here()
        return new

    def judgement_of_paths(self, budget: Budget) -> JudgementForm | None:
        """Return what chooses the paths of a plan; None: the score."""
        return judgement_of_paths(self._machine, budget)

    def judgement_of_ends(self, budget: Budget) -> JudgementForm | None:
        """Return what says how good the ends of play-outs are; None: the score."""
        return judgement_of_ends(self._machine, budget)

    @property
    def judgement(self) -> JudgementForm | None:
        """A learned judgement of positions of this game, if there is one."""
        return self._machine.judgement

    def log_odds(self, judgement: JudgementForm, seat: int) -> int:
        """Return the log-odds of a win of a seat in thousandths, by a judgement; it pays as a score does.

        It may read hidden state, as `score` does.
        """
        with self._spending(), self._machine.looking(self._state):
            return log_odds(judgement, self._as_seen_by(seat))

    def features(self, judgement: JudgementForm, seat: int) -> list[int]:
        """Return what a judgement knows of the position."""
        with self._spending(), self._machine.looking(self._state):
            return features_of(judgement, self._as_seen_by(seat))

    def noted_features(self, judgement: JudgementForm, seat: int) -> Sequence[int]:
        """Return what a judgement knows of the position; faster if games are judged by the same features."""
        search, known = self._machine.plan_search, self._machine.judgement
        if search is None or known is None or known.rows != judgement.rows:
            return self.features(judgement, seat)
        with search.lock:
            return search.features(self._state, seat)

    def _as_seen_by(self, seat: int) -> Position:
        machine, state = self._machine, self._state
        tables, asked, rating = machine.tables, -1, machine.tables.score
        if state.ask is not None:
            asked = state.stack[-1][machine.asks[state.ask].seat]
        score = _no_score if rating is None else partial(machine.backend.value(rating), state, seat)
        return Position(state, seat, asked, tables.pile_bases, score)

    @property
    def last_answer(self) -> Any:
        """The last answer that was given; None before the first."""
        return None if self._journal is None else self._journal[3]

    def would_win(self, changes: Mapping[int, Any]) -> list[bool]:
        """Return which seats would have won if some values of the state were others."""
        machine, state = self._machine, self._state.fork()
        for cell, content in changes.items():
            state.v[cell] = content
        state.over, state.ending, state.results = None, False, [None] * state.players
        wins = (number for number, (word, _) in enumerate(machine.tables.outcomes) if word == "win")
        for win in map(machine.backend.outcome, wins):
            try:
                with machine.looking(state):
                    if win is not None:
                        win(state)
            except EndedError:
                break
            except RuleError:
                continue
        return [result is not None and result[0] == "won" for result in state.results]

    def played_on(self, seat: int, seed: int, ration: Ration, longest: int) -> PlayedOn:
        """Let that search play on from here, as `lab/playing/bots.py` does, and say how it ends for a seat.

        Raises:
            SearchFailedError: a rule failed on the way.
            StoppedError: the ration says so.
        """
        search = self._machine.plan_search
        assert search is not None
        with search.lock:
            return search.play_on(self._state, seat, seed, ration, longest)

    # --- what would happen ---------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """What runs the game."""
        return self._machine

    @property
    def tables(self) -> CompiledGame:
        """What the program says about the game."""
        return self._machine.tables

    def cell(self, number: int) -> Any:
        """Return a value of the state."""
        return self._state.v[number]

    def pile_size(self, number: int) -> int:
        """Return how many pieces a pile has."""
        return len(self._state.p[number])

    def moved_pieces(self, began: Sequence[int]) -> set[int]:
        """Return the pieces that do not lie where they began, and those that began nowhere.

        These belong to seats that nobody has taken, so nobody misses them.
        """
        return {piece for piece, pile in enumerate(self._state.w) if pile != began[piece] or pile == NOWHERE}

    def play_out(self, procedure: int, given: Sequence[Any], below: Below) -> None:
        """Run a procedure instead of the game, on a copy.

        Nobody acts at windows, and other questions are answered at random.

        Raises:
            RuleError: a rule fails.
            VeilError: in a still copy, something would be revealed or drawn at random.
        """
        state, machine = self._state, self._machine
        state.stack, state.ask, self._whole = [], None, False
        ration = self._ration or Ration()
        ration.check()
        with self._paying(ration):
            self._pending = machine.call(state, procedure, *given)
        for _ in range(MOST_ANSWERS):
            pending = self._pending
            if pending is None:
                break
            window = isinstance(machine.asks[pending.ask].form, AskWindow)
            self.answer(None if window else self.sample(below))

    def lines_since(self, earlier: "SearchedGame", seat: int) -> tuple[str, ...]:
        """Return the lines that a seat may read of what was added to the log of an earlier copy."""
        found: list[str] = []
        link = self._state.log
        while link is not None and link is not earlier._state.log:
            link, readers, _, template, *gaps = link
            if readers is None or seat in readers:
                found.append(self._said((template, tuple(gaps))))
        return tuple(reversed(found))


def _no_score() -> int:
    return 0
