"""Each mistake of an author gives one precise message, with its position and a fix."""

import re
from pathlib import Path
from shutil import copytree

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.grammar import render_all
from lazaretto.rules import ChoiceError, Program, RuleError, StartError, load
from lazaretto.rules.build import link

HOUSE = Path(__file__).resolve().parents[3]
ERRANDS = HOUSE / "tests" / "data" / "errands"
RULES, TOWNS, MANIFEST = "errands.rules", "towns.toml", "scenario.toml"
PLACE = re.compile(r"errands/[a-z.]+:\d+:\d+: ")

Edit = tuple[str, str, str]
"""A file, the text in it that is replaced (empty: append), the replacement."""

MISTAKES: dict[str, Edit] = {
    # words
    "a misspelt variable": (RULES, "to player.points", "to player.pionts"),
    "a misspelt procedure": (RULES, "    walk(me, town)", "    wlak(me, town)"),
    "a misspelt kind": (RULES, "colour : Colour", "colour : Color"),
    "a misspelt member": (RULES, ": Town = Aden", ": Town = Aten"),
    "a misspelt word of the language": (RULES, "    offer moves", "    ofer moves"),
    "a missing colon": (RULES, "size   : number", "size   number"),
    "a colon too many": (RULES, "phase game()", "phase game():"),
    "a missing quote": (RULES, '"Walk"', '"Walk'),
    "a missing bracket": (RULES, "neighbours(my.place)", "neighbours(my.place"),
    "a tab": (RULES, "    set player.place", "\tset player.place"),
    "bad indentation": (RULES, "    advance clock", "  advance clock"),
    "a line that is too deep": (RULES, "    advance clock", "        advance clock"),
    "a block that is missing": (RULES, "    set player.place to town\n", ""),
    # values
    "a wrong kind": (RULES, "    walk(me, town)", "    walk(town, me.place)"),
    "a number for a thing": (RULES, "set player.place to town", "set player.place to 3"),
    "what may be none": (
        RULES,
        "    walk(me, town)",
        "    let goal = first other in Town where other.size > 2\n    walk(me, goal)",
    ),
    "an argument too few": (RULES, "    walk(me, town)", "    walk(me)"),
    "a match that forgets": (RULES, "        when green\n            return 1\n", ""),
    "a result that may be missing": (
        RULES,
        "        when green\n            return 1\n",
        "        else\n            nothing\n",
    ),
    "a division by zero": (RULES, "advance clock by pace", "advance clock by pace / 0"),
    "a number past its bounds": (RULES, "points : number = 0", "points : number = 12345678901"),
    "a default out of range": (RULES, "1..3 = 1", "1..3 = 4"),
    # what is meant by a name
    "a link named the other way round": (RULES, "", "to pave()\n    let road = Cork_Bern\n"),
    "a name with spaces": (RULES, ": Town = Aden", ": Town = Ho Chi Minh City"),
    "a hook into an action": (RULES, "", "after go(player)\n    set player.points to 3\n"),
    "a near name of another kind": (RULES, "", "to rest(player)\n    set player.points to Adn\n"),
    "a table without quotes": (TOWNS, 'colour = "red"', "colour = red"),
    # rules
    "a question inside an expression": (
        RULES,
        "",
        "to ask(player) : Town\n    choose town in Town by player\n    return town\n\n"
        "to walk_on(player)\n    set player.place to ask(player)\n",
    ),
    "a condition that acts": (RULES, "when clock = 8", "when count(Town) = random of [1, 2]"),
    "nobody who chooses": (
        RULES,
        "    advance clock by pace",
        "    choose town in Town\n    walk(player, town)",
    ),
    "a phase that is none": (RULES, "points : number = 0", "points : number = 0 per walk"),
    "a reason that is missing": (RULES, ' else "The post is empty"', ""),
    "a line that is never reached": (
        RULES,
        "            return 1",
        "            return 1\n            return 2",
    ),
    # modules
    "a name twice": (RULES, "", "to walk(player, town)\n    nothing\n"),
    "an attribute twice": (RULES, "", "extend kind Town\n    size : flag = no\n"),
    "a change of nothing": (RULES, "", "replace to wander(player, town)\n    nothing\n"),
    "an extension of nothing": (RULES, "", "extend Role Post_man\n    points = 3\n"),
    "two replacements": (
        RULES,
        "",
        "replace to walk(player, town)\n    nothing\n\nreplace to walk(player, town)\n    nothing\n",
    ),
    "two rules without an order": (
        RULES,
        "",
        "Role Thief\n    after walk(player, _)\n        set player.points to 0\n",
    ),
    "a misspelt member in a pattern": (RULES, "", "after walk(player, Bernn)\n    add 1 to player.points\n"),
    "a name in a pattern that nothing uses": (
        RULES,
        "",
        "before walk(player, twon)\n    set player.points to 3\n",
    ),
    "a rule that is removed and missed": (RULES, "", "remove to deliver\n"),
    "no game": (RULES, "phase game()", "phase play()"),
    # tables
    "an unknown key": (TOWNS, "size = 2", "sise = 2\nsize = 2"),
    "a link to a missing place": (TOWNS, '"Bern", "Cork"', '"Bern", "Corck"'),
    "a link with one end": (TOWNS, '"Bern", "Cork"', '"Bern"'),
    "a missing attribute": (TOWNS, "size = 2\n", ""),
    "a wrong type": (TOWNS, "size = 2", 'size = "two"'),
    "an unknown member": (TOWNS, 'colour = "red"', 'colour = "read"'),
    "an unknown table": (TOWNS, '[[Road]]\nends = ["Bern"', '[[Raod]]\nends = ["Bern"'),
    "a number past all bounds": (TOWNS, "size = 2", "size = 99999999999999999999"),
    "an entry twice": (TOWNS, "", '[[Town]]\nname = "Bern"\nsize = 2\ncolour = "red"\n'),
    "an entry without a name": (TOWNS, "", '[[Town]]\nsize = 2\ncolour = "red"\n'),
    "not a table": (TOWNS, "size = 2", "size is 2"),
    # the folder
    "a missing file": (MANIFEST, '"errands"]', '"errand"]'),
    "a path out of the folder": (MANIFEST, '"errands"]', '"../errands"]'),
    "an absolute path": (MANIFEST, '"errands"]', '"/etc/passwd"]'),
    "an unknown key of the scenario": (MANIFEST, "modules =", "moduls = []\nmodules ="),
    "a circle of scenarios": (MANIFEST, "players", 'uses = ["errands"]\nplayers'),
    "a scenario that is not there": (MANIFEST, "players", 'uses = ["erands"]\nplayers'),
}

FAULTS: dict[str, Edit] = {
    "an endless loop": (RULES, "    walk(me, town)", "    repeat forever\n        add 1 to my.points"),
    "an endless recursion": (RULES, "    set player.place to town", "    walk(player, town)"),
    "a division by zero": (RULES, "    walk(me, town)", "    set my.points to 3 / my.points"),
    "a number that grows": (
        RULES,
        "    walk(me, town)",
        "    set my.points to 7\n    repeat 99 times\n        set my.points to my.points * my.points",
    ),
    "an empty pile": (RULES, "    walk(me, town)", "    move top of my.bag to box"),
    "nothing to choose": (
        RULES,
        "    walk(me, town)",
        "    walk(me, town)\n    choose letter in my.bag\n    deliver(me, letter)",
    ),
    "nothing for chance": (RULES, "    walk(me, town)", "    move random of my.bag to box"),
    "a log without end": (RULES, "    walk(me, town)", '    repeat forever\n        say "{town}"'),
    "two changes that disagree": (
        RULES,
        "Role Runner\n",
        "change steps(player) to 5 when player.place = Bern\n\n"
        "change steps(player) to 6 when player.points = 0\n\n"
        "to measure(player)\n    add steps(player) to player.points\n\n"
        "before turn(player) when player.place = Bern\n    measure(player)\n\n"
        "Role Runner\n",
    ),
}


def broken(folder: Path, edit: Edit) -> Path:
    """Return a copy of the game with one change."""
    copy = copytree(ERRANDS, folder / "errands")
    file, old, new = edit
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1) if old else f"{text}\n{new}", encoding="utf-8")
    return copy


def told(folder: Path) -> str:
    """Return the messages, of which there must be one, with position, line and caret."""
    linked = link(folder)
    text = render_all(linked.diagnostics, linked.sources)
    assert len(linked.diagnostics) == 1, text
    assert PLACE.match(text), text
    assert re.search(r"^ +\| +\^+$", text, re.MULTILINE), text
    return text


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_told_once(name: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert told(broken(tmp_path, MISTAKES[name])) == snapshot


def test_a_large_file_is_refused(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert told(broken(tmp_path, (RULES, "", "# much ado\n" * 1_000_000))) == snapshot


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    folder = broken(tmp_path, (MANIFEST, '"errands"]', '"secret"]'))
    (tmp_path / "secret.rules").write_text("kind Secret\n")
    (folder / "secret.rules").symlink_to(tmp_path / "secret.rules")
    assert told(folder) == snapshot


def test_an_unknown_option_is_told(snapshot: SnapshotAssertion) -> None:
    program = _program(ERRANDS)
    for options in ({"pase": "1"}, {"pace": "9"}, {"pace": "fast"}):
        with pytest.raises(StartError) as error:
            program.start(seed=1, players=["anna"], options=options)
        assert (str(error.value), error.value.nearest) == snapshot


def _program(folder: Path) -> Program:
    loaded = load(folder)
    assert loaded.program is not None, render_all(loaded.diagnostics, loaded.sources)
    return loaded.program


@pytest.mark.parametrize("name", FAULTS)
def test_a_rule_that_fails_is_told_and_changes_nothing(
    name: str, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    game = _program(broken(tmp_path, FAULTS[name])).start(seed=1, players=["anna"])
    before, record = game.snapshot(), game.record()
    with pytest.raises(RuleError) as error:
        game.choose("go > Bern")
    assert PLACE.match(str(error.value)), error.value
    assert str(error.value) == snapshot
    assert game.snapshot() == before and game.record() == record


def test_a_reason_that_fails_is_told_as_the_reason(tmp_path: Path) -> None:
    edit = (
        RULES,
        "    choose letter in my.bag",
        '    needs my.place = Aden else "{9 / my.points} steps"\n    choose letter in my.bag',
    )
    game = _program(broken(tmp_path, edit)).start(seed=1, players=["anna"])
    game.choose("go > Bern")
    assert game.decision is not None
    told = {option.key: option.why_not for option in game.decision.options}
    assert told["drop"] == "errands/errands.rules:74:34: this divides by zero"
    assert told["go"] is None
    with pytest.raises(ChoiceError, match="divides by zero"):
        game.choose("drop")
