"""Runs the tests in a scenario's rules, in several modes that must agree, and reports its guides beside them.

The modes are: plain; forked at every decision; saved and loaded; replayed from the given answers; undone and
redone. Each mode plays the same lines and must reach the same state. `arrangements` says with which optional
parts the tests of a scenario run. A test of a used scenario that fails by a fault of a rule that it does not
know is told apart from one that comes out differently.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.message import MessageText, with_commas
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.backends import BACKENDS, backend_named
from lazaretto.rules.build import Linked, TooDeepError, compile_linked, link, parse_once
from lazaretto.rules.guides import messages as say
from lazaretto.rules.guides.check_guides import check_guides
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import RULES, TESTS, read_pack
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.model import test_cases
from lazaretto.rules.model.tree import PileValue
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import ChoiceError, MessageError, RuleError, StartError
from lazaretto.rules.run.game import Game, goals_reached
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.secrets.determinize import sees
from lazaretto.rules.run.state import load_state, save_state
from lazaretto.rules.run.views.text_rendering import label
from lazaretto.rules.tools import messages as messages


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result of one test; `failure` is None if it passed."""

    name: str
    file: str
    line: int
    failure: str | None
    inherited: bool = False
    """Whether it belongs to a used scenario: then a failure shows that this one changes its behaviour."""
    fault: bool = False
    """Whether a rule went wrong that the test's own scenario does not know: that is never meant."""

    @property
    def changed(self) -> bool:
        """Whether a test of a used scenario comes out differently, without a fault of a rule."""
        return self.failure is not None and self.inherited and not self.fault


@dataclass(frozen=True, slots=True)
class Tested:
    """The results of all tests of a scenario, or the mistakes that prevent running them."""

    results: tuple[TestResult, ...]
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    unfit: tuple[TestResult, ...] = ()
    """Tests of used scenarios that no longer apply, with the first mistake of each."""


def _guide_results(folder: Path, scenario: str, search: Sequence[Path] = ()) -> Iterator[TestResult]:
    """Yield a result for each guide; the first mistake is the failure."""
    for guide in check_guides(folder, scenario, search):
        first = next(iter(guide.diagnostics), None)
        line = 1 if first is None else first.span.line
        failure = None if first is None else say.FAILURE(line=line, message=first.message)
        yield TestResult(say.NAME(name=guide.name), guide.file, line, failure)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Switches with which a scenario is tested, and the files whose tests run with them: None means all."""

    switches: frozenset[str]
    files: frozenset[str] | None = None
    part: str = ""
    """The optional part that these tests belong to."""

    def wants(self, case: test_cases.Case) -> bool:
        """Whether a test runs with these switches."""
        return self.files is None or case.span.file in self.files


def with_parts(pack: Pack, switches: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """Return switches that turn some of a scenario's own parts on, too, and off what excludes them."""
    parts = pack.manifest.optional
    on = {switch.name for switch in pack.switches if switch.on and switch.name in parts}
    apart = {
        other
        for other in on - names
        for name in names
        if other in parts[name].excludes or name in parts[other].excludes
    }
    return (switches - {f"-{name}" for name in names} - apart) | names | {f"-{other}" for other in apart}


def arrangements(pack: Pack, switches: frozenset[str] = frozenset()) -> tuple[Arrangement, ...]:
    """Return a scenario's own switches, and for each disabled part the switches for that part's tests.

    Parts that exclude the tested part are switched off.
    """
    found = [Arrangement(switches)]
    on = {switch.name for switch in pack.switches if switch.on}
    for name, part in pack.manifest.optional.items():
        if name not in on:
            wanted = with_parts(pack, switches, frozenset({name}))
            own = (each if "/" in each else f"{pack.manifest.name}/{each}" for each in part.modules)
            files = frozenset(f"{module}{ending}" for module in own for ending in (RULES, TESTS))
            found.append(Arrangement(wanted, files, name))
    return tuple(found)


LAST_LINES = 3
"""How many lines of the log a failed test tells."""


def _wrong_log(step: test_cases.Says, said: Sequence[str]) -> str | None:
    """Return what is wrong with the log."""
    found = next((each for each in said if step.text in each), None)
    if found is not None:
        return messages.SAID(text=step.text, line=found) if step.negated else None
    if step.negated:
        return None
    last = with_commas(f"`{each}`" for each in said[-LAST_LINES:])
    return messages.NEVER_SAID_BUT(text=step.text, last=last) if last else messages.NEVER_SAID(text=step.text)


def _wrong_goal(step: test_cases.Goal, game: Game) -> str | None:
    """Return what is wrong with a goal: some seat reaches it, or none does."""
    if game.outcome is None:
        return messages.NOT_OVER()
    reached = any(step.text in goals_reached(game, seat) for seat in range(len(game.players)))
    if reached == step.negated:
        return (messages.REACHED if reached else messages.NOT_REACHED)(goal=step.text)
    return None


def _wrong_standing(step: test_cases.Ends, game: Game) -> str | None:
    """Return what is wrong with the points and the rank of a seat, or of every seat with the result."""
    if step.points is None and step.rank is None:
        return None
    outcome = game.outcome
    if outcome is None:
        return messages.NOT_OVER()
    points, ranks = game._state.points, game._state.ranks
    everyone = range(len(game.players))
    seats = [step.seat] if step.seat is not None else [
        seat for seat in everyone if outcome.results[seat] == step.result
    ]  # fmt: skip
    for seat in seats:
        if step.points in (None, points[seat] if points else None) and step.rank in (None, ranks[seat]):
            return None
    texts = [
        messages.STANDS(player=game.players[seat], points=points[seat], rank=ranks[seat])
        if points
        else messages.RANKED(player=game.players[seat], rank=ranks[seat])
        for seat in seats
    ]
    return messages.OTHER_STANDING(found=", ".join(texts))


def _is_fault_of_mod(failure: str, file: str, uses: Mapping[str, frozenset[str]]) -> bool:
    """Whether a failure is the error of a rule that the scenario of the test's file does not build on."""
    known = uses.get(_scenario(file))
    if known is None:
        return False
    return any(scenario in uses and scenario not in known for scenario in _scenarios(failure))


def _scenarios(failure: str) -> Iterator[str]:
    """Yield the scenarios of the rules that an error is about: where it arose, and whose changes conflict."""
    if not isinstance(failure, MessageText):
        return
    for gap, value in failure.gaps.items():
        if gap in ("fault", "failure"):
            yield from _scenarios(str(value) if not isinstance(value, MessageText) else value)
        elif gap in ("place", "one", "other"):
            yield _scenario(str(value).rpartition("(")[2])


def _scenario(path: str) -> str:
    return path.partition("/")[0]


MODES = ("plain", "forked", "saved", "replayed", "undone")


def run(
    folder: Path,
    *,
    search: Sequence[Path] = (),
    modes: Sequence[str] = MODES,
    switches: frozenset[str] = frozenset(),
    backend: str = BACKENDS[0],
) -> Tested:
    """Run the tests of a scenario; those of an optional part run with the part switched on."""
    pack, problems, read = read_pack(folder, switches=switches, search=search, tests=True)
    if pack is None:
        return Tested((), problems, read)
    results: dict[tuple[str, int], TestResult] = {}
    unfit: dict[tuple[str, int], TestResult] = {}
    sources: dict[str, Source] = {}
    parsing = parse_once()
    for arrangement in arrangements(pack, switches):
        linked = link(folder, arrangement.switches, search, parsing=parsing)
        sources.update(linked.sources)
        try:
            tables = compile_linked(linked, backend_named(backend, brief=True))
        except TooDeepError as error:
            return Tested((), (error.diagnostic,), sources)
        if tables is None or linked.checked is None:
            return Tested((), linked.diagnostics, sources)
        bench = Bench(tables, linked)
        for case in linked.checked.cases:
            place = case.span.file, case.span.line
            if case.unfit:
                unfit[place] = TestResult(case.name, *place, case.unfit, case.inherited)
            elif arrangement.wants(case) and (place not in results or results[place].failure is None):
                failure = _failure(bench, case, modes)
                fault = failure is not None and _is_fault_of_mod(failure, case.span.file, pack.naming.uses)
                if failure is not None and arrangement.part:
                    failure = messages.WITH_PART(failure=failure, part=arrangement.part)
                results[place] = TestResult(case.name, *place, failure, case.inherited, fault)
    every = (*results.values(), *_guide_results(folder, pack.manifest.name, search))
    return Tested(
        every, (), sources, tuple(result for place, result in unfit.items() if place not in results)
    )


def _failure(bench: "Bench", case: test_cases.Case, modes: Sequence[str]) -> str | None:
    for mode in modes:
        failure = bench.run(case, mode)
        if failure is not None:
            return failure if mode == "plain" else messages.IN_MODE[mode](failure=failure)
    return None


class _FailedError(MessageError):
    """A line of a test failed, or the whole test if no line is given."""

    def __init__(self, failure: str, line: int | None = None) -> None:
        super().__init__(failure if line is None else messages.AT_LINE(line=line, failure=failure))


class Bench:
    """A compiled game with its tests, ready to run them."""

    def __init__(self, tables: CompiledGame, linked: Linked) -> None:
        self.machine = Machine(tables)
        self.linked = linked
        self.numbers = Numbering(linked.checked.world).procedures if linked.checked is not None else {}
        """The numbers of procedures, including those of test lines."""
        self.ends: dict[str, object] = {}

    def run(self, case: test_cases.Case, mode: str) -> str | None:
        """Run one test in one mode; return the failure, or None."""
        try:
            game = bare(self.machine, case.seed, case.players, case.options)
            trial = _Trial(self.machine, game, mode)
            for step in case.steps:
                self._step(trial, step)
            trial.finish(case.ends_open)
        except (_FailedError, RuleError, ChoiceError, StartError) as error:
            return error.text
        end = trial.game.snapshot()
        if mode == "plain":
            self.ends[case.name] = end
        elif case.name in self.ends and self.ends[case.name] != end:
            return messages.OTHER_END()
        return None

    def _step(self, trial: "_Trial", step: test_cases.CaseStep) -> None:
        here = step.span.line
        match step:
            case test_cases.Open():
                trial.left_open = here
            case test_cases.Fate(values):
                trial.fate(tuple(trial.value(self.numbers[value]) for value in values))
            case test_cases.Happens(procedure, given):
                trial.happen(self.numbers[procedure], given, here)
            case test_cases.Does(seat, choice):
                trial.does(seat, choice, here)
            case test_cases.NextGame():
                trial.next_game(here)
            case test_cases.Holds(procedure):
                if not trial.value(self.numbers[procedure]):
                    raise _FailedError(self._does_not_hold(trial, step), here)
            case test_cases.May():
                trial.may(step, here)
            case test_cases.Asks(seat, prompt):
                trial.asks(seat, prompt, here)
            case test_cases.Ends():
                trial.ends(step.seat, step.result, step.reason, here)
                trial.stands(step, here)
            case test_cases.Goal():
                _passes(_wrong_goal(step, trial.game), here)
            case test_cases.Says():
                _passes(_wrong_log(step, trial.said()), here)
            case test_cases.Sees():
                self._sees(trial, step, here)

    def _does_not_hold(self, trial: "_Trial", step: test_cases.Holds) -> str:
        text = self._text(step.span)
        if step.sides is None:
            return messages.DOES_NOT_HOLD(text=text)
        try:
            value = trial.value(self.numbers[step.sides])
        except RuleError:  # what stands behind an `and` may need what stands before it
            return messages.DOES_NOT_HOLD(text=text)
        sides = label(self.machine.tables, trial.game.players, ("text",), value)
        return messages.SIDES_DO_NOT_HOLD(text=text, sides=sides)

    def _text(self, span: Span) -> str:
        source = self.linked.sources.get(span.file)
        return source.line(span.line).strip() if source is not None else ""

    def _sees(self, trial: "_Trial", step: test_cases.Sees, here: int) -> None:
        index = trial.value(self.numbers[step.index]) if step.index is not None else 0
        state = trial.game._state
        thing = step.thing
        if isinstance(thing, PileValue):
            owner = thing.pile.owner
            seen = step.seat in state.seen[thing.pile.first + index - (owner.first if owner else 0)]
        else:
            owner = thing.variable.owner
            info = next(
                variable
                for variable in self.machine.tables.variables
                if variable.offset == thing.variable.offset
            )
            place = index - (owner.first if owner else 0)
            seen = sees(self.machine, state, info, place, step.seat)
        if seen == step.negated:
            raise _FailedError(messages.DOES_NOT_HOLD(text=self._text(step.span)), here)


def _passes(failure: str | None, here: int) -> None:
    if failure is not None:
        raise _FailedError(failure, here)


class _Trial:
    """One run of one test."""

    def __init__(self, machine: Machine, game: Game, mode: str) -> None:
        self.machine = machine
        self.game = game
        self.mode = mode
        self.left_open: int | None = None
        """The line that leaves a decision open."""

    def value(self, procedure: int) -> Any:
        """Return the result of a pure procedure."""
        game = self.game.fork()
        with self.machine.looking(game._state):
            found: Any = self.machine.plain(procedure)(game._state)
        return found

    def fate(self, values: tuple[object, ...]) -> None:
        """Fix the next random results."""
        game = self.game
        game._state.fate = (*game._state.fate, *values)
        game.begin_here()

    def said(self) -> tuple[str, ...]:
        """Return every line of the log, including secret ones."""
        found = [*self.game.log(None)]
        for seat in range(len(self.game.players)):
            found += [each for each in self.game.log(seat) if each not in found]
        return tuple(found)

    def happen(self, procedure: int, given: bool, here: int) -> None:
        """Run a statement of the test."""
        game = self.game
        if game._pending is not None and not given:
            raise _FailedError(messages.MUST_ANSWER_FIRST(decision=self._open()), here)
        if game._state.over is not None:
            reason = game.outcome.reason if game.outcome else ""
            raise _FailedError(messages.OVER_BEFORE(reason=reason), here)
        if game._pending is not None:
            self._aside(procedure, here)
            return
        game._pending = self.machine.call(game._state, procedure)
        if given and game._pending is not None:
            raise _FailedError(messages.GIVEN_ASKS(), here)
        game.begin_here()
        self._invariants(here)

    def next_game(self, here: int) -> None:
        """Begin the next game of the campaign with what this one hands on."""
        if self.game.outcome is None:
            raise _FailedError(messages.NOT_OVER(), here)
        if self.game.campaign_over:
            raise _FailedError(messages.CAMPAIGN_OVER(), here)
        game = self.game
        kept = game.handed_on()
        self.game = bare(self.machine, game._seed + 1, game.players, game._options, kept)

    def _aside(self, procedure: int, here: int) -> None:
        """Run a set-up statement while a decision is open."""
        state = self.game._state
        stack, ask = state.stack, state.ask
        state.stack, state.ask = [], None
        if self.machine.call(state, procedure) is not None:
            raise _FailedError(messages.GIVEN_ASKS(), here)
        if state.over is not None:
            raise _FailedError(messages.GIVEN_ENDS(), here)
        state.stack, state.ask = stack, ask
        self.game._pending = self.machine.pending(state)
        self.game.begin_here()

    def _invariants(self, here: int) -> None:
        broken = self.game.broken()
        if broken:
            raise _FailedError(messages.INVARIANT_BROKEN(name=broken[0]), here)

    def _open(self) -> str:
        decision = self.game.decision
        if decision is None:
            return messages.NO_DECISION()
        return messages.DECISION(player=decision.player, prompt=decision.prompt)

    def does(self, seat: int, choice: str, here: int) -> None:
        """Answer for a player, in the way of the mode."""
        if self.game._pending is None:
            raise _FailedError(messages.NOBODY_ASKED(), here)
        start = self.game.fork()
        try:
            parts = [each.strip() for each in choice.split(STEP)]
            while parts:
                part = parts.pop(0)
                earlier = self.game.fork()
                other = self.game.fork() if self.mode == "forked" else None
                if self.mode == "saved":
                    self._save_and_load()
                if self.mode == "undone":
                    self._there_and_back(part, seat, here)
                self.game.choose(part, seat, by_name=True)
                if other is not None:
                    other.choose(part, seat, by_name=True)
                    if other.snapshot() != self.game.snapshot():
                        raise _FailedError(messages.OTHER_FORK(), here)
                self.game.skip_forced(parts, earlier, by_name=True)
        except ChoiceError as error:
            whole = start.refusal(choice, seat) if self.game.outcome is None else None
            raise self._refused(choice, whole or error, here) from None
        if self.mode == "replayed":
            self._replay(here)
        self._invariants(here)

    def _refused(self, choice: str, error: ChoiceError, here: int) -> _FailedError:
        decision = self.game.decision
        if decision is None:
            return _FailedError(messages.REFUSED(choice=choice, reason=error.text), here)
        keys = [option.key for option in decision.options if option.why_not is None]
        failure = messages.REFUSED_OF(
            choice=choice, reason=error.text, player=decision.player, names=", ".join(keys[:12])
        )
        return _FailedError(failure, here)

    def _save_and_load(self) -> None:
        """Serialise and deserialise the state."""
        game = self.game
        game._state = load_state(save_state(game._state), game._state)
        game._pending = self.machine.pending(game._state)

    def _there_and_back(self, part: str, seat: int, here: int) -> None:
        before = self.game.snapshot()
        trial = self.game.fork()
        trial.choose(part, seat, by_name=True)
        try:
            trial.undo()
        except ChoiceError:
            return
        if trial.snapshot() != before:
            raise _FailedError(messages.OTHER_UNDO(choice=part), here)

    def _replay(self, here: int) -> None:
        again = self.game.fork()
        again.replay(self.game._entries())
        if again.snapshot() != self.game.snapshot():
            raise _FailedError(messages.OTHER_REPLAY(), here)

    def may(self, step: test_cases.May, here: int) -> None:
        """Check whether a choice is open, and if not, why."""
        trial = self.game.fork()
        reason = None
        try:
            trial.choose(step.choice, step.seat, by_name=True)
        except ChoiceError as error:
            reason = error.text
        player = self.game.players[step.seat]
        if not step.negated and reason is not None:
            raise _FailedError(messages.MAY_NOT(player=player, choice=step.choice, reason=reason), here)
        if step.negated and reason is None:
            raise _FailedError(messages.MAY(player=player, choice=step.choice), here)
        if step.negated and step.because is not None and step.because not in str(reason):
            raise _FailedError(messages.OTHER_REASON(reason=reason), here)

    def asks(self, seat: int | None, prompt: str | None, here: int) -> None:
        """Check who is asked."""
        decision = self.game.decision_of(seat)
        if seat is None:
            if decision is not None:
                raise _FailedError(messages.STILL_ASKED(decision=self._open()), here)
            return
        if decision is None or seat not in self.game.waiting:
            player = self.game.players[seat]
            raise _FailedError(messages.NOT_ASKED(player=player, decision=self._open()), here)
        if prompt is not None and prompt not in decision.prompt:
            raise _FailedError(messages.OTHER_QUESTION(prompt=decision.prompt), here)

    def ends(self, seat: int | None, result: str, reason: str | None, here: int) -> None:
        """Check how the game ended, for all or for one seat."""
        if seat is not None:
            self._ended(seat, result, reason, here)
            return
        outcome = self.game.outcome
        if outcome is None:
            raise _FailedError(messages.NOT_OVER(), here)
        if result not in outcome.results:
            results = ", ".join(outcome.results)
            raise _FailedError(messages.OTHER_RESULT(results=results, reason=outcome.reason), here)
        if not any(self._tells(reason, each) for each in (outcome.reason, *outcome.reasons)):
            raise _FailedError(messages.OTHER_END_REASON(reason=outcome.reason), here)

    def _tells(self, reason: str | None, words: str) -> bool:
        """Whether the reason that a test expects is part of these words, or an older form of them."""
        return reason is None or reason in words or self.machine.tables.former.same_ending(words, reason)

    def _ended(self, seat: int, result: str, reason: str | None, here: int) -> None:
        found = self.game._state.results[seat]
        player = self.game.players[seat]
        if found is None:
            raise _FailedError(messages.NOT_OVER_FOR(player=player), here)
        words = self.game._said(found[1])
        if found[0] != result or not self._tells(reason, words):
            raise _FailedError(messages.OTHER_RESULT_FOR(player=player, result=found[0], reason=words), here)

    def stands(self, step: test_cases.Ends, here: int) -> None:
        """Check the points and the rank, of one seat or of any with the result."""
        _passes(_wrong_standing(step, self.game), here)

    def finish(self, ends_open: bool) -> None:
        """Check whether a decision is open at the end of the test."""
        if self.game._pending is not None and not ends_open:
            raise _FailedError(messages.LEFT_OPEN(decision=self._open()))
        if self.game._pending is None and ends_open:
            said = messages.NOTHING_LEFT if self.left_open is None else messages.NOTHING_OPEN
            raise _FailedError(said(), self.left_open)
