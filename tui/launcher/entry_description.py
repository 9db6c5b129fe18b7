"""What the launcher tells of a scenario or of a kept game, as lines for any width."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from host.lobby import KeptGame, ScenarioInfo, Standing
from host.program_loader import Faults
from rules import OptionInfo
from rules.find_scenarios import Found
from tui.launcher.entries import when
from tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Pen, Span
from tui.phrases import from_to, many, title, words

WARN = Pen("warn")
WIDEST = 90
"""Longer lines are hard to read."""

LABEL = 12


def scenario(found: Found, loaded: ScenarioInfo | Faults | None, width: int) -> list[Line]:
    """A scenario, as far as it is read by now."""
    lines: list[Line] = [(Span(found.title or found.name, ACCENT),)]
    lines += wrapped(found.description, width, PLAIN)
    lines.append(())
    if found.problem and loaded is None:
        lines += wrapped(f"Its manifest cannot be read: {found.problem}", width, BAD)
    elif loaded is None:
        lines.append((Span("Reading its rules …", FAINT),))
    elif isinstance(loaded, Faults):
        lines += faults(loaded, width)
    else:
        lines += _facts(_program(loaded), width)
    lines += _facts([("from", _origin(found))], width)
    return lines


def faults(found: Faults, width: int) -> Iterator[Line]:
    """The mistakes of a scenario, each line broken so that nothing is lost but long lines of code."""
    yield (Span(f"It cannot be played: {many(len(found.messages), 'mistake')}", BAD),)
    yield ()
    for line in found.text.split("\n"):
        code, bar, _ = line.partition(" | ")
        if bar and not code.strip(" 0123456789"):
            yield (Span(line, FAINT if not code.strip() else PLAIN),)
        else:
            pen = STRONG if line and not line.startswith(" ") else PLAIN
            yield from wrapped(line, width, pen, hanging=4) or [()]
    yield ()


def kept(stored: KeptGame, standing: Standing | str | None, now: datetime, width: int) -> list[Line]:
    """A kept game; `standing` is a sentence where nobody can tell where it stands, None while it is read."""
    record = stored.summary
    if record is None:
        return [
            (Span(stored.name, ACCENT),),
            (Span("This file is damaged and cannot be played. It is left as it is.", BAD),),
            *wrapped(stored.problem, width, PLAIN, hanging=4),
            (),
            *_facts([("file", str(stored.path)), ("written", when(stored.changed, now))], width),
        ]
    lines: list[Line] = [(Span(record.title, ACCENT), Span(f"  {stored.name}", FAINT))]
    bots = record.bots or ("",) * len(record.players)
    players = [
        f"{player} (bot: {bot})" if bot else player for player, bot in zip(record.players, bots, strict=True)
    ]
    facts = [
        ("stands at", _where(standing, record.outcome)),
        ("players", ", ".join(players)),
        ("kept", f"{when(stored.changed, now)}, {many(record.choices, 'choice')} so far"),
        ("agreed", _agreed(record.options, record.switches, record.seed)),
    ]
    lines += _facts(facts, width)
    notice = standing if isinstance(standing, str) else standing.notice if standing is not None else ""
    return [*lines, *(wrapped(notice, width, WARN) if notice else ())]


def wrapped(text: str, width: int, pen: Pen, hanging: int = 0) -> list[Line]:
    """A text broken between words; what has no gaps is broken anywhere."""
    room = max(20, min(width, WIDEST))
    found = textwrap.wrap(text, room, subsequent_indent=" " * hanging, break_on_hyphens=False)
    return [(Span(line, pen),) for line in found]


def _facts(facts: Iterable[tuple[str, str]], width: int) -> Iterator[Line]:
    for label, text in facts:
        room = max(20, min(width, WIDEST) - LABEL)
        parts = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
        for number, part in enumerate(parts):
            yield (Span(f"{'' if number else label:{LABEL}}", FAINT), Span(part))


def _program(program: ScenarioInfo) -> Iterator[tuple[str, str]]:
    yield "players", from_to(*program.players)
    for number, switch in enumerate(program.switches):
        yield "" if number else "parts", f"{switch.title} (usually {'on' if switch.default else 'off'})"
    for number, option in enumerate(program.options):
        yield "" if number else "options", f"{title(option.name)}: {_choices(option)}"


def _choices(option: OptionInfo) -> str:
    if option.kind == "number":
        return f"{option.low} to {option.high}, usually {option.default}"
    *others, last = option.members
    return f"{', '.join(others)}{' or ' if others else ''}{last}, usually {option.default}"


def _origin(found: Found) -> str:
    known: Mapping[str, str] = {"built-in": "came along with the game", "yours": "your folder"}
    where = known.get(found.origin, "")
    return where if found.origin == "built-in" else f"{where or 'folder'}: {found.folder}"


def _where(standing: Standing | str | None, outcome: str) -> str:
    if outcome:
        return f"the end: {outcome}"
    if standing is None:
        return "…"
    if isinstance(standing, str):
        return "unknown"
    if standing.outcome:
        return f"the end: {standing.outcome}"
    turn = f"turn {standing.turn}" if standing.turn else "the beginning"
    return f"{turn}, {standing.player} is to choose" if standing.player else turn


def _agreed(options: Mapping[str, str], switches: Sequence[str], seed: int) -> str:
    parts = [f"{words(name).lower()} {value}" for name, value in options.items()]
    return ", ".join((*parts, *(f"with {words(each).lower()}" for each in switches), f"seed {seed}"))
