"""Checks the guides in the folder of a scenario: reads each, and plays it from its start.

Every choice must be open at its moment, and every thing that a step points at must be there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Source
from lazaretto.rules.errors.did_you_mean import did_you_mean, listed
from lazaretto.rules.guides import messages as say
from lazaretto.rules.guides.guide import Guide, GuidedAnswer, GuideStep, answered
from lazaretto.rules.guides.read_guide import WrittenGuide, WrittenStep, read_guide
from lazaretto.rules.link.find_scenarios import GUIDE_ENDING, guide_names
from lazaretto.rules.load_program import load
from lazaretto.rules.run.errors import ChoiceError, RuleError, StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.views.decision_wording import GO_ON, Option
from lazaretto.rules.run.views.text_rendering import Ref
from lazaretto.rules.run.views.view_types import View

NAMED = 12
"""How many open choices a mistake names."""

MOMENTS = 50
"""How many moments in a row a guide lets pass at most."""


def play_guide(program: Program, written: WrittenGuide) -> Guide | tuple[Diagnostic, ...]:
    """Play a guide; return it with its answers as records name them, or its mistakes.

    After a choice that is not open, only the rest of the spots are checked: later choices depend on it.
    """
    try:
        game = program.start(seed=written.seed, players=written.players, options=written.options)
        view = game.view(None)
    except (StartError, RuleError) as error:
        return (diagnose(say.NO_START, written.span, reason=error.text),)
    trial = _Trial(game, *_spots(view))
    steps = [trial.step(step) for step in written.steps]
    if trial.mistakes:
        return tuple(trial.mistakes)
    return Guide(written.name, written.title, tuple(steps))


@dataclass(slots=True)
class _Trial:
    game: Game
    spots: dict[str, Ref]
    names: list[str]
    """The names of the spots, as players read them."""
    mistakes: list[Diagnostic] = field(default_factory=list)
    stuck: bool = False

    def step(self, step: WrittenStep) -> GuideStep:
        """Make the choice of a step, if it has one, and return what is known about the step."""
        show = tuple(self._shown(step))
        if not step.choose or self.stuck:
            return GuideStep(step.text, show)
        labels: list[str] = []
        before = len(answered(self.game.record().choices))
        try:
            self._choose(step, labels)
        except ChoiceError as error:
            self.stuck = True
            self.mistakes.append(self._refused(step, error))
        except RuleError as error:
            self.stuck = True
            self.mistakes.append(diagnose(say.RULE_FAILS, step.span, reason=error.text))
        made = answered(self.game.record().choices)[before:]
        labels += [""] * (len(made) - len(labels))
        answers = [GuidedAnswer(*each, label) for each, label in zip(made, labels, strict=False)]
        return GuideStep(step.text, show, tuple(answers))

    def _choose(self, step: WrittenStep, labels: list[str]) -> None:
        """Make a choice step by step, after the moments in which it is not open are passed.

        Raises:
            ChoiceError: it is not open; the steps before it may have been made.
            RuleError: a rule failed.
        """
        seat, path = self._speaker(step.choose)
        self._pass(path, seat)
        start = self.game.fork()
        try:
            self._answer([each.strip() for each in path.split(STEP.strip())], seat, labels)
        except ChoiceError as error:
            asked = start.seat if seat is None else seat
            whole = start.refusal(path, asked) if asked is not None else None
            raise whole or error from None

    def _answer(self, steps: list[str], seat: int | None, labels: list[str]) -> None:
        while steps:
            key, earlier = steps.pop(0), self.game.fork()
            number = len(answered(self.game.record().choices))
            options = self._options()
            self.game.choose(key, seat, by_name=True)
            self.game.skip_forced(steps, earlier, by_name=True)
            for mine, made in answered(self.game.record().choices)[number:]:
                labels.append(_label(options, mine, made))

    def _pass(self, path: str, seat: int | None) -> None:
        """Let moments pass in which somebody could act, until the choice is open or nothing can pass."""
        for _ in range(MOMENTS):
            decision = self.game.decision
            if decision is None or all(option.key != GO_ON for option in decision.options):
                return
            asked = self.game.seat if seat is None else seat
            if asked is not None and self.game.refusal(path, asked) is None:
                return
            self.game.choose(GO_ON)

    def _speaker(self, choice: str) -> tuple[int | None, str]:
        """Return the seat that a choice names, as in records, and the rest of it."""
        name, colon, path = choice.partition(":")
        if colon and name.strip() in self.game.players:
            return self.game.players.index(name.strip()), path.strip()
        return None, choice

    def _options(self) -> tuple[Option, ...]:
        decision = self.game.decision
        return () if decision is None else decision.options

    def _refused(self, step: WrittenStep, error: ChoiceError) -> Diagnostic:
        decision, outcome = self.game.decision, self.game.outcome
        if outcome is not None:
            return diagnose(say.OVER, step.span, reason=outcome.reason)
        assert decision is not None
        seat, path = self._speaker(step.choose)
        asked = decision.seat if seat is None else seat
        keys = [option.key for option in decision.options if option.why_not is None and option.seat == asked]
        last = path.split(STEP.strip())[-1].strip()
        names = listed(keys[:NAMED])
        help = did_you_mean(last, keys) or say.NOT_OPEN.helped(player=self.game.players[asked], names=names)
        return diagnose(say.NOT_OPEN, step.span, help, choice=step.choose, reason=error.text)

    def _shown(self, step: WrittenStep) -> Iterator[Ref]:
        for name, span in step.show:
            ref = self.spots.get(name.casefold())
            if ref is not None:
                yield ref
            else:
                help = did_you_mean(name, self.names) or say.NO_SPOT.helped()
                self.mistakes.append(diagnose(say.NO_SPOT, span, help, name=name))


def _spots(view: View) -> tuple[dict[str, Ref], list[str]]:
    """Return everything that a board can show, by its names in small letters, and its names."""
    refs: dict[str, Ref] = {}
    names: list[str] = []
    for kind, things in view.things.items():
        if view.kinds[kind].shape in ("place", "area"):
            names += (each.label for each in things)
            for thing in things:
                for name in (thing.label, thing.key):
                    refs.setdefault(name.casefold(), Ref(kind, thing.key))
    for link in view.links:
        for name in (link.label, link.key):
            refs.setdefault(name.casefold(), Ref(link.kind, link.key))
    return refs, [*names, *(each.label for each in view.links)]


def _label(options: tuple[Option, ...], seat: int, key: str) -> str:
    """Return the label of the option with a key; a list of several is its own label."""
    return next((option.label for option in options if option.key == key and option.seat == seat), key)


@dataclass(frozen=True, slots=True)
class CheckedGuide:
    """A guide that can be played, or its mistakes."""

    name: str
    file: str
    """The name of the file in mistakes."""
    guide: Guide | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source | None


def check_guides(folder: Path, scenario: str, search: Sequence[Path] = ()) -> Iterator[CheckedGuide]:
    """Yield every guide of a scenario that has no mistakes itself."""
    for name in guide_names(folder):
        read = read_guide(folder, scenario, name)
        found: Guide | tuple[Diagnostic, ...] = read.diagnostics
        if read.guide is not None:
            found = _played(folder, read.guide, search)
        guide, mistakes = (found, ()) if isinstance(found, Guide) else (None, found)
        yield CheckedGuide(name, f"{scenario}/{name}{GUIDE_ENDING}", guide, mistakes, read.source)


def mistakes_of_guides(
    folder: Path, scenario: str, search: Sequence[Path], sources: dict[str, Source]
) -> list[Diagnostic]:
    """Return the mistakes of all guides of a scenario; their texts are added to the sources."""
    checked = tuple(check_guides(folder, scenario, search))
    sources.update({guide.file: guide.source for guide in checked if guide.source is not None})
    return [mistake for guide in checked for mistake in guide.diagnostics]


def _played(folder: Path, written: WrittenGuide, search: Sequence[Path]) -> Guide | tuple[Diagnostic, ...]:
    plain = load(folder, search=search)
    if plain.program is None:
        return plain.diagnostics
    wrong = wrong_parts(plain.program, written)
    if wrong:
        return wrong
    program = plain.program
    if written.parts:
        loaded = load(folder, switches=frozenset(written.parts), search=search)
        if loaded.program is None:
            return loaded.diagnostics
        program = loaded.program
    return play_guide(program, written)


def wrong_parts(program: Program, written: WrittenGuide) -> tuple[Diagnostic, ...]:
    """Return a mistake for each part of a guide that the scenario does not have."""
    known = [switch.name for switch in program.switches]
    return tuple(
        diagnose(
            say.NO_PART,
            written.parts_span,
            did_you_mean(part, known) or (say.NO_PART.helped(names=listed(known)) if known else ""),
            part=part,
        )
        for part in written.parts
        if part not in known
    )
