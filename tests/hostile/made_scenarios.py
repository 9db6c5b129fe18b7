"""Makes scenarios, valid and hostile: from the grammar, from an author of rules, and at every bound."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.hostile.grammar_texts import Writer
from tests.hostile.small_games import BASE
from tests.rules.test_fuzz import Author

MANIFEST = """
name = "{name}"
title = "{title}"
players = [1, {most}]
modules = ["base", "case"]
tables = ["rows"]
"""
COUNTS = (1, 2, 19, 20, 21, 49, 50, 51, 99, 100, 101, 199, 200, 201, 499, 500, 501, 999, 1_001, 2_001, 5_001)
TOP = (
    "declaration",
    "change",
    "hook",
    "forbid",
    "top_look",
    "extend_kind",
    "extend_member",
    "replace",
    "remove",
    "prefer",
)
LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Scenario:
    """The files of a scenario, and how they were made."""

    shape: str
    rules: str
    rows: str = ""
    players: int = 4

    def write(self, folder: Path) -> None:
        """Write the files into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        manifest = MANIFEST.format(name="hostile", title="Hostile", most=self.players)
        (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
        (folder / "base.rules").write_text(BASE, encoding="utf-8")
        (folder / "case.rules").write_text(self.rules[:LARGEST], encoding="utf-8")
        (folder / "rows.toml").write_text(self.rows[:LARGEST], encoding="utf-8")


def scenarios(seed: int) -> Iterator[Scenario]:
    """Yield scenarios without end."""
    number = 0
    while True:
        random = Random(f"{seed}/{number}")
        yield SHAPES[number % len(SHAPES)](random)
        number += 1


def _from_grammar(random: Random) -> Scenario:
    writer = Writer(random)
    parts = [writer.text(random.choice(TOP), random.randrange(8, 22)) for _ in range(random.randrange(1, 12))]
    return Scenario("grammar", "".join(parts))


def _statements(random: Random) -> Scenario:
    """Put random statements of the grammar into a procedure, so that single ones are often right."""
    writer = Writer(random)
    lines: list[str] = []
    for _ in range(random.randrange(1, 6)):
        lines += writer.text("statement", random.randrange(6, 16)).splitlines()
    body = "\n".join(f"    {line}" for line in lines)
    return Scenario("statements", f"before turn(player)\n{body}\n")


def _authored(random: Random) -> Scenario:
    return Scenario("authored", Author(random).module())


def _repeated(random: Random) -> Scenario:
    """Repeat one construct as often as a bound allows, or once more."""
    name = random.choice([*REPEATED])
    count = random.choice(COUNTS)
    return Scenario(f"repeated: {name} {count:,} times", REPEATED[name](count))


def _nested(random: Random) -> Scenario:
    name = random.choice([*NESTED])
    count = random.choice((5, 17, 18, 19, 20, 45, 50, 51, 95, 100, 101, 400))
    return Scenario(f"nested: {name} {count} deep", NESTED[name](count))


def _endless(random: Random) -> Scenario:
    """Repeat statements for ever, on as many pieces as are allowed."""
    pieces = random.choice((10, 1_000, 19_000))
    body = "".join(f"        {random.choice(WORK)}\n" for _ in range(random.randrange(1, 4)))
    return Scenario(
        f"endless: {pieces:,} pieces",
        f"{_PEBBLES.format(pieces=pieces)}action rest in moves\n    nothing\n"
        f"before turn(player)\n    set mine to Pebble\n    fate(player)\nto fate(player)\n"
        f"    repeat {random.choice(('forever', '50 times', '5000 times'))}\n{body}",
    )


def _crowded(random: Random) -> Scenario:
    """Give many seats much to see."""
    pieces, texts = random.choice((100, 3_000, 19_000)), random.choice((1, 300, 600))
    word = random.choice(("all", "nobody", "owner", "those one in Player where one.points >= 0"))
    seen = "those one in Player where one.points = 0" if word == "owner" else word
    rules = (
        f"{_PEBBLES.format(pieces=pieces)}action rest in moves\n    nothing\n"
        f"extend kind Pebble\n    secret : number = 3 seen by {seen}\n    many : set of Town = Town\n"
        f"extend kind Player\n    held : pile of Pebble seen by {word}\n    list : set of Pebble = Pebble\n"
        f'Town long "{"a" * texts}"\n'
        'before turn(_)\n    repeat 100 times\n        say "{Town} {Town} {Pebble}"\n    shuffle heap\n'
        "    move top 50 of heap to player.held\n"
    )
    return Scenario(f"crowded: {pieces:,} pieces, {texts} letters", rules, players=random.choice((2, 4, 20)))


def _tables(random: Random) -> Scenario:
    count = random.choice((1, 100, 3_000, 8_000))
    odd = random.choice(ODD)
    rows = "".join(f'[[Town]]\nname = "t{each}"\nat = [{each}, 1]\n{odd}\n' for each in range(min(count, 20)))
    rows += "".join(f'[[Town]]\nname = "u{each}"\nsize = 2\n' for each in range(count))
    rows += "".join(f'[[Road]]\nends = ["u0", "u{each}"]\n' for each in range(1, min(count, 6_000)))
    rules = "action rest in moves\n    nothing\nbefore turn(_)\n    set total to count(neighbours(Aden))\n"
    return Scenario(f"table: {count:,} rows with {odd[:20]}", rules, rows)


_PEBBLES = (
    "kind Pebble is a piece times {pieces}\npile heap of Pebble seen by nobody\n    starts with Pebble\n"
    "pile shelf of Pebble seen by all\nvar mine : set of Pebble\nvar numbers : set of number\n"
)

WORK = (
    *("add 1 to total", "set mine to heap", "set mine to mine + heap", "set mine to mine - heap"),
    *("set mine to top 900 of heap", "shuffle heap", "move random of heap to shelf", "move shelf to heap"),
    *("move all of heap to bottom of shelf", "move all of shelf to heap", "show heap to Player"),
    *("set numbers to numbers + [total]", 'say "{heap} {total}"', 'say "{player}"', 'tell player "{mine}"'),
    *("set total to count a in Pebble where a in mine", "set total to sum 1 over a in Pebble"),
    *("for each a in heap where a in mine\n            move a to bottom of heap", "visit(player, Bern)"),
    *("if any a in Pebble where no b in heap where a = b\n            nothing", "once per game for total"),
    *("put 1 of stones on Bern", "take 1 of stones from Bern", "advance clock", "retreat clock"),
    *("let a = greatest a in Pebble by total", "let b = count(reach(Bern))", "spread shelf through heap"),
    *("set mine to joined(mine, top 3 of heap)", "let d = sorted a in heap by total", "let e = nth(heap, 3)"),
    *(
        "let f = list a over a in mine",
        "if total in numbers\n            nothing",
        "set total to abs(total - 3)",
    ),
    *('let g = "a {total}" if total > 1 else "{total|b|c}"', "set numbers to joined(numbers, [total])"),
    *("choose one in Pebble by player", "offer moves to player", "let c = those a in heap where a in mine"),
)

ODD = (
    *("size = nan", "size = 99999999999999999999", f"size = {'9' * 1_900}", "at = [inf, nan]", "size = -0.0"),
    *(
        'label = ""',
        f'label = "{"a" * 700}"',
        "look = {a = {b = {c = 1}}}",
        "size = [1, [2, [3]]]",
        "colour = 3",
    ),
    *('documentation = "\\u001b]52;c;aGk=\\u0007"', "size = 1979-05-27T07:32:00Z", 'ends = ["a", "b"]', ""),
    *('label = """' + ("b" * 1_900 + "\n") * 3 + '"""', 'colour = "red"'),
)


def _lines(head: str, line: str, last: str = "    nothing\n") -> Callable[[int], str]:
    return lambda count: head + "".join(line.replace("%", str(each)) for each in range(count)) + last


REPEATED: dict[str, Callable[[int], str]] = {
    "needs": _lines("action a in moves\n", '    needs total >= % else "no {total}"\n'),
    "choose in steps": _lines("action a in moves\n", "    choose t% in Town\n"),
    "choose in an effect": _lines("action a in moves\n    add 1 to total\n", "    choose t% in Town by me\n"),
    "confirm": _lines("to f(player)\n", '    confirm g% by player "sure?"\n'),
    "choose or stop": _lines("to f(player)\n", "    choose t% in Town by player or stop\n"),
    "questions in branches": _lines(
        "to f(player)\n", "    if total = %\n        choose t% in Town by player\n"
    ),
    "branches": _lines("to f()\n", "    if total = %\n        add 1 to total\n"),
    "else if": _lines(
        "to f()\n    if total = 0\n        nothing\n", "    else if total = %\n        nothing\n"
    ),
    "returns": _lines("to f() : number\n", "    if total = %\n        return %\n", "    return 0\n"),
    "lets": _lines("to f()\n    let a = 1\n", "    let a% = a + %\n"),
    "loops": _lines("to f()\n", "    for each t% in Town\n        add 1 to total\n"),
    "lines said": _lines("before turn(player)\n", '    say "{total} {Town} {player} %"\n', ""),
    "windows": _lines("to f(player)\n", "    window moves for player\n"),
    "actions": _lines("", 'action a% in moves\n    needs total > % else "{Town} {Card}"\n    nothing\n', ""),
    "actions with choices": _lines("", "action a% in moves\n    choose t in Town\n    add 1 to total\n", ""),
    "changes": _lines("", "change limit(_) by % when total > %\n", ""),
    "hooks": _lines("", "after visit(_, _)\n    nothing\n", ""),
    "prohibitions": _lines("", 'forbid visit(player, town) when total = % because "no"\n', ""),
    "replaced effects": _lines("", "instead of visit(player, town) when total = %\n    proceed\n", ""),
    "values in a chain": _lines("value v(n: number) : number = n\n", "value v%() : number = v(%) + %\n", ""),
    "values": _lines("", "value v%() : number = % + total\n", ""),
    "procedures": _lines("", "to p%(player)\n    visit(player, Bern)\n", ""),
    "questions in procedures": _lines("", "to p%(player)\n    choose t in Town by player\n", ""),
    "procedures in a chain": lambda count: (
        "".join(f"to p{each}(player)\n    p{each + 1}(player)\n" for each in range(count))
        + f"to p{count}(player)\n    choose t in Town by player\n"
    ),
    "variables": _lines("", "var a% : number = %\n", ""),
    "piles": _lines("", "pile p% of Card seen by all\n", ""),
    "supplies": _lines("", "supply s% of 9\n", ""),
    "kinds": _lines("", "kind K%\nK% m%\n", ""),
    "kinds for each": lambda count: (
        "kind K0\nK0 a\n"
        + "".join(f"kind K{each + 1} is a piece for each K{each} times 2\n" for each in range(count))
    ),
    "members": _lines("", "Town t%\n", ""),
    "powers": _lines("", "Power p%\n    change limit(me) by 1\n", ""),
    "attributes": _lines("extend kind Town\n", "    a% : number = %\n", ""),
    "supplies of places": _lines("extend kind Town\n", "    s% : supply of 5\n", ""),
    "outcomes": _lines("", 'win "w%" when total = %9\n', ""),
    "invariants": _lines("", 'invariant "w%" total >= 0\n', ""),
    "options": _lines("", "option o% : 1..3 = 1\n", ""),
    "tracks": _lines("", "track t% 0..9\n", ""),
    "menus": _lines("", "menu m%\naction b% in m%\n    nothing\n", ""),
    "tests": _lines("", 'test "t%"\n    when visit(anna, Bern)\n    then total = 0\n', ""),
    "looks": _lines("", "look Town a% b\n", ""),
    "mistakes": _lines("to f()\n", "    set nothing_% to totl\n"),
    "broken lines": _lines("", "to f%(((\n", ""),
    "list items": _lines("value f() : set of number = [1\n", "    , %\n", "    ]\n"),
    "arguments": _lines("value f() : number = max(1\n", "    , %\n", "    )\n"),
    "documentation": _lines("", '"Documentation %"\n', ""),
    "matches": _lines(
        "to f(c: Colour)\n",
        "    match c\n        when red\n            nothing\n        else\n            nothing\n",
    ),
}
"""A text for each construct, with the construct so many times."""


def _blocks(head: str) -> Callable[[int], str]:
    def made(count: int) -> str:
        lines = (f"{'    ' * (each + 1)}{head.replace('%', str(each))}\n" for each in range(count))
        return "to f(player)\n" + "".join(lines) + "    " * (count + 1) + "nothing\n"

    return made


NESTED: dict[str, Callable[[int], str]] = {
    "if": _blocks("if total = %"),
    "for each": _blocks("for each t% in Town"),
    "repeat": _blocks("repeat 2 times"),
    "brackets": lambda count: f"value f() : number = {'(' * count}1{')' * count}\n",
    "lists": lambda count: f"value f() : number = count({'[' * count}1{']' * count})\n",
    "not": lambda count: f"value f() : flag = {'not ' * count}yes\n",
    "minus": lambda count: f"value f() : number = {'- ' * count}1\n",
    "any": lambda count: (
        "value f() : flag = "
        + "".join(f"any a{each} in Town where " for each in range(count))
        + "total = 0\n"
    ),
    "sums": lambda count: (
        "value f() : number = " + "".join(f"sum a{each}.size + (" for each in range(count)) + "1"
    ),
    "attributes": lambda count: f"value f(t: Town) : number = t{'.home' * count}.size\n",
    "and": lambda count: f"value f() : flag = total = 0{' and total = 0' * count}\n",
    "calls": lambda count: f"value f() : number = {'max(1, ' * count}1{')' * count}\n",
    "gaps": lambda count: 'before turn(_)\n    say "' + "{Town}" * count + '"\n',
}
"""A text for each construct, with the construct so deep in itself."""

SHAPES: tuple[Callable[[Random], Scenario], ...] = (
    _from_grammar,
    _repeated,
    _statements,
    _nested,
    _authored,
    _endless,
    _tables,
    _repeated,
    _crowded,
)
