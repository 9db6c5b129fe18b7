"""Whatever the texts of a game say, there are mistakes or a game, and soon; never anything else."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grammar import Diagnostic, Source, parse, render_all
from rules import Game, Program, RuleError, StartError
from rules.build import Linked, compile_linked, link
from rules.check.check import check
from rules.compile.program import Head, compile_program
from rules.link.modules import compose

HOUSE = Path(__file__).resolve().parents[2]
DATA = HOUSE / "tests" / "data"
BASE = (HOUSE / "tests" / "rules" / "check" / "base.rules").read_text(encoding="utf-8")
HEAD = Head("fuzz", "Fuzz", "", (1, 4), "", (), ())
DECISIONS = 30
LONGEST = 10.0
"""Seconds; far more than any of this takes, far less than forever."""
SIGNS = "\"(){}[]\\#:=.,?|+-*/<>!'@;\t é"
WORDS = (
    *("where", "by", "of", "to", "in", "none", "yes", "no", "not", "and", "or", "per", "each", "all", "any"),
    *(
        "0",
        "1",
        "-1",
        "999999999",
        "me",
        "my.hand",
        "this",
        "box",
        "first",
        "those",
        "Player",
        "number",
        "flag",
    ),
    *(
        "random of",
        "top of",
        "remove",
        "replace",
        "extend",
        "over",
        "count(",
        "0..3",
        "seen by nobody",
        "times 9",
    ),
    *("is a piece", "is a place", "for each", "choose", "repeat forever", "return", "stop", "proceed", '"{"'),
)
VALUES = (
    "3",
    "-1",
    "2.5",
    "true",
    '""',
    '"none"',
    '"a, b"',
    "[]",
    "[1, 2]",
    '["A", 3]',
    "{}",
    "1979-05-27",
    "9" * 30,
)


def modest(examples: int) -> settings:
    return settings(
        deadline=None,
        max_examples=examples,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


randoms = st.randoms(use_true_random=False)


# --- damage ------------------------------------------------------------------------------------


def damaged(texts: dict[str, str], random: Random, times: int) -> dict[str, str]:
    """The texts of a game with a few things done to them that happen to texts."""
    found = {name: text.split("\n") for name, text in texts.items()}
    for _ in range(times):
        name = random.choice(sorted(found))
        lines = found[name]
        random.choice((_lose, _double, _swap, _move, _rename, _drop, _insert, _cut))(lines, found, random)
        if name.endswith(".toml") and random.random() < 0.5:
            _revalue(lines, random)
    return {name: "\n".join(lines) for name, lines in found.items()}


def _at(lines: list[str], random: Random) -> int:
    return random.randrange(len(lines))


def _lose(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    first = _at(lines, random)
    del lines[first : first + random.choice((1, 1, 1, 2, 5))]
    lines.append("")


def _double(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    first = _at(lines, random)
    lines[first:first] = lines[first : first + random.choice((1, 1, 4))]


def _swap(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    one, other = _at(lines, random), _at(lines, random)
    lines[one], lines[other] = lines[other], lines[one]


def _move(lines: list[str], texts: dict[str, list[str]], random: Random) -> None:
    other = texts[random.choice(sorted(texts))]
    lines.insert(_at(lines, random), other[_at(other, random)])


def _rename(lines: list[str], texts: dict[str, list[str]], random: Random) -> None:
    words = " ".join(texts[random.choice(sorted(texts))]).split()
    at = _at(lines, random)
    parts = lines[at].split(" ")
    parts[random.randrange(len(parts))] = random.choice(words) if words else ""
    lines[at] = " ".join(parts)


def _drop(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    at = _at(lines, random)
    column = random.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:column] + lines[at][column + random.choice((1, 1, 3)) :]


def _insert(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    at = _at(lines, random)
    parts = lines[at].split(" ")
    parts.insert(random.randrange(len(parts) + 1), random.choice(WORDS + tuple(SIGNS)))
    lines[at] = " ".join(parts)


def _cut(lines: list[str], _: dict[str, list[str]], random: Random) -> None:
    at = _at(lines, random)
    lines[at] = random.choice((lines[at].strip(), f"    {lines[at]}", lines[at][4:]))


def _revalue(lines: list[str], random: Random) -> None:
    at = _at(lines, random)
    key = lines[at].partition("=")[0]
    lines[at] = f"{key.strip() or 'x'} = {random.choice(VALUES)}"


# --- answers -----------------------------------------------------------------------------------


def survives(folder: Path, seed: int) -> bool:
    """Mistakes, or a game that can be played; says which."""
    start = time.perf_counter()
    linked = link(folder)
    assert _told(linked.diagnostics, linked)
    tables = compile_linked(linked)
    if tables is not None:
        _played(Program(tables, folder), seed)
    assert time.perf_counter() - start < LONGEST
    return tables is not None


def _told(diagnostics: tuple[Diagnostic, ...], linked: Linked) -> bool:
    for each in diagnostics:
        assert each.span.line >= 1 and each.span.column >= 1, each
        assert each.span.file in linked.sources, each
    return bool(render_all(diagnostics, linked.sources)) == bool(diagnostics)


def _played(program: Program, seed: int) -> None:
    random = Random(seed)
    low, high = program.players
    players = ["anna", "ben", "carl", "dora"][: max(low, min(high, 1 + seed % 4))]
    try:
        game = program.start(seed=seed, players=players)
        for _ in range(DECISIONS):
            _look(game, random)
            if game.seat is None:
                break
            game.choose(game.key(game.sample(random.randrange)))
    except StartError:
        return
    except RuleError as error:
        cause = error.__cause__
        assert not isinstance(cause, TypeError) or "None" in str(cause), repr(cause)
        assert cause is None or ".rules:" in str(error), error


def _look(game: Game, random: Random) -> None:
    seat = random.choice((None, *range(len(game.players))))
    game.view(seat)
    game.fork().broken()
    if random.random() < 0.1 and seat is not None:
        game.imagine(seat, random.randrange(1000))


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted(folder.iterdir())
        if path.suffix in {".rules", ".toml"}
    }


def _written(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


TOYS = [folder for folder in sorted(DATA.iterdir()) if (folder / "scenario.toml").is_file()]


@given(random=randoms)
@modest(150)
def test_a_damaged_toy_has_an_answer(place: Path, random: Random) -> None:
    toy = random.choice(TOYS)
    texts = damaged(_texts(toy), random, random.choice((1, 1, 2, 4)))
    survives(_written(place / toy.name, texts), random.randrange(100))


@given(random=randoms)
@modest(20)
def test_a_damaged_game_has_an_answer(place: Path, random: Random) -> None:
    game = HOUSE / "scenarios" / "pandemic"
    texts = _texts(game)
    texts = {name: text.partition('\ntest "')[0] for name, text in texts.items()}
    survives(_written(place / game.name, damaged(texts, random, 1)), random.randrange(100))


@given(random=randoms)
@modest(60)
def test_a_damaged_table_has_an_answer(place: Path, random: Random) -> None:
    toy = DATA / "errands"
    texts = _texts(toy)
    tables = {name: text for name, text in texts.items() if name.endswith(".toml")}
    for name, text in damaged(tables, random, 1 + random.randrange(3)).items():
        lines = text.split("\n")
        _revalue(lines, random)
        texts[name] = "\n".join(lines)
    survives(_written(place / "tables", texts), random.randrange(100))


# --- made-up rules -----------------------------------------------------------------------------


class Author:
    """Writes rules that look right, and often are."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = 0

    def pick(self, *words: str) -> str:
        return self.random.choice(words)

    def _deep(self, deep: int, plain: tuple[str, ...], *more: Callable[[int], str]) -> str:
        if deep <= 0 or self.random.random() < 0.25:
            return self.pick(*plain)
        return self.random.choice(more)(deep - 1)

    def number(self, deep: int) -> str:
        return self._deep(
            deep,
            (
                "0",
                "1",
                "2",
                "7",
                "999999999",
                "total",
                "clock",
                "level",
                "player.points",
                "Aden.size",
                "stones left",
            ),
            lambda d: f"({self.number(d)} {self.pick('+', '-', '*', '/', 'mod')} {self.number(d)})",
            lambda d: f"-{self.pick('total', '3', 'clock')}",
            lambda d: f"count({self.many(d)})",
            lambda d: f"{self.pick('min', 'max')}({self.number(d)}, {self.number(d)})",
            lambda d: f"({self.pick('sum', 'highest', 'lowest')} {self.number(d)} over x in {self.many(d)})",
            lambda d: f"(count x in {self.many(d)} where {self.flag(d)})",
            lambda d: f"limit({self.player(d)})",
            lambda d: f"worth({self.town(d)})",
            lambda d: f"(stones on {self.pick('Town', 'Player', self.town(d))})",
            lambda d: f"distance({self.town(d)}, {self.town(d)})",
            lambda d: f"random of {self.pick('[1, 2, 3]', 'numbers')}",
        )

    def flag(self, deep: int) -> str:
        return self._deep(
            deep,
            (
                "yes",
                "no",
                "total = 3",
                "Aden in Town",
                "player.goal = none",
                "wish != none",
                "may visit(player, Aden)",
            ),
            lambda d: f"({self.flag(d)} {self.pick('and', 'or')} {self.flag(d)})",
            lambda d: f"not {self.flag(d)}",
            lambda d: f"({self.number(d)} {self.pick('=', '!=', '<', '<=', '>', '>=')} {self.number(d)})",
            lambda d: f"({self.town(d)} {self.pick('=', '!=')} {self.pick('none', self.town(d))})",
            lambda d: f"({self.pick('any', 'no', 'all')} x in {self.many(d)} where {self.flag(d)})",
            lambda d: f"({self.town(d)} {self.pick('in', 'not in')} {self.many(d)})",
            lambda d: f"connected({self.many(d)})",
            lambda d: f"({self.many(d)} = {self.many(d)})",
            lambda d: (
                f"({self.card(d)} is {self.pick('a', 'not a')} {self.pick('TownCard', 'Power', 'Town')})"
            ),
        )

    def town(self, deep: int) -> str:
        return self._deep(
            deep,
            ("Aden", "Bern", "Cork", "player.home", "wish", "town", "x"),
            lambda d: f"(first x in {self.many(d)} where {self.flag(d)})",
            lambda d: f"({self.pick('greatest', 'least')} x in {self.many(d)} by {self.number(d)})",
            lambda d: f"random of {self.many(d)}",
            lambda d: f"{self.card(d)}.town",
        )

    def card(self, deep: int) -> str:
        return self._deep(
            deep,
            ("top of deck", "bottom of discard", "TownCard of Aden", "card", "x"),
            lambda d: f"TownCard of {self.town(d)}",
            lambda d: f"random of {self.pile()}",
        )

    def pile(self) -> str:
        return self.pick("deck", "discard", "player.hand", "next(player).hand", "box")

    def player(self, deep: int) -> str:
        return self.pick("player", "next(player)", "me", "other")

    def many(self, deep: int) -> str:
        return self._deep(
            deep,
            (
                "Town",
                "Player",
                "Card",
                "deck",
                "player.hand",
                "Colour",
                "[]",
                "neighbours(Aden)",
                "Road",
                "numbers",
            ),
            lambda d: f"[{self.town(d)}, {self.town(d)}]",
            lambda d: f"({self.many(d)} {self.pick('+', '-')} {self.many(d)})",
            lambda d: f"(those x in {self.many(d)} where {self.flag(d)})",
            lambda d: f"(those {self.number(d)} over x in {self.many(d)})",
            lambda d: f"({self.many(d)} only {self.pick('TownCard', 'Power', 'Town')})",
            lambda d: f"{self.pick('top', 'bottom')} {self.pick('0', '2', 'total')} of deck",
            lambda d: f"{self.pick('neighbours', 'reach', 'links')}({self.town(d)})",
        )

    def block(self, deep: int, indent: str) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            lines += self.statement(deep, indent)
        return lines

    def statement(self, deep: int, indent: str) -> list[str]:
        inner = f"{indent}    "
        plain: list[str] = [
            f"set total to {self.number(2)}",
            f"set wish to {self.town(2)}",
            f"set numbers to {self.many(2)}",
            f"add {self.number(1)} to player.points",
            f"let {self.pick('town', 'x', 'card')} = {self.pick(self.town(2), self.card(2), self.many(2))}",
            f"move {self.pick(self.card(1), self.many(1), 'all of ' + self.pile())} to "
            f"{self.pick('', 'top of ', 'bottom of ')}{self.pile()}",
            f"put {self.pick('1', 'all', 'total')} of {self.pick('stones', 'Aden.cubes')} on {self.town(1)}",
            f"take {self.pick('1', 'all')} of stones from {self.town(1)}",
            f"shuffle {self.pile()}",
            f"spread {self.many(1)} through {self.pile()}",
            f"advance clock by {self.number(1)}",
            f"show {self.many(1)} to {self.pick('Player', 'player')}",
            f'say "{{{self.number(1)}}} {{{self.many(1)}}} {{{self.town(1)}}}"',
            f'tell {self.player(1)} "hm"',
            f"visit({self.player(1)}, {self.town(1)})",
            f"once per turn for {self.town(1)}",
            f"choose town in {self.many(2)} by player{self.pick('', ' or none', ' or stop')}",
            f"choose {self.pick('1', 'up to 2', '0 to 3', 'total')} x in {self.many(1)} by player as some",
            f"choose number x from {self.number(1)} to {self.number(1)} by player",
            f"arrange {self.many(1)} by player as numbers3",
            'confirm yes_ by player "Well?"',
            f"offer moves to {self.player(1)}",
            f"let town = ask({self.player(1)})",
            self.pick("stop", "return", "nothing", f'lose "x" for {self.player(1)}', 'win "y"'),
        ]
        if deep <= 0 or self.random.random() < 0.6:
            return [indent + self.random.choice(plain)]
        word = self.pick(
            f"if {self.flag(2)}",
            f"for each {self.pick('x', 'town', 'card', 'other')} in {self.many(2)}",
            f"repeat {self.number(1)} times",
            f"repeat while {self.flag(1)}",
            "repeat forever",
        )
        lines = [indent + word, *self.block(deep - 1, inner)]
        if word.startswith("if") and self.random.random() < 0.5:
            lines += [f"{indent}else", *self.block(deep - 1, inner)]
        return lines

    def module(self) -> str:
        lines = ["var numbers : set of number", "to fuzz(player)", *self.block(3, "    ")]
        lines += ["before turn(player)", "    fuzz(player)"]
        lines += ["action fuzzy in moves", f'    needs {self.flag(1)} else "{{{self.number(1)}}}"']
        lines += [f"    choose town in {self.many(1)} where {self.flag(1)}", *self.block(1, "    ")]
        lines += [self.pick("", f"change limit(player) {self.pick('to', 'by', 'at most')} {self.number(1)}")]
        lines += [self.pick("", f'lose "z" when {self.flag(1)}')]
        lines += [
            self.pick(
                "", f"Role Fuzzer\n    {self.pick('after', 'before')} visit(me, town)\n        set total to 1"
            )
        ]
        lines += [
            self.pick("", f'forbid visit(player, town) when {self.flag(1)} because "{{{self.town(1)}}}"')
        ]
        return "\n".join(lines) + "\n"


def made_up(random: Random) -> bool:
    """A game with made-up rules on top has an answer; says whether it could be played."""
    start = time.perf_counter()
    modules = []
    for name, text in (("base", BASE), ("fuzz", Author(random).module())):
        module, told = parse(Source(f"{name}.rules", text), name)
        if told:
            return False
        modules.append(module)
    checked = check(compose(modules, ()), HEAD.players)
    if not checked.diagnostics:
        _played(Program(compile_program(checked, HEAD), HOUSE), random.randrange(100))
    assert time.perf_counter() - start < LONGEST
    return not checked.diagnostics


@given(random=randoms)
@modest(300)
def test_made_up_rules_have_an_answer(random: Random) -> None:
    made_up(random)
