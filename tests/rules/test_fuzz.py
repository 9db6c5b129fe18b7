"""Whatever the texts of a game contain, the result is mistakes or a game, and quickly."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from lazaretto.grammar import Diagnostic, Source, parse, render_all
from lazaretto.rules import Game, Program, RuleError, StartError
from lazaretto.rules.build import Linked, compile_checked, compile_linked, link
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.lower.game_tables import Head
from tests.soak import TIMES, longer

pytestmark = longer

HOUSE = Path(__file__).resolve().parents[2]
DATA = HOUSE / "tests" / "data"
BASE = (HOUSE / "tests" / "rules" / "check" / "base.rules").read_text(encoding="utf-8")
HEAD = Head("fuzz", "Fuzz", "", (1, 4), "", (), ())
DECISIONS = 30
LONGEST = 60.0
"""Timeout in seconds, far above what any of this takes."""
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
        max_examples=examples * TIMES,
        derandomize=TIMES == 1,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


randoms = st.randoms(use_true_random=False)


# --- damage ------------------------------------------------------------------------------------


def damaged(texts: dict[str, str], random: Random, times: int) -> dict[str, str]:
    """Return the texts of a game with some random damage."""
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
    """Check that the texts give mistakes, or a playable game; return which."""
    start = time.perf_counter()
    linked = link(folder)
    assert _told(linked.diagnostics, linked)
    tables = compile_linked(linked)
    if tables is not None:
        _played(Program(tables, folder), seed)
    assert time.perf_counter() - start < LONGEST
    return tables is not None


def _told(diagnostics: tuple[Diagnostic, ...], linked: Linked) -> bool:
    for diagnostic in diagnostics:
        assert diagnostic.span.line >= 1 and diagnostic.span.column >= 1, diagnostic
        assert diagnostic.span.file in linked.sources, diagnostic
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
        if path.suffix in {".rules", ".tests", ".toml"}
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
@modest(50)
def test_a_damaged_toy_has_an_answer(place: Path, random: Random) -> None:
    toy = random.choice(TOYS)
    texts = damaged(_texts(toy), random, random.choice((1, 1, 2, 4)))
    survives(_written(place / toy.name, texts), random.randrange(100))


@given(random=randoms)
@modest(10)
def test_a_damaged_game_has_an_answer(place: Path, random: Random) -> None:
    game = HOUSE / "scenarios" / "pandemic"
    texts = _texts(game)
    texts = {name: text.partition('\ntest "')[0] for name, text in texts.items()}
    survives(_written(place / game.name, damaged(texts, random, 1)), random.randrange(100))


@given(random=randoms)
@modest(30)
def test_a_damaged_table_has_an_answer(place: Path, random: Random) -> None:
    toy = DATA / "errands"
    texts = _texts(toy)
    tables = {name: text for name, text in texts.items() if name.endswith(".toml")}
    for name, text in damaged(tables, random, 1 + random.randrange(3)).items():
        lines = text.split("\n")
        _revalue(lines, random)
        texts[name] = "\n".join(lines)
    survives(_written(place / "tables", texts), random.randrange(100))


# --- generated rules ---------------------------------------------------------------------------


class Author:
    """Generates rules that look correct and mostly are, with occasional errors."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.known: dict[str, list[str]] = {"Town": [], "Card": [], "Player": ["player"], "number": []}

    def pick(self, *words: str) -> str:
        return self.random.choice(words)

    def new(self, kind: str, word: str) -> str:
        """Declare a name of a kind, known from here on, and return it."""
        self.known[kind].append(word)
        return word

    def _deep(self, deep: int, plain: Sequence[str], *more: Callable[[int], str]) -> str:
        if self.random.random() < 0.005:
            return self.pick(
                "none", "wish", "total", "Town", "Aden", "box", "nobody", "[]", '"text"', "stones"
            )
        if deep <= 0 or self.random.random() < 0.25:
            return self.random.choice(plain)
        return self.random.choice(more)(deep - 1)

    def _over(self, deep: int, kind: str, write: Callable[[int], str]) -> tuple[str, str, str]:
        """Return a new name, a set it iterates over, and an expression that may use it."""
        name = f"{self.pick('one', 'x', 'it')}{len(self.known[kind])}"
        many = {"Town": self.towns, "Card": self.cards, "Player": self.players, "number": self.numbers}
        inside = many[kind](deep)
        self.known[kind].append(name)
        said = write(deep)
        self.known[kind].remove(name)
        return name, inside, said

    def kind(self) -> str:
        return self.pick("Town", "Town", "Card", "Player", "number")

    def number(self, deep: int) -> str:
        def summed(d: int) -> str:
            name, many, said = self._over(d, self.kind(), self.number)
            return f"({self.pick('sum', 'highest', 'lowest')} {said} over {name} in {many})"

        def counted(d: int) -> str:
            name, many, said = self._over(d, self.kind(), self.flag)
            return f"(count {name} in {many} where {said})"

        return self._deep(
            deep,
            ("0", "1", "2", "7", "9999", "total", "clock", "level", "stones left", *self.known["number"]),
            lambda d: f"({self.number(d)} {self.pick('+', '-', '*', '/', 'mod')} {self.number(d)})",
            lambda d: f"(0 - {self.number(d)})",
            lambda d: f"count({self.pick(self.towns(d), self.cards(d))})",
            lambda d: f"{self.pick('min', 'max')}({self.number(d)}, {self.number(d)})",
            lambda d: f"abs({self.number(d)})",
            lambda d: f"({self.number(d)} if {self.flag(d)} else {self.number(d)})",
            lambda d: f"nth({self.numbers(d)}, {self.number(d)})",
            lambda d: f"{self.town(d)}.size",
            lambda d: f"{self.player(d)}.points",
            lambda d: f"limit({self.player(d)})",
            lambda d: f"worth({self.town(d)})",
            lambda d: f"(stones on {self.pick('Town', 'Player', self.town(d))})",
            lambda d: f"distance({self.town(d)}, {self.town(d)})",
            summed,
            counted,
        )

    def flag(self, deep: int) -> str:
        def held(d: int) -> str:
            name, many, said = self._over(d, self.kind(), self.flag)
            return f"({self.pick('any', 'no', 'all')} {name} in {many} where {said})"

        return self._deep(
            deep,
            ("yes", "no", "total = 3", "wish = none", f"{self.player(0)}.goal != none"),
            lambda d: f"may visit({self.player(d)}, {self.town(d)})",
            lambda d: f"({self.flag(d)} {self.pick('and', 'or')} {self.flag(d)})",
            lambda d: f"(not {self.flag(d)})",
            lambda d: f"({self.number(d)} {self.pick('=', '!=', '<', '<=', '>', '>=')} {self.number(d)})",
            lambda d: f"({self.town(d)} {self.pick('=', '!=')} {self.town(d)})",
            lambda d: f"({self.town(d)} {self.pick('in', 'not in')} {self.towns(d)})",
            lambda d: f"connected({self.towns(d)})",
            lambda d: f"({self.card(d)} {self.pick('in', 'not in')} box)",
            lambda d: f"({self.card(d)} is {self.pick('a', 'not a')} {self.pick('TownCard', 'Power')})",
            lambda d: f"({self.towns(d)} = {self.towns(d)})",
            held,
        )

    def town(self, deep: int) -> str:
        return self._deep(
            deep,
            ("Aden", "Bern", "Cork", *self.known["Town"]),
            lambda d: f"{self.player(d)}.home",
            lambda d: f"(TownCard of {self.town(d)}).town",
            lambda d: f"({self.town(d)} if {self.flag(d)} else {self.town(d)})",
            lambda d: f"nth({self.towns(d)}, 1)",
        )

    def card(self, deep: int) -> str:
        return self._deep(
            deep,
            ("top of deck", "bottom of discard", "TownCard of Aden", *self.known["Card"]),
            lambda d: f"TownCard of {self.town(d)}",
            lambda d: f"nth({self.pile(d)}, {self.pick('1', '2')})",
        )

    def player(self, deep: int) -> str:
        return self._deep(deep, self.known["Player"], lambda d: f"next({self.player(d)})")

    def pile(self, deep: int) -> str:
        return self.pick("deck", "discard", f"{self.player(deep)}.hand")

    def towns(self, deep: int) -> str:
        def filtered(d: int) -> str:
            name, many, said = self._over(d, "Town", self.flag)
            return f"(those {name} in {many} where {said})"

        def mapped(d: int) -> str:
            name, many, said = self._over(d, self.kind(), self.town)
            return f"({self.pick('those', 'list')} {said} over {name} in {many})"

        def ordered(d: int) -> str:
            name, many, said = self._over(d, "Town", self.number)
            return f"(sorted {name} in {many} by {said})"

        return self._deep(
            deep,
            ("Town", "(Town - Town)", "neighbours(Bern)"),
            lambda d: f"[{self.town(d)}, {self.town(d)}]",
            lambda d: f"({self.towns(d)} {self.pick('+', '-')} {self.towns(d)})",
            lambda d: f"{self.pick('neighbours', 'reach')}({self.town(d)})",
            lambda d: f"joined({self.towns(d)}, {self.towns(d)})",
            lambda d: f"({self.towns(d)} if {self.flag(d)} else {self.towns(d)})",
            filtered,
            mapped,
            ordered,
        )

    def cards(self, deep: int) -> str:
        def filtered(d: int) -> str:
            name, many, said = self._over(d, "Card", self.flag)
            return f"(those {name} in {many} where {said})"

        return self._deep(
            deep,
            ("Card", "deck", "discard", f"{self.player(0)}.hand"),
            lambda d: f"{self.pick('top', 'bottom')} {self.pick('0', '2', 'total')} of {self.pile(d)}",
            lambda d: f"({self.cards(d)} only {self.pick('TownCard', 'Power', 'Card')})",
            lambda d: f"({self.cards(d)} {self.pick('+', '-')} {self.cards(d)})",
            lambda d: f"joined({self.cards(d)}, {self.cards(d)})",
            filtered,
        )

    def players(self, deep: int) -> str:
        return self.pick("Player", f"[{self.player(deep)}]", f"(Player - [{self.player(deep)}])")

    def numbers(self, deep: int) -> str:
        return self._deep(
            deep,
            ("[1, 2, 3]", "list", "(list - [3])"),
            lambda d: f"[{self.number(d)}, {self.number(d)}]",
            lambda d: f"({self.numbers(d)} + {self.numbers(d)})",
            lambda d: f"joined({self.numbers(d)}, {self.numbers(d)})",
            lambda d: f"(list town.size over town in {self.towns(d)})",
        )

    # --- statements

    def block(self, deep: int, indent: str) -> list[str]:
        kept = {kind: list(names) for kind, names in self.known.items()}
        lines: list[str] = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            lines += self.compound(deep, indent) if deep and self.random.random() < 0.4 else self.line(indent)
        if self.random.random() < 0.1:
            lines.append(indent + self.pick("return", f'lose "x" for {self.player(1)}', 'win "y"'))
        self.known = kept
        return lines

    def line(self, indent: str) -> list[str]:
        number = len(self.known["Town"]) + len(self.known["Card"]) + len(self.known["number"])
        choices: list[Callable[[], str]] = [
            lambda: f"set total to {self.number(3)}",
            lambda: f"set wish to {self.pick('none', self.town(2))}",
            lambda: f"set list to {self.numbers(2)}",
            lambda: f"add {self.number(2)} to {self.player(1)}.points",
            lambda: f"set {self.town(1)}.size to {self.number(2)}",
            lambda: f"let {{}} = {self.town(2)}".format(self.new("Town", f"t{number}")),
            lambda: f"let {{}} = random of {self.towns(2)}".format(self.new("Town", f"t{number}")),
            lambda: f"let {{}} = {self.card(2)}".format(self.new("Card", f"c{number}")),
            lambda: f"let {{}} = {self.number(2)}".format(self.new("number", f"n{number}")),
            lambda: f"move {self.card(1)} to {self.pick('', 'top of ', 'bottom of ')}{self.pile(1)}",
            lambda: f"move {self.cards(2)} to {self.pick('box', self.pile(1))}",
            lambda: f"move all of {self.pile(1)} to {self.pile(1)}",
            lambda: f"put {self.pick('1', 'all')} of {self.pick('stones', 'Aden.cubes')} on {self.town(1)}",
            lambda: f"take {self.pick('1', 'all')} of stones from {self.town(1)}",
            lambda: (
                f"move 1 of stones from {self.town(1)} to {self.pick('box', self.town(1), self.player(1))}"
            ),
            lambda: f"shuffle {self.pile(1)}",
            lambda: f"spread {self.cards(1)} through {self.pile(1)}",
            lambda: f"{self.pick('advance', 'retreat')} clock by {self.number(1)}",
            lambda: f"show {self.cards(1)} to {self.players(1)}",
            lambda: f'say "{{{self.number(1)}}} {{{self.cards(1)}}} {{{self.town(1)}}} {{{self.flag(1)}}}"',
            lambda: f'tell {self.players(1)} "{{wish}}"',
            lambda: (
                f'say "{{{self.number(1)}}} {{|a|b}} '
                f'{{"c {{{self.number(1)}}}" if {self.flag(1)} else {self.town(1)}}}"'
            ),
            lambda: f"visit({self.player(1)}, {self.town(2)})",
            lambda: f"once per turn for {self.town(1)}, {self.number(1)}",
            lambda: f"choose {{}} in {self.towns(2)} by {self.player(1)}{self.pick('', ' or stop')}".format(
                self.new("Town", f"t{number}")
            ),
            lambda: (
                f"choose {self.pick('1', '0 to 3')} it in {self.cards(1)} by {self.player(1)} as some{number}"
            ),
            lambda: (
                f"choose number {{}} from {self.number(1)} to {self.number(2)} by {self.player(1)}".format(
                    self.new("number", f"n{number}")
                )
            ),
            lambda: f"arrange {self.cards(1)} by {self.player(1)} as some{number}",
            lambda: f'confirm sure{number} by {self.player(1)} "Well, {{{self.town(1)}}}?"',
            lambda: f"offer moves to {self.player(1)}",
            lambda: f"window moves for {self.player(1)}",
            lambda: f"let {{}} = ask({self.player(1)})".format(self.new("Town", f"t{number}")),
        ]
        return [indent + self.random.choice(choices)()]

    def compound(self, deep: int, indent: str) -> list[str]:
        inner = f"{indent}    "
        word = self.pick("if", "if", "for", "for", "repeat", "while", "forever", "as")
        if word == "as":
            name = f"known{len(self.known['Town'])}"
            found = self.pick("wish", f"{self.player(1)}.goal", f"first town in {self.towns(2)}")
            self.known["Town"].append(name)
            lines = [f"{indent}if {found} as {name}", *self.block(deep - 1, inner)]
            self.known["Town"].remove(name)
            return [*lines, f"{indent}else if {self.flag(1)}", *self.block(deep - 1, inner)]
        if word == "for":
            kind = self.kind()
            name, many, _ = self._over(2, kind, lambda _: "")
            self.known[kind].append(name)
            lines = [f"{indent}for each {name} in {many}", *self.block(deep - 1, inner)]
            self.known[kind].remove(name)
            return lines
        heads = {
            "if": f"if {self.flag(3)}",
            "repeat": f"repeat {self.number(1)} times",
            "while": f"repeat while {self.flag(2)}",
            "forever": "repeat forever",
        }
        lines = [indent + heads[word], *self.block(deep - 1, inner)]
        if word == "if" and self.random.random() < 0.5:
            lines += [f"{indent}else", *self.block(deep - 1, inner)]
        return lines

    def module(self) -> str:
        """Return rules on top of the base."""
        lines = ["var list : set of number", "to fuzz(player)", *self.block(3, "    ")]
        lines += ["before turn(player)", "    fuzz(player)"]
        lines += ["action fuzzy in moves"]
        if self.random.random() < 0.5:
            lines.append(f'    needs {self.flag(1)} else "{{{self.number(1)}}}"')
        self.known["Player"] = ["me"]
        lines.append(f"    choose spot in {self.towns(1)}")
        self.known["Player"] = ["player"]
        used = "town = town and player = player"
        extra = (
            f"change limit(player) {self.pick('to', 'by', 'at most')} {self.number(1)} "
            f"when {self.flag(1)} and player = player",
            f'lose "z" when any player in Player where {self.flag(1)}',
            f"instead of visit(player, town) when {self.flag(1)} and {used}\n    proceed",
            f'forbid visit(player, town) when {self.flag(1)} and {used} because "{{{self.town(1)}}}"',
            "Power fuzzer\n    after visit(me, _)\n        add 1 to total",
            f"value more(player) : number = {self.number(2)}\n"
            "before visit(player, _)\n    add more(player) to total",
            f"value steps(player) : number\n    let a = {self.number(2)}\n"
            f"    for each town in {self.towns(1)}\n        if {self.flag(1)}\n"
            "            set a to a + town.size\n    return a\n"
            "after visit(player, _)\n    add steps(player) to total",
        )
        self.known["Player"] = ["me"]
        lines += ["    set my.home to spot", *self.block(1, "    "), *self.random.sample(extra, 2)]
        return "\n".join(lines) + "\n"


def made_up(random: Random) -> Checked | None:
    """Return a game with generated rules on top; None if they have mistakes."""
    modules = []
    for name, text in (("base", BASE), ("fuzz", Author(random).module())):
        module, told = parse(Source(f"{name}.rules", text), name)
        if told:
            return None
        modules.append(module)
    checked = check(compose(modules, ()), HEAD.players)
    return None if checked.diagnostics else checked


@given(random=randoms)
@modest(40)
def test_made_up_rules_have_an_answer(random: Random) -> None:
    start = time.perf_counter()
    checked = made_up(random)
    if checked is not None:
        _played(Program(compile_checked(checked, HEAD), HOUSE), random.randrange(100))
    assert time.perf_counter() - start < LONGEST
