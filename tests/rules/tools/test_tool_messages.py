"""Every message of scenario tests, explanations and rulebooks occurs in some case."""

import re
from itertools import count
from pathlib import Path

import pytest

from lazaretto.grammar.message import messages_of
from lazaretto.rules import load
from lazaretto.rules.run import rulebook_messages
from lazaretto.rules.run.game import Game
from lazaretto.rules.tools import explain_definition, messages
from lazaretto.rules.tools.rulebook_with_parts import rulebook_with_parts
from lazaretto.rules.tools.scenario_tests import run
from tests.rules.small_mods import lay

HERE = Path(__file__).resolve().parents[1]
HOUSE = HERE.parents[1]
BASE = (HERE / "check" / "base.rules").read_text(encoding="utf-8")
ACTIONS = """
to shout()
    say "ho 1"
    say "ho 2"
    say "ho 3"
    say "ho 4"
action travel in moves
    choose town in Town where town != my.home
    visit(me, town)
action rest in moves
    needs total > 9 else "There is no time"
    draw "Rested" for [me]
action end in moves
    end_it()
to end_it()
    win "Well done"
to leave(player)
    win "Safe" for [player]
invariant "few points" total < 9
goal "Much" when total > 5
goal "Little" win or lose when total < 5
value points(player) : number = player.points
    "One for each good deed."
"""
BOOK = """\
"What this module is about."
kind Tree
    "Grows."
    height : number = 2
        "In feet."
    fruit : supply of 3
Tree Oak
    "Old."
Tree Elm
    fruit = 4
kind Seal for each Player
Tree T0
Tree T1
Tree T2
Tree T3
Tree T4
Tree T5
Tree T6
Tree T7
Tree T8
Tree T9
Tree T10
Tree T11
Tree T12
Tree T13
Tree T14
kind Leaf is a piece for each Tree
    "Falls."
kind Nut is a piece for each Tree times 2
    "Falls too."
kind Stick is a piece times 5
    "Lies about."
kind Owl
Owl Hoot
value an_owl() : Owl = Hoot
value rests_wanted() : number = 2
    "How many rests are enough."
value crowd() : number = count(Player)
    "How many players rest."
value sleepers() : set of Player = Player
    "Whoever sleeps."
win "All rest" for sleepers() when total = 9 + rests_wanted() * crowd()
lose "{an_owl()} leaves" when total = 6
kind Wind is one of calm, fresh
    "Blows."
extend kind Player
    "A person."
    cold : flag = no seen by owner
        "How one feels."
track steps 2 2 3
    "Where one is."
pile bag of Stick per campaign seen by nobody
    "What is left."
    starts with Stick
option windy : flag = no "Is it windy?"
    "Makes it harder."
menu rests "What then?"
    "What one does."
action sleep in rests "Sleep under an oak"
    "Ends the day."
    graft(Oak, Elm)
to graft(tree, other: Tree)
    "Two trees become one."
    set total to total
forbid graft(tree, other) when tree = other because "{tree} cannot grow on {other}"
value an_oak() : Tree = Oak
win "The {an_oak()} stands" when total = 8
lose "{an_oak()} falls" when total = 7
to grow(tree)
    "Higher."
    nothing
to look()
    nothing
menu empty "?"
extend menu moves
    "More of them."
before visit(_, _)
    nothing
after visit(_, _)
    nothing
forbid visit(_, _) when total = 6 because "Closed"
"""
HOUSE = Path(__file__).resolve().parents[3]
LINKED = (HOUSE / "scenarios" / "iberia", HOUSE / "tests" / "data" / "regatta")
"""Games with links, some marked, some one way."""
MORE = """
replace to visit(player, town)
    inherited(player, town)
extend kind Town
    old : flag = no
"""
PART = '[optional.always]\ntitle = "Always"\ndefault = true\n'
FAILING = {
    "not true: then total = 9: here it is 0 = 9": "then total = 9",
    "not true: then anna.home = Bern: here it is Aden = Bern": "then anna.home = Bern",
    "not true: then wish != none": "then wish != none",
    "not true: then total = 0 and anna.home = Bern and not (total = 1): "
    "here it is 0 = 0 and Aden = Bern and yes": "then total = 0 and anna.home = Bern and not (total = 1)",
    "not true: then total = 1 and 6 / total = 2": "then total = 1 and 6 / total = 2",
    "not true: then not (total = 0)": "then not (total = 0)",
    "the log never says `hello`": 'then says "hello"',
    "the log says `ho 3`: ho 3": 'when shout()\nthen never says "ho 3"',
    "the log never says `hello`; it ends with `ho 2`, `ho 3`, `ho 4`": ('when shout()\nthen says "hello"'),
    "ben's decision `What do you do?` must be answered first": "when turn(ben)\nwhen visit(ben, Cork)",
    "the game is over: Well done": "when end_it()\nwhen visit(ben, Cork)",
    "`end > on`: the game is over": 'when turn(anna)\nwhen anna does "end > on"',
    "no player is asked anything": 'when anna does "rest"',
    "`given` must not ask anybody": "given turn(anna)",
    "`given` must not ask anybody ": "when turn(ben)\ngiven turn(anna)",
    "`given` must not end the game": "when turn(ben)\ngiven end_it()",
    "the goal `Much` is not reached": 'when end_it()\nthen goal "Much"',
    "the goal `Little` is reached": 'when end_it()\nthen not goal "Little"',
    "the invariant `few points` is broken": "when set total to 10",
    "`swim`: `swim` is not offered; anna is offered travel, end": ('when turn(anna)\nwhen anna does "swim"'),
    "anna may not `swim`: `swim` is not offered": 'when turn(anna)\nthen anna may "swim"',
    "anna may `travel > Bern`": 'when turn(anna)\nthen anna may not "travel > Bern"',
    "the reason is `There is no time`": ('when turn(anna)\nthen anna may not "rest" because "It rains"'),
    "anna's decision `What do you do?` is open": "when turn(anna)\nthen nothing asked",
    "ben is not asked; anna's decision `What do you do?` is open": "when turn(anna)\nthen asks ben",
    "ben is not asked; nothing is open": "then asks ben",
    "the question is `What do you do?`": 'when turn(anna)\nthen asks anna "Why?"',
    "the game is not over": "then won",
    "the result is won, won: Well done": "when end_it()\nthen lost",
    "the reason is `Well done`": 'when end_it()\nthen won "Badly done"',
    "the game is not over for anna": "then anna won",
    "anna has won: Safe": "when leave(anna)\nthen anna lost",
    "anna's decision `What do you do?` is left open; end the test with `leave open` if you mean that": (
        "when turn(anna)"
    ),
    "anna's decision `What do you do?` is left open; end the test with `leave open` if you mean that ": (
        'when turn(anna)\nwhen anna does "travel > Bern"\nwhen turn(anna)'
    ),
    "anna's decision `What do you do?` is left open; end the test with `leave open` if you mean that  ": (
        "given leave(ben)\nwhen turn(anna)\nthen ben won"
    ),
    "the test ends with `leave open`, but no decision is open": "leave open",
    "no player is asked anything at the end; add `then nothing asked` if you mean that": (
        'when turn(anna)\nwhen anna does "end"'
    ),
    "no player is asked anything at the end; add `then nothing asked` if you mean that ": (
        'when turn(anna)\nwhen anna does "end"\nthen anna may not "end"'
    ),
    "the game ended with ben: points 3, rank 1": (
        "given set ben.points to 3\nwhen end_it()\nthen ben won with 4 points"
    ),
    "the game is not over ": "when leave(anna)\nthen anna won with rank 1",
}


def scenario(folder: Path, text: str, part: str = "") -> Path:
    manifest = 'name = "toy"\ntitle = "Toy"\nplayers = [2, 4]\nmodules = ["base", "case"]\n'
    more = '[optional.more]\ntitle = "More"\nmodules = ["more"]\n' if part else ""
    files = {"scenario.toml": manifest + more, "base.rules": BASE, "case.rules": text, "more.rules": part}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def failures(folder: Path) -> list[str | None]:
    tested = run(folder)
    assert tested.diagnostics == ()
    return [result.failure for result in tested.results]


def of_tests(*tests: str) -> str:
    found = ""
    for number, lines in enumerate(tests):
        indented = "".join(f"    {line}\n" for line in lines.split("\n"))
        found += f'test "{number}"\n    given players anna, ben\n{indented}'
    return found


def test_each_failure_says_what_is_wrong(tmp_path: Path) -> None:
    found = failures(scenario(tmp_path, ACTIONS + of_tests(*FAILING.values())))
    assert [re.sub(r"^line \d+: ", "", each or "") for each in found] == [each.strip() for each in FAILING]


def test_a_wrong_rank_is_told_where_no_points_are_counted(tmp_path: Path) -> None:
    rank = 'value rank(player) : number = 3 - player.points\nto end_it()\n    win "Done"\n'
    tested = of_tests("given set ben.points to 2\nwhen end_it()\nthen won with rank 3")
    assert failures(scenario(tmp_path, rank + tested)) == [
        "line 8: the game ended with anna: rank 2, ben: rank 1"
    ]


def test_an_idle_leave_open_has_its_line(tmp_path: Path) -> None:
    assert failures(scenario(tmp_path, of_tests("then total = 0\nleave open"))) == [
        "line 4: the test ends with `leave open`, but no decision is open"
    ]


def test_a_failure_tells_its_line(tmp_path: Path) -> None:
    assert failures(scenario(tmp_path, of_tests("then total = 0\nthen total = 9"))) == [
        "line 4: not true: then total = 9: here it is 0 = 9"
    ]


def test_a_failure_tells_the_part_that_is_on(tmp_path: Path) -> None:
    folder = scenario(tmp_path, "", of_tests("then total = 9"))
    assert failures(folder) == ["line 3: not true: then total = 9: here it is 0 = 9 (with more)"]


@pytest.mark.parametrize(
    ("mode", "failure"),
    [
        ("forked", "line 4: a fork gives another result (when forked at every decision)"),
        ("saved", "the result differs from a plain run (when saved at every decision)"),
        (
            "replayed",
            "line 4: playing the same choices again gives another result (when replayed at every decision)",
        ),
        (
            "undone",
            "line 4: undoing `travel` does not restore the state before it (when undone at every decision)",
        ),
    ],
)
def test_a_game_that_goes_another_way_is_told(
    mode: str, failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    monkeypatch.setattr(Game, "snapshot", lambda game: next(numbers))
    text = ACTIONS + of_tests('when turn(anna)\nwhen anna does "travel > Bern"\nthen nothing asked')
    results = run(scenario(tmp_path, text), modes=("plain", mode)).results
    assert [re.sub(r"^line \d+", "line 4", result.failure or "") for result in results] == [failure]


def test_no_game_follows_the_last_one_of_a_campaign(tmp_path: Path) -> None:
    over = 'value campaign_over() : flag = yes\nto end_it()\n    win "Done"\n'
    assert failures(scenario(tmp_path, over + of_tests("when end_it()\nwhen next game"))) == [
        "line 7: the campaign is over, so there is no next game"
    ]


def test_each_message_is_said_in_some_case(tmp_path: Path, said: set[str]) -> None:
    test_each_failure_says_what_is_wrong(tmp_path)
    test_a_failure_tells_the_part_that_is_on(tmp_path)
    test_a_wrong_rank_is_told_where_no_points_are_counted(tmp_path)
    test_no_game_follows_the_last_one_of_a_campaign(tmp_path)
    for players, description in (("[2, 4]", "A toy."), ("[2, 2]", ""), ("[1, 1]", "")):
        folder = scenario(tmp_path, BOOK + ACTIONS, MORE)
        manifest = (folder / "scenario.toml").read_text(encoding="utf-8")
        manifest = manifest.replace("[2, 4]", f'{players}\ndescription = "{description}"', 1)
        manifest = manifest.replace("[optional", f"{PART}[optional", 1)
        (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
        loaded = load(folder)
        assert loaded.program is not None, loaded.diagnostics
        rulebook_with_parts(loaded.program, folder, ())
    for folder in LINKED:
        loaded = load(folder)
        assert loaded.program is not None
        loaded.program.rulebook()
    for name in ("visit", "moves", "empty", "look", "end_it", "ask", "turn", "Town"):
        explain_definition.explain(tmp_path, name)
    mod = 'extend action go "A"\n    limit 1 per turn\nchange fare(_) to {}\n'
    both = "prefer one/changes over two/changes\nvalue toll() : number = 1\nalias duty for toll\n"
    mods = lay(tmp_path / "mods", {"one": mod.format(1), "two": mod.format(3), "both": both})
    for name in ("go", "fare", "duty"):
        explain_definition.explain(mods, name)
    other_ways = {f"test.{mode}" for mode in ("forked", "saved", "replayed", "undone")}
    other_ways |= {key for key in messages_of((messages,)) if key.startswith("T005.")}
    left = set(messages_of((messages, rulebook_messages))) - said - other_ways
    assert left == set()
