"""Reads the file of a guide: TOML, whose keys and types are checked here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.errors.did_you_mean import listed
from lazaretto.rules.guides import messages as say
from lazaretto.rules.guides.guide import ASIDES, LINES, asides, wrapped
from lazaretto.rules.link import messages as files
from lazaretto.rules.link.find_scenarios import GUIDE_ENDING
from lazaretto.rules.link.safe_files import read_file
from lazaretto.rules.link.toml_positions import Document, Path as Way, read_toml

LARGEST = 200_000
"""The maximum size of a guide in bytes."""

MOST_STEPS = 400
"""The maximum number of steps."""

_EXAMPLES = {
    "title": 'title = "Lesson"',
    "description": 'description = "Basics"',
    "players": 'players = ["Anna", "Ben"]',
    "seed": "seed = 7",
    "options": "options.level = 2",
    "parts": 'parts = ["other_part"]',
    "step": "[[step]]",
    "text": 'text = "Look."',
    "show": 'show = ["Harbour"]',
    "choose": 'choose = "walk > Harbour"',
}
_TOP = ("title", "description", "players", "seed", "options", "parts", "step")
_STEP = ("text", "show", "choose")


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A step as it is written, with the spans of its parts."""

    text: str
    show: tuple[tuple[str, Span], ...]
    choose: str
    span: Span
    """Where the choice is written."""


@dataclass(frozen=True, slots=True)
class WrittenGuide:
    """A guide as it is written; whether its choices are open is not known yet."""

    name: str
    title: str
    description: str
    players: tuple[str, ...]
    seed: int
    span: Span
    """Where the players are written."""
    parts_span: Span
    """Where the parts are written, if they are."""
    options: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    steps: tuple[WrittenStep, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadGuide:
    """A guide, or its mistakes."""

    guide: WrittenGuide | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source | None


def read_guide(folder: Path, scenario: str, name: str) -> ReadGuide:
    """Read a guide of a scenario; mistakes name its file as `scenario/name.guide`."""
    shown = f"{scenario}/{name}{GUIDE_ENDING}"
    source, problem = read_file(folder, name + GUIDE_ENDING, shown, Span(shown, 1, 1, 1, 1), LARGEST)
    if source is None:
        return ReadGuide(None, () if problem is None else (problem,), None)
    document, mistakes = read_toml(source)
    if document is None:
        return ReadGuide(None, mistakes, source)
    diagnostics = tuple(_problems(document))
    return ReadGuide(None if diagnostics else _guide(name, document), diagnostics, source)


# --- mistakes ----------------------------------------------------------------------------------


def _problems(document: Document) -> Iterator[Diagnostic]:
    values = document.values
    yield from _keys(document, (), values, _TOP, ("title", "players", "seed", "step"))
    yield from _fits(document, (), values)
    steps = values.get("step")
    if steps is None:
        return
    if not isinstance(steps, list) or not all(isinstance(each, dict) for each in steps):
        yield files.wrong_kind(document.place(("step",)).value, "step", say.TAKES_STEPS, _EXAMPLES["step"])
        return
    if not steps:
        yield diagnose(say.NO_STEPS, document.place(("step",)).key)
    if len(steps) > MOST_STEPS:
        yield diagnose(say.TOO_MANY_STEPS, document.place(("step", MOST_STEPS)).key, most=MOST_STEPS)
    for number, step in enumerate(steps[:MOST_STEPS]):
        way: Way = ("step", number)
        yield from _keys(document, way, step, _STEP, ("text",))
        yield from _fits(document, way, step)
        text = step.get("text")
        if isinstance(text, str):
            yield from _readable(document.place((*way, "text")).key, text)


def _readable(span: Span, text: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the text of a step; a key in braces takes as much room as its name."""
    lines = len(wrapped(text))
    if lines > LINES:
        yield diagnose(say.TOO_LONG, span, lines=lines, most=LINES)
    for name in asides(text):
        if name not in ASIDES:
            names = listed(f"{{{aside}}}" for aside in ASIDES)
            yield diagnose(say.NO_ASIDE, span, name=name, names=names)


def _keys(
    document: Document, way: Way, table: Mapping[str, object], known: tuple[str, ...], needed: tuple[str, ...]
) -> Iterator[Diagnostic]:
    for key in table:
        if key not in known:
            yield files.unknown_key(document.place((*way, key)).key, key, known)
    for key in needed:
        if key not in table:
            yield files.missing_key(document.place(way).key, key, _EXAMPLES[key])


def _fits(document: Document, way: Way, table: Mapping[str, object]) -> Iterator[Diagnostic]:
    for key, value in table.items():
        match key:
            case "title" | "description" | "text" | "choose":
                good, message = isinstance(value, str), files.TAKES_TEXT
            case "players" | "parts" | "show":
                good = isinstance(value, list) and all(isinstance(each, str) for each in value)
                message = files.TAKES_TEXTS
            case "seed":
                good, message = type(value) is int, say.TAKES_NUMBER
            case "options":
                good = isinstance(value, dict) and all(type(each) in (str, int) for each in value.values())
                message = say.TAKES_OPTIONS
            case _:
                continue
        if not good:
            yield files.wrong_kind(document.place((*way, key)).value, key, message, _EXAMPLES[key])


# --- the guide ---------------------------------------------------------------------------------


def _guide(name: str, document: Document) -> WrittenGuide:
    """Build the guide from values whose types were checked."""
    values: Mapping[str, object] = document.values
    options, steps = values.get("options", {}), values["step"]
    seed = values["seed"]
    assert isinstance(options, dict) and isinstance(steps, list) and isinstance(seed, int)
    return WrittenGuide(
        name,
        str(values["title"]),
        str(values.get("description", "")),
        _texts(values["players"]),
        seed,
        document.place(("players",)).value,
        document.place(("parts",)).value,
        {key: str(value) for key, value in options.items()},
        _texts(values.get("parts", [])),
        tuple(_step(document, number, step) for number, step in enumerate(steps)),
    )


def _step(document: Document, number: int, step: Mapping[str, object]) -> WrittenStep:
    way: Way = ("step", number)
    names = _texts(step.get("show", []))
    show = tuple((name, document.place((*way, "show", index)).value) for index, name in enumerate(names))
    span = document.place((*way, "choose" if "choose" in step else "text")).value
    return WrittenStep(str(step["text"]), show, str(step.get("choose", "")).strip(), span)


def _texts(value: object) -> tuple[str, ...]:
    assert isinstance(value, list)
    return tuple(map(str, value))
