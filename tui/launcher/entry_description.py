"""Describes a scenario or a saved game for the launcher, as lines for any width."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from lazaretto.host.lobby.lobby_protocol import CampaignInfo, KeptGame, PlayedGame, ScenarioInfo, Standing
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.rules import OptionInfo
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.launcher.entries import when
from lazaretto.tui.line.ending_words import points_of_game
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Pen, Span
from lazaretto.tui.messages import after_game, common, launcher as say
from lazaretto.tui.shared_texts import from_to, part_label, title, words

WARN = Pen("warn")
WIDEST = 90
"""The maximum width of a line, for comfortable reading."""

LABEL = 12


def scenario(
    found: FoundScenario, loaded: ScenarioInfo | Faults | None, width: int, learn: str = ""
) -> list[Line]:
    """Describe a scenario, as far as it is loaded; `learn` is the key of its guided game."""
    lines: list[Line] = [(Span(found.title or found.name, ACCENT),)]
    lines += wrapped(found.description, width, PLAIN)
    if found.guides and learn and not isinstance(loaded, Faults):
        lines += wrapped(say.TEACHES(key=learn), width, STRONG)
    lines.append(())
    if found.problem and loaded is None:
        lines += wrapped(say.MANIFEST_UNREADABLE(problem=found.problem), width, BAD)
    elif loaded is None:
        lines.append((Span(say.READING_RULES(), FAINT),))
    elif isinstance(loaded, Faults):
        lines += faults(loaded, width)
    else:
        lines += facts(_program(loaded), width)
    lines += facts([(say.LABEL_FROM(), _origin(found))], width)
    return lines


def faults(found: Faults, width: int) -> Iterator[Line]:
    """The mistakes of a scenario, wrapped so that only long lines of code are cut."""
    mistakes = common.MISTAKES(number=len(found.messages))
    yield (Span(say.CANNOT_BE_PLAYED(mistakes=mistakes), BAD),)
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
    """Describe a saved game; `standing` is a sentence if its state is unknown, None while it is loading."""
    record = stored.summary
    if record is None:
        return [
            (Span(stored.name, ACCENT),),
            *wrapped(say.DAMAGED_FILE(), width, BAD),
            *wrapped(stored.problem, width, PLAIN, hanging=4),
            (),
            *facts(
                [
                    (say.LABEL_FILE(), str(stored.path)),
                    (say.LABEL_WRITTEN(), when(stored.changed, now)),
                ],
                width,
            ),
        ]
    lines: list[Line] = [(Span(record.title, ACCENT), Span(f"  {stored.name}", FAINT))]
    bots = record.bots or ("",) * len(record.players)
    players = [
        say.BOT(player=player, bot=bot) if bot else player
        for player, bot in zip(record.players, bots, strict=True)
    ]
    choices = common.CHOICES(number=record.choices)
    known: list[tuple[str, str]] = [
        (say.LABEL_STANDS_AT(), _where(standing, record.outcome)),
        (say.LABEL_PLAYERS(), ", ".join(players)),
        (say.LABEL_KEPT(), say.KEPT_SO_FAR(when=when(stored.changed, now), choices=choices)),
        (say.LABEL_AGREED(), _agreed(record.options, record.switches, record.seed)),
    ]
    if isinstance(standing, Standing) and not record.outcome:
        from lazaretto.tui.line.view import track_line  # noqa: PLC0415  # an app starts without it

        tracks = [track_line(track) for track in standing.view.tracks if track.looks.get("hidden") != "yes"]
        known[1:1] = [(say.LABEL_TRACKS(), "; ".join(tracks))] if tracks else []
    if record.campaign:
        known.append((say.LABEL_CAMPAIGN(), say.IN_CAMPAIGN(campaign=record.campaign, number=record.number)))
    if record.what_if:
        known.append((after_game.LABEL_WHAT_IF(), after_game.WHAT_IF_OF(name=record.what_if)))
    lines += facts(known, width)
    notice = standing if isinstance(standing, str) else standing.notice if standing is not None else ""
    return [*lines, *(wrapped(notice, width, WARN) if notice else ())]


def campaign(info: CampaignInfo, width: int) -> list[Line]:
    """Describe a campaign with its games."""
    if info.problem:
        return [
            (Span(info.name, ACCENT),),
            *wrapped(say.DAMAGED_FILE(), width, BAD),
            *wrapped(info.problem, width, PLAIN, hanging=4),
            (),
            *facts([(say.LABEL_FILE(), str(info.path))], width),
        ]
    lines: list[Line] = [(Span(info.title, ACCENT), Span(f"  {info.name}", FAINT))]
    lines += facts(
        [(say.LABEL_PLAYERS(), ", ".join(info.players)), (say.LABEL_FILE(), str(info.path))], width
    )
    lines.append(())
    lines += facts(
        ((say.LABEL_GAME(number=number), _played(game)) for number, game in enumerate(info.games, 1)), width
    )
    number = len(info.games)
    under_way = bool(info.games) and not info.games[-1].results
    words = say.GO_ON_GAME(number=number) if under_way else say.NEXT_GAME(number=number + 1)
    words = say.CAMPAIGN_ENDED() if info.over else words
    return [*lines, (), *wrapped(words, width, STRONG)]


def _played(game: PlayedGame) -> str:
    if not game.results:
        return say.GAME_OPEN(name=game.record)
    results = game.results[0] if len(set(game.results)) == 1 else ", ".join(game.results)
    if not game.points:
        return say.GAME_ENDED(results=results, outcome=game.outcome)
    points = points_of_game(game.points, game.ranks)
    return say.GAME_ENDED_WITH(results=results, outcome=game.outcome, points=points)


def wrapped(text: str, width: int, pen: Pen, hanging: int = 0) -> list[Line]:
    """Wrap a text between words; break words that are longer than a line."""
    room = max(20, min(width, WIDEST))
    found = textwrap.wrap(text, room, subsequent_indent=" " * hanging, break_on_hyphens=False)
    return [(Span(line, pen),) for line in found]


def facts(found: Iterable[tuple[str, str]], width: int) -> Iterator[Line]:
    """Labels with their texts, wrapped beside them."""
    for label, text in found:
        room = max(20, min(width, WIDEST) - LABEL)
        parts = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
        for number, part in enumerate(parts):
            yield (Span(f"{'' if number else label:{LABEL}}", FAINT), Span(part))


def _program(program: ScenarioInfo) -> Iterator[tuple[str, str]]:
    yield say.LABEL_PLAYERS(), from_to(*program.players)
    for number, switch in enumerate(program.switches):
        usual = say.PART_ON if switch.default else say.PART_OFF
        yield "" if number else say.LABEL_PARTS(), usual(part=part_label(switch.title))
    for number, option in enumerate(program.options):
        text = say.OPTION(option=title(option.name), choices=_choices(option))
        yield "" if number else say.LABEL_OPTIONS(), text


def _choices(option: OptionInfo) -> str:
    if option.kind == "number":
        return say.NUMBERS(low=option.low, high=option.high, default=option.default)
    *others, last = option.members
    words = say.OR(others=", ".join(others), last=last) if others else last
    return say.WORDS(words=words, default=option.default)


def _origin(found: FoundScenario) -> str:
    if found.origin == "built-in":
        return say.CAME_ALONG()
    return (say.YOUR_FOLDER if found.origin == "yours" else say.FOLDER)(folder=found.folder)


def _where(standing: Standing | str | None, outcome: str) -> str:
    if outcome:
        return say.THE_END(outcome=outcome)
    if standing is None:
        return "…"
    if isinstance(standing, str):
        return say.UNKNOWN()
    if standing.outcome:
        return say.THE_END(outcome=standing.outcome)
    turn = say.TURN(turn=standing.turn) if standing.turn else say.BEGINNING()
    return say.TO_CHOOSE(turn=turn, player=standing.player) if standing.player else turn


def _agreed(options: Mapping[str, str], switches: Sequence[str], seed: int) -> str:
    parts = [f"{words(name).lower()} {value}" for name, value in options.items()]
    parts += [say.WITH_PART(part=words(switch).lower()) for switch in switches]
    return ", ".join((*parts, say.SEED(seed=seed)))
