"""What a mod breaks in the files of others is told once, and begins with the mod's own line."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from lazaretto.grammar.source import Span
from lazaretto.rules.build import link
from lazaretto.rules.errors.checker_message_variants import BLAMED
from lazaretto.rules.tools.blame_mods import _entry_of
from tests.rules.small_mods import PORT, lay, mistakes, told

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
SCREEN = 24
"""How many lines one cause may take."""


class Case(NamedTuple):
    """The text of a mod, the line that is blamed, a file that it breaks, and part of what is told there."""

    text: str
    blamed: str
    broken: str
    words: str


SMALL = {
    "a replaced procedure with other parameters": Case(
        "replace to sail(player)\n    nothing\n",
        "mod/changes.rules:1:12: R044 this replacement of `sail` does not fit the rules of other modules",
        "this breaks port/port.rules:16:11: R005 `sail` takes 1 argument, not 2",
        "this breaks port/port.rules:47:5: R005 `sail` takes 1 argument, not 2",
    ),
    "a replaced value of another type": Case(
        "var calm : flag = no\n\nreplace value fare(player) : flag = player.coins > 3\n",
        "mod/changes.rules:3:15: R044 this replacement of `fare`",
        "this breaks port/port.rules:40:10: R002 expected a `number` here, but this is a `flag`",
        "help: keep the parameters, type",
    ),
    "a replaced kind without what others need": Case(
        "replace kind Captain\n",
        "mod/changes.rules:1:14: R044 this replacement of `Captain`",
        "this breaks port/port.rules:16:16: R015 `me` can be a pattern only",
        "help: keep the parameters, type and attributes",
    ),
    "an attribute without a default": Case(
        "extend kind Port\n    customs : Captain\n",
        "mod/changes.rules:1:13: R044 this addition to `Port`",
        "this breaks port/port.rules:6:6: R017 `Oran` and 2 more have no value for `customs`",
        "help: give a new attribute a default",
    ),
    "something that is removed and missed": Case(
        "remove to load\n\nremove value fare\n",
        "mod/changes.rules:3:14: R044 `fare` is removed here, but rules of other modules use it",
        "this breaks port/port.rules:40:10: R027 `fare` was removed, but is still used here",
        "help: keep it, or also remove or replace those rules",
    ),
    "a member that a match forgets": Case(
        "kind Weather is one of fine, foul\n\nPort Sfax\n",
        "mod/changes.rules:3:6: R044 the new `Sfax`",
        "this breaks game/game.rules:7:11: R016 this `match` has no case for `Sfax`",
        "help: choose another name, or replace the rules",
    ),
    "a name that becomes ambiguous": Case(
        "kind Sailor\n\nSailor Pisa\n",
        "mod/changes.rules:3:8: R044 the new `Pisa`",
        "this breaks game/game.rules:20:26: R020 `Pisa` can mean the Port or the Sailor",
        "help: choose another name",
    ),
    "a second kind of links": Case(
        "kind Canal links Port\n",
        "mod/changes.rules:1:6: R044 the new `Canal`",
        "R041 there are several kinds of links: Route, Canal",
        "return count(links(player.port))",
    ),
    "a hook that asks when the game is over": Case(
        'after farewell()\n    confirm x by random of Player "Again?"\n    if x\n        set wind to 0\n',
        "mod/changes.rules:1:1: R044 this rule about `farewell`",
        "R010 `ending` may ask a player, but the game is already over then",
        "rules cannot ask or change anything",
    ),
    "a hook that changes something deep inside a value": Case(
        "after rested(_)\n    set wind to 0\n",
        "mod/changes.rules:1:1: R044 this rule about `rested`",
        "R011 `tally` changes something, so it cannot be used in a value",
        "rules cannot ask or change anything",
    ),
    "a value that is no constant any more": Case(
        "change first_port() to Riga when wind > 3\n",
        "mod/changes.rules:1:1: R044 this change of `first_port`",
        "this breaks game/game.rules:2:20: R008 only a constant can be used here",
        "help: also replace the rules that do not expect it",
    ),
    "a change inside a member": Case(
        "Captain Brown\n    before load(me, _)\n        set wind to 0\n"
        "    change first_port() to Riga when wind > 3\n",
        "mod/changes.rules:4:5: R044 this change of `first_port`",
        "this breaks game/game.rules:2:20: R008 only a constant can be used here",
        "help: also replace the rules that do not expect it",
    ),
}

GAME = """extend kind Player
    home  : Port = first_port()
    tired : flag = no

to greet(port) : number
    "Every port has its own greeting."
    match port
        when Oran
            return 1
        when Pisa, Riga
            return 2

value first_port() : Port = Oran

value harbours() : number = count(Port)

to rest(player)
    rested(player)

value shallow() : flag = Pisa.depth < 3

to steps(player) : number
    return count(links(player.port))

to rested(player)
    nothing

to ending()
    farewell()

to farewell()
    nothing

to tally(player) : number
    rested(player)
    return player.coins

value worth(player) : number = tally(player)
"""


PANDEMIC = """extend kind City
    harbour : City

remove value hand_limit

replace to infect(city)
    say "{city}"

replace kind Disease
"""


def blamed(root: Path, text: str) -> str:
    """Return what is told about a mod of a game that builds on the small game."""
    return mistakes(root, {"game": {"game": GAME}, "mod": text})


@pytest.mark.parametrize("name", SMALL)
def test_the_mod_is_blamed_first(name: str, tmp_path: Path) -> None:
    case = SMALL[name]
    text = blamed(tmp_path, case.text)
    assert text.startswith(case.blamed), text
    assert case.broken in text, text
    assert case.words in text, text
    assert "\n\n" not in text, "one cause is told once"
    assert len(text.splitlines()) <= SCREEN


def test_each_way_to_break_something_has_a_case() -> None:
    blamed = " ".join(case_.blamed for case_ in SMALL.values())
    for message in BLAMED.values():
        assert message.sentence.partition("{name}")[0] in blamed, message


def test_a_mod_of_a_large_game_is_blamed_for_each_cause_once(tmp_path: Path) -> None:
    folder = tmp_path / "harbours"
    folder.mkdir()
    manifest = 'name = "harbours"\ntitle = "Harbours"\nplayers = [2, 4]\nuses = ["pandemic"]\n'
    (folder / "scenario.toml").write_text(f'{manifest}modules = ["changes"]\n', encoding="utf-8")
    (folder / "changes.rules").write_text(PANDEMIC, encoding="utf-8")
    causes = told(link(folder, search=[SCENARIOS])).split("\n\n")
    assert [re.sub("(?s) .*", "", cause) for cause in causes] == [
        "harbours/changes.rules:1:13:",
        "harbours/changes.rules:4:14:",
        "harbours/changes.rules:6:12:",
        "harbours/changes.rules:9:14:",
    ]
    assert "`San Francisco` and 47 more have no value for `harbour`" in causes[0]
    assert re.search(r"\n  and 23 more, in contagion/board.rules, ", causes[3]), causes[3]
    assert all(len(cause.splitlines()) <= SCREEN for cause in causes)


def test_a_mod_that_breaks_another_mod_is_blamed(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": "after load(_, n)\n    set wind to n\n", "two": "remove to load\n"})
    assert text.startswith("two/changes.rules:1:11: R044 `load` is removed here")
    assert "this breaks one/changes.rules:1:7: R027" in text


def test_a_mistake_of_the_game_itself_is_told_where_it_is(tmp_path: Path) -> None:
    text = mistakes(tmp_path, {"one": "after laod(_, n)\n    set wind to n\n", "two": "remove to load\n"})
    assert text.startswith("one/changes.rules:1:7: R001 there is no procedure called `laod`")


def test_what_only_hides_a_mistake_is_not_blamed(tmp_path: Path) -> None:
    """A layer may need what others declare; without it there would be another mistake on the same line."""
    game = "after load(player, _) when Storm.force > 3\n    set wind to 3\n"
    text = mistakes(
        tmp_path, {"game": {"game": game}, "mod": "kind Gale\n    force : number = 1\n\nGale Storm\n"}
    )
    assert text.startswith("game/game.rules:1:12: R046 this rule never uses its argument `player`")
    assert "R044" not in text


def test_nothing_of_what_is_broken_is_lost(tmp_path: Path) -> None:
    """Every mistake is shown or counted under its cause."""
    game = "".join(f"to sail_{number}(player)\n    sail(player, Riga)\n\n" for number in range(30))
    linked = link(lay(tmp_path, {"game": {"game": game}, "mod": "replace to sail(player)\n    nothing\n"}))
    (cause,) = linked.diagnostics
    assert len(cause.breaks) == 32
    assert "and 29 more, in game/game.rules" in told(linked)


def test_scenarios_that_declare_the_same_are_told_at_the_line_that_uses_both(tmp_path: Path) -> None:
    one = "Captain Brown\n    change fare(me) by 1\n"
    text = mistakes(tmp_path, {"one": one, "two": one, "both": "var calm : flag = no\n"})
    assert text.startswith(
        "both/scenario.toml:4:24: R044 `two` and `one` cannot be used together: both declare `Brown`\n"
    )
    assert "this breaks two/changes.rules:1:9: R003 `Brown` is declared twice" in text
    assert '`without = ["two/changes"]`' in text
    folder = lay(tmp_path / "without", {"one": one, "two": one}, without='["two/changes"]')
    assert not link(folder).diagnostics


def test_two_whole_games_are_told_as_one_mistake(tmp_path: Path) -> None:
    names = ", ".join(f"s{number}" for number in range(5))
    game = f"kind Sail is one of {names}\n\n" + "".join(f"value v{n}() : number = 1\n" for n in range(4))
    text = mistakes(tmp_path, {"one": game, "two": game, "both": "change farre(_) by 1\n"})
    assert "R044 `two` and `one` cannot be used together: both declare `Sail`, `v0`, `v1` and 2 more" in text
    assert text.count("R003") == 3
    assert "both/changes.rules:1:8: R001 there is no value called `farre`" in text


def test_the_last_scenario_is_blamed_and_not_what_was_there_before(tmp_path: Path) -> None:
    layer = {"port": PORT + "\nto stow(card: Card)\n    move card to hold\n"}
    game = "kind Card is a piece\n\nkind Letter is a Card\n\npile hold of Card seen by all\n"
    text = mistakes(
        tmp_path, {"port": layer, "one": game, "both": "replace pile hold of Letter seen by all\n"}
    )
    assert text.startswith("both/changes.rules:1:14: R044 this replacement of `hold`")
    assert "this breaks port/port.rules" in text


def test_a_name_of_the_game_is_told_at_the_line_of_the_mod_alone(tmp_path: Path) -> None:
    for number, text in enumerate(("track wind 0..3\n", "var fare : number = 0\n")):
        found = mistakes(tmp_path / str(number), {"game": "", "mod": text})
        assert re.match(r"mod/changes.rules:1:\d+: R003 `\w+` is declared twice\n", found), found
        assert "  port/port.rules:" in found
        assert found.count("R003") == 1 and "R044" not in found, found


def test_a_wrong_cost_breaks_no_menu(tmp_path: Path) -> None:
    port = PORT.replace(
        "menu moves", 'menu moves "Go?"\n    cost 1\n    needs cost < 3 else "Dear"\n\nmenu other'
    )
    found = mistakes(tmp_path, {"port": port, "mod": "extend action go\n    cost my.steps\n"})
    assert re.findall(r"^\S+: (R\d+)", found, re.MULTILINE) == ["R004"], found


SET_FARE = "change fare(_) to {}\n"


def test_a_conflict_of_two_mods_shows_who_uses_them(tmp_path: Path) -> None:
    found = mistakes(tmp_path, {"one": SET_FARE.format(1), "two": SET_FARE.format(3), "both": ""})
    assert "two/changes.rules:1:1: R045" in found
    assert "  both/scenario.toml:4:24: `two` is used here\n" in found


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("prefer ona over two", "R001"),
        ("prefer one over two in fara", "R001"),
        ("prefer one", "G029"),
        ('prefer one over two in "fare"', "G020"),
        ("prefer one over one", "R026"),
    ],
)
def test_conflicts_wait_until_prefer_is_right(line: str, code: str, tmp_path: Path) -> None:
    one, two = {"one": SET_FARE.format(1)}, {"two": SET_FARE.format(3)}
    found = mistakes(tmp_path, {"one": one, "two": two, "both": f"{line}\n"})
    assert re.findall(r"^(\S+?):\S+ (R\d+|G\d+)", found, re.MULTILINE) == [("both/changes.rules", code)], (
        found
    )


def test_conflicts_of_games_that_clash_stand_under_the_line_that_uses_both(tmp_path: Path) -> None:
    one = "Captain Brown\n\n" + SET_FARE
    found = mistakes(tmp_path, {"one": one.format(1), "two": one.format(3), "both": ""})
    assert re.findall(r"^\S+: (R\d+)", found, re.MULTILINE) == ["R044"], found
    assert "this breaks two/changes.rules:3:1: R045" in found


def test_who_uses_a_layer_reads_first_what_a_game_must_add(tmp_path: Path) -> None:
    layer = (
        "kind Harbour is a place\n\nto dock(ship: Player, quay, crate_type)\n    berth(ship)\n"
        "    set ship.at to quay\n    set storm to 1\n    add 1 to ship.hold\n    offer calls to ship\n"
        '    for each near in neighbours(Pier)\n        say "{near}"\n\nHarbour Pier\n'
    )
    board = 'phase game()\n    draw "Over"\n'
    folder = lay(tmp_path, {"port": {"port": layer, "pond": board}, "both": "var calm : flga = no\n"})
    manifest = tmp_path / "port" / "scenario.toml"
    text = manifest.read_text(encoding="utf-8").replace('["port", "pond"]', '["port"]')
    manifest.write_text(f'{text}[layer]\nmodules = ["pond"]\n', encoding="utf-8")
    found = told(link(folder))
    assert found.startswith(
        "both/scenario.toml:4:9: R044 `port` is a layer, no game of its own: a game must declare "
        "`phase game`, `kind Quay`, `kind CrateType`, `berth`, `Player.at`, `storm`, `Player.hold`, "
        "`menu calls`, `kind ... links Harbour` for it\n"
    )
    assert "help: declare them as `port/pond.rules` does" in found
    assert re.findall(r"^(\S+?):\S+ (R\d+)", found, re.MULTILINE) == [
        ("both/scenario.toml", "R044"),
        ("both/changes.rules", "R006"),
    ]
    many = "".join(f"to dock{number}()\n    call{number}()\n\n" for number in range(14))
    (tmp_path / "port" / "port.rules").write_text(many, encoding="utf-8")
    assert "`call10` and 3 more for it" in told(link(folder))


def test_a_scenario_is_brought_by_its_own_entry_or_by_one_that_builds_on_it() -> None:
    mod, port = (Span("game/scenario.toml", 4, column, 4, column + 5) for column in (9, 16))
    uses = {"mod": frozenset({"port"}), "port": frozenset[str]()}
    assert _entry_of("port", {"mod": mod, "port": port}, uses) == port
    assert _entry_of("port", {"mod": mod}, uses) == mod
    assert _entry_of("mod", {"mod": mod, "port": port}, uses) == mod
    assert _entry_of("harbour", {"mod": mod, "port": port}, uses) is None
