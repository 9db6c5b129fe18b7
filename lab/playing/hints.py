"""Advises a seat: a quick guess first, then the thinking bot's plan, with its reasons in words.

It looks only at determinisations for the seat, and its random numbers follow from a seed that whoever asks
gives it. So a hint depends on nothing that the seat does not know, and asking for one changes nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lazaretto.lab.playing.budgets import EASY, THINKER
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.lab.playing.turn_search import (
    BROAD,
    Outlook,
    Path,
    Paths,
    PathWorths,
    Way,
    by_worth,
    consents,
    play_out,
    worth_of,
)
from lazaretto.lab.playing.use_judgement import seek_judgement
from lazaretto.lab.training.estimate_win_chances import chances_with
from lazaretto.rules import Game, Ration, Ref, SpentError
from lazaretto.rules.run.identifier_of_name import identifier
from lazaretto.rules.run.planning.hint_types import Hint, HintHelp, HintMove, HintReason, HintRisk
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from lazaretto.rules.run.planning.score_breakdown import Share, Term
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.views.decision_wording import GO_ON

TURNS = 4
"""How many turns it looks back."""


def raised_by(game: Game, people: Collection[int]) -> dict[int, dict[Term, float]]:
    """Return how much the latest open choices of each of these seats have raised terms."""
    found: dict[int, dict[Term, float]] = {}
    if not people or not game.is_open:
        return found
    for seat, before, after in game.steps(TURNS):
        if seat in people and not after.learned(before):
            own = found.setdefault(seat, {})
            for term, gain in gains(before.terms(seat), after.terms(seat)).items():
                own[term] = own.get(term, 0.0) + gain
    raised = {seat: {term: gain for term, gain in own.items() if gain > 0} for seat, own in found.items()}
    return {seat: own for seat, own in raised.items() if own}


def gains(before: Mapping[Term, Share], after: Mapping[Term, Share]) -> dict[Term, float]:
    """Return by how much each term has changed."""
    return {term: _change(after, term) - _change(before, term) for term in {**before, **after}}


def help_for(wanted: Collection[Term], before: Mapping[Term, Share], after: Mapping[Term, Share]) -> float:
    """Return how much a way raises the terms that somebody wants to raise."""
    changed = gains(before, after)
    return sum(max(0.0, changed.get(term, 0.0)) for term in wanted)


def _change(terms: Mapping[Term, Share], term: Term) -> float:
    share = terms.get(term)
    return 0 if share is None else share.amount


MOST = 3
"""How many reasons a hint gives."""


class Detail(NamedTuple):
    """How much is told."""

    reasons: int
    """How many reasons at most."""
    minor: float
    """A term that moves less than this part of the greatest one is no reason."""
    costs: int
    """How many terms that get worse at most."""
    costly: float
    """A term that gets worse is told if it loses at least this part of what the greatest one gains."""


BRIEF = Detail(MOST, 0.15, 1, 0.5)
WHOLE = Detail(8, 0.03, 4, 0.03)
"""For whoever asks why."""

CHECKED = 3
"""In how many other determinisations a sentence must be true to be told."""


@dataclass(frozen=True, slots=True)
class _Position:
    """A position and the terms of its score."""

    game: Game
    terms: Mapping[Term, Share]

    def words(self, term: Term) -> str:
        share = self.terms.get(term)
        return "" if share is None else self.game.term_words(term, share)

    def refs(self, term: Term) -> tuple[Ref, ...]:
        share = self.terms.get(term)
        return () if share is None else self.game.term_refs(term, share)


Reasons = tuple[HintReason, ...]


def reasons_for(
    start: Game, first: Game, end: Game, seat: int, seed: int, detail: Detail = BRIEF
) -> tuple[Reasons, Reasons]:
    """Return why the way from one position to another is good, and what it costs.

    `first` is the position after the first action: what changes there counts most. A sentence that is not
    true in other determinisations too is a guess about something hidden, and is not told. Nor is one that
    stays the same, if there are others.
    """
    before, after = _terms(start, seat), _terms(end, seat)
    at_once = _terms(first, seat).terms
    gains = _gains(before, after)
    soon = {term for term in gains if _amount(at_once, term) > _amount(before.terms, term)}
    better = sorted((gain for gain in gains if gains[gain] > 0), key=lambda each: -gains[each])
    worse = sorted((gain for gain in gains if gains[gain] < 0), key=lambda each: gains[each])
    if not better:
        return (), ()
    most = gains[better[0]]
    better = _with_soon([each for each in better if gains[each] >= detail.minor * most], soon)
    worse = [each for each in worse if -gains[each] >= detail.costly * most][: detail.costs]
    others = _others(start, seat, seed)

    def told(terms: Sequence[Term]) -> Reasons:
        sure = [each for each in terms if _is_sure(before, others, each)]
        clear = [each for each in sure if before.words(each) != after.words(each)]
        return tuple(_reason(before, after, each, gains[each]) for each in (clear or sure)[: detail.reasons])

    return told(better), told(worse)


def helps_for(
    start: Game, end: Game, seat: int, seed: int, wishes: Mapping[int, Mapping[Term, float]]
) -> tuple[HintHelp, ...]:
    """Return for each seat that wishes something which of its wishes the way helps most."""
    before, after = _terms(start, seat), _terms(end, seat)
    gains, others = _gains(before, after), _others(start, seat, seed)
    helps: list[HintHelp] = []
    for whose, wish in wishes.items():
        helped = [term for term in wish if gains.get(term, 0) > 0 and _is_sure(before, others, term)]
        if helped:
            most = max(helped, key=gains.__getitem__)
            helps.append(HintHelp(whose, _reason(before, after, most, gains[most])))
    return tuple(helps)


def _gains(before: _Position, after: _Position) -> dict[Term, float]:
    return {
        term: _amount(after.terms, term) - _amount(before.terms, term)
        for term in {**before.terms, **after.terms}
    }


def _others(start: Game, seat: int, seed: int) -> list[_Position]:
    """Return the position as it may be, too."""
    return [_terms(start.imagine(seat, seed + number), seat) for number in range(CHECKED)]


def _with_soon(terms: list[Term], soon: set[Term]) -> list[Term]:
    """Return the greatest reasons first, and among them one that the first action is about, if there is."""
    first = next((term for term in terms[MOST:] if term in soon), None)
    if first is None or soon.intersection(terms[:MOST]):
        return terms
    return [*terms[: MOST - 1], first, *(term for term in terms[MOST - 1 :] if term != first)]


def _terms(game: Game, seat: int) -> _Position:
    return _Position(game, game.terms(seat))


def _amount(terms: Mapping[Term, Share], term: Term) -> float:
    share = terms.get(term)
    return 0 if share is None else share.amount


def _is_sure(before: _Position, others: Sequence[_Position], term: Term) -> bool:
    """Whether a term says the same now, whatever the seat does not know."""
    words = before.words(term)
    return all(other.words(term) == words for other in others)


def _reason(before: _Position, after: _Position, term: Term, gain: float) -> HintReason:
    now, then = before.words(term), after.words(term)
    return HintReason(now, then, round(gain), before.refs(term) or after.refs(term))


NARROW_WIDTH = 2
"""The beam width of the second hint."""

QUICK = 150_000_000
"""The fuel for the first hint."""

RISKS = 600_000_000
"""The fuel for counting risks."""

GAMES = 12
"""In how many imagined games a risk is counted."""

SHOWN = 6
"""How many actions of a plan are told."""

RISK_SEED = 7_919
"""What separates the imagined games of risks from those of plans."""


@dataclass(slots=True)
class Walk:
    """A plan in words, and the positions that it leads to, as far as no chance is involved."""

    moves: list[HintMove]
    first: Game
    """After its first action."""
    end: Game


class AdvisingThinker(ThinkerBot):
    """A thinker that tells its plan."""

    def __init__(self, seed: int, budget: Budget = THINKER) -> None:
        super().__init__(seed, budget)
        self._first_seed = seed
        self._people: frozenset[int] = frozenset()
        """The seats of people whom it helps."""
        self._wishes: dict[int, dict[Term, float]] = {}
        """What each of them seems to want, if the last plan was chosen for that among others."""

    @property
    def advises(self) -> bool:
        """Whether it thinks well enough, and fast enough, to advise people."""
        return self._budget == THINKER

    def play(self, game: Game) -> None:
        """Give one answer; what it tells then begins with this answer, also in the middle of a plan."""
        assert game.seat is not None
        self._planned = tuple(self._plans[game.seat][1]) if game.seat in self._plans else ()
        super().play(game)

    def help(self, people: Collection[int]) -> None:
        """Help what these seats seem to be after, from now on."""
        self._people = frozenset(people)

    def _chosen(self, game: Game, start: Game, seat: int, paths: Paths, worths: PathWorths) -> Path:
        """Of the paths that are close to the best one, take the one that helps people most."""
        close = [paths.path(each) for each in worths.close]
        wishes = raised_by(game, self._people) if len(close) > 1 else {}
        self._wishes = {}
        if not wishes:
            return paths.path(worths.best)
        wanted = {term for wish in wishes.values() for term in wish}
        before = start.terms(seat)
        ends = [walked(start, seat, path).end.terms(seat) for path in close]
        helped = [help_for(wanted, before, end) for end in ends]
        if max(helped) > min(helped):
            self._wishes = wishes
        return close[helped.index(max(helped))]

    def hints(self, game: Game, seat: int) -> Iterator[Hint]:
        """Yield hints for the current decision of a seat, each better than the one before.

        The last one is what `play` would do here. The game stays as it is.
        """
        game = game.fork()
        game.turn_to(seat)
        seek_judgement(game)
        seed = self._first_seed + 1
        start = self._suspicions.imagine(game, seat, seed)
        begun, there = _begun(game, seat)
        only = len(there.answers(seat, 2)) == 1
        undecided = False
        if not only:
            ahead = self._suspicions.imagine(there, seat, seed) if begun else start
            deeds = _deeds(ahead, seat)
            undecided = len(deeds) > 1 and len({deed.worth for deed in deeds}) == 1
            quick = max(deeds, key=by_worth).path if deeds else (ahead.open_answers(seat, 1)[0],)
            yield self._told(start, seat, begun + quick, 1)
            narrow = self._like(replace(self._budget, width=NARROW_WIDTH)).plan(there, seat)
            yield self._told(start, seat, begun + narrow, 2)
        path = begun + self._like(self._budget).plan(there, seat)
        best = self._told(start, seat, path, 3, only)
        best = replace(best, undecided=undecided and not best.reasons)
        if not only:
            yield best
        with game.rationed(Ration(RISKS)):
            risks = self._risks(game, start, seat, path, seed) if not only else ()
        chances = None if only else _per_cent(chances_with(game, seat, path, seed))
        note = "" if chances is None else game.machine.judgement_note
        yield replace(best, number=4, risks=risks, chances=chances, note=note, final=True)

    def _like(self, budget: Budget) -> ThinkerBot:
        """Return a bot that suspects the same, and has not thought yet."""
        return ThinkerBot(self._first_seed, budget, self._suspicions)

    def remark(self, game: Game, seat: int) -> Hint:
        """Return what the bot, which has just planned in this position, is after, without risks."""
        game, start = self._as_planned(game, seat)
        hint = self._told(start, seat, self._planned, 1, len(game.answers(seat, 2)) == 1, WHOLE)
        end = walked(start, seat, self._planned).end
        return replace(hint, helps=helps_for(start, end, seat, self._first_seed, self._wishes))

    def request(self, game: Game, seat: int) -> Hint:
        """Return why the bot, which has just planned in this position, does what others must agree to.

        What that alone changes is the reason; if it is nothing, what the whole plan changes.
        """
        _, start = self._as_planned(game, seat)
        first = walked(start, seat, self._planned).first
        reasons, _ = reasons_for(start, first, first, seat, self._first_seed)
        hint = self._told(start, seat, self._planned, 1)
        return replace(hint, reasons=reasons or hint.reasons)

    def _as_planned(self, game: Game, seat: int) -> tuple[Game, Game]:
        """Return a copy of the game, and the determinisation in which the bot has planned."""
        game = game.fork()
        game.turn_to(seat)
        return game, self._suspicions.imagine(game, seat, self._first_seed + 1)

    def _told(
        self, start: Game, seat: int, path: Path, number: int, only: bool = False, detail: Detail = BRIEF
    ) -> Hint:
        walk = walked(start, seat, path)
        reasons, costs = reasons_for(start, walk.first, walk.end, seat, self._first_seed, detail)
        return Hint(number, tuple(walk.moves[:SHOWN]), reasons, costs, scored=start.is_rated, only=only)

    def _risks(self, game: Game, start: Game, seat: int, path: Path, seed: int) -> tuple[HintRisk, ...]:
        """Count what goes wrong until the end of the turn, with the advice and without."""
        idle = _idle(start, seat)
        lost = [0, 0]
        moved: dict[str, list[int]] = {each: [0, 0] for each in start.feared}
        games = 0
        try:
            for number in range(GAMES):
                world = self._suspicions.imagine(game, seat, seed * RISK_SEED + number)
                ends = [_end_of_turn(world.fork(), seat, way) for way in (idle, path)]
                if None in ends:
                    continue
                games += 1
                for at, end in enumerate(turn_end for turn_end in ends if turn_end is not None):
                    lost[at] += end.lost
                    for track, place in end.feared.items():
                        moved[track][at] += place != world.feared[track]
        except SpentError:
            pass  # the games that were finished count
        counted = {"": lost, **moved}
        return tuple(HintRisk(track, each[0], each[1], games) for track, each in counted.items() if games)


def _begun(game: Game, seat: int) -> tuple[Path, Game]:
    """Return the answers without an alternative that begin an action, and the game where it asks more."""
    begun: Path = ()
    while len(first := game.answers(seat, 2)) == 1:
        still = game.fork(still=True)
        if not still.foresee(first[0]) or not still.inside or still.seat != seat:
            break
        begun, game = (*begun, first[0]), game.fork()
        game.answer(first[0])
    return begun, game


def _per_cent(chances: tuple[float, float] | None) -> tuple[int, int] | None:
    return None if chances is None else (round(100 * chances[0]), round(100 * chances[1]))


def _deeds(start: Game, seat: int) -> list[Way]:
    """Return the single actions, as many as there is fuel for."""
    ways: list[Way] = []
    outlook = Outlook(start, seat, EASY)
    try:
        with start.rationed(Ration(QUICK)):
            ways.extend(way for way, _ in outlook.deeds(Way(start, 0, ())))
    except SpentError:
        pass  # those that were found until then
    return ways


def walked(start: Game, seat: int, path: Path) -> Walk:
    """Follow a plan up to where chance decides.

    What a rule asks after an action is told with that action, and what is left undone is not told.
    """
    game, first, moves = start.fork(still=True), start, list[HintMove]()
    labels: list[str] = []
    belongs = False
    keys: list[str] = []
    refs: list[Ref] = []
    for answer in path:
        if game.seat != seat or answer not in game.answers(seat, BROAD):
            break
        option, before = game.option(answer), game.fork()
        belongs = belongs if keys else bool(moves) and not game.offers
        if answer is not None or game.offers or not (keys or moves):
            labels.append(option.label)
        keys.append(option.key)
        refs += () if option.of is None else (option.of,)
        goes_on = game.foresee(answer)
        labels += _given_by_itself(game, before, seat, only_steps=not goes_on)
        goes_on = goes_on and _agreed(game, seat)
        if goes_on and game.inside and game.seat == seat:
            continue
        if keys != [GO_ON] or not moves:
            _add(moves, labels, keys, refs, belongs)
        labels, keys, refs = [], [], []
        if first is start:
            first = game.fork()
        if not goes_on or game.turns != start.turns:
            break
    _add(moves, labels, keys, refs, belongs)
    return Walk(moves, first, game)


def _add(moves: list[HintMove], labels: list[str], keys: list[str], refs: list[Ref], belongs: bool) -> None:
    """Add an action, or what was asked after the last one, to the moves."""
    if labels and belongs:
        last = moves[-1]
        moves[-1] = replace(last, steps=(*last.steps, *labels), of=(*last.of, *refs))
    elif labels:
        moves.append(HintMove(labels[0], tuple(labels[1:]), STEP.join(keys), tuple(refs)))


def _given_by_itself(game: Game, before: Game, seat: int, only_steps: bool) -> Iterator[str]:
    """Yield the labels of steps with only one answer, except numbers, the seat itself and open windows."""
    for key, *names in game.forced(before, only_steps):
        label = shown(key, names)
        if label not in (GO_ON, game.players[seat]) and not label.isdigit():
            yield label


def shown(key: str, names: Sequence[str]) -> str:
    """Return what players read for an answer; if its key is that, its name in the rules comes next."""
    return key if not names or names[0] == identifier(key) else names[0]


def _agreed(game: Game, seat: int) -> bool:
    while consents(game, seat):
        if not game.foresee(True):
            return False
    return True


class _TurnEnd(NamedTuple):
    """Where the feared tracks stand as a turn is over, and whether it lost the game."""

    feared: dict[str, int]
    lost: bool


def _end_of_turn(game: Game, seat: int, way: Path) -> _TurnEnd | None:
    """Play a turn to its end; what the next turn does by itself does not count. None: a rule fails."""
    turn, ends = game.turns, list[dict[str, int]]()

    def watch() -> None:
        if game.turns != turn and not ends:
            ends.append(game.feared)

    with game.watching(watch):
        if not play_out(game, seat, way):
            return None
    outcome = game.outcome if game.turns == turn else None
    lost = outcome is not None and outcome.results[seat] == "lost"
    return _TurnEnd(ends[0] if ends else game.feared, lost)


def _idle(start: Game, seat: int) -> Path:
    """Return the answers that change the score least until the turn is over: to pass, where one can."""
    game, path = start.fork(still=True), list[object]()
    for _ in range(THINKER.depth):
        if game.seat != seat or game.turns != start.turns:
            break
        worth = worth_of(game, seat)
        try:
            ways = [way for way, _ in Outlook(game, seat, EASY).deeds(Way(game, 0, ()))]
        except SpentError:
            break
        if not ways:
            break
        least = min(ways, key=lambda way: abs(way.worth - worth))
        path += least.path
        game = game.fork(still=True)
        if not all(game.foresee(answer) and _agreed(game, seat) for answer in least.path):
            break
    return tuple(path)
