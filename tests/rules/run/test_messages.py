"""Every message of a running game occurs in some test, with the text written here."""

from pathlib import Path

import pytest

from lazaretto.grammar import NOWHERE, Source, parse, render_all
from lazaretto.grammar.message import MessageText, messages_of
from lazaretto.rules import ChoiceError, Game, Program, RuleError, StartError
from lazaretto.rules.build import compile_checked
from lazaretto.rules.check.checker import check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.lower.game_tables import Head
from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import FaultError, MessageError
from lazaretto.rules.run.questions.legal_answers import asker
from lazaretto.rules.run.records import record_file
from lazaretto.rules.run.records.record_file import Record, RecordError
from lazaretto.rules.run.runtime_functions import union
from lazaretto.rules.run.state import State
from lazaretto.rules.run.views.decision_wording import Option
from tests.hostile import test_looking, test_texts
from tests.rules.run import test_deal_anew, test_forced_steps, test_shared_labels, test_unseen_choices

BASE = (Path(__file__).resolve().parents[1] / "check" / "base.rules").read_text(encoding="utf-8")
HEAD = Head("toy", "Toy", "", (1, 4), "", (), ())
PLAYERS = ["anna", "ben"]


def program(text: str, base: str = BASE) -> Program:
    modules = []
    for name, each in (("base", base), ("case", text)):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert not told, render_all(told, {})
        modules.append(module)
    road = Row("Road", {"name": "ab", "ends": ["Aden", "Bern"]}, NOWHERE, {}, {}, {})
    found = check(compose(modules, (road,)), HEAD.players)
    assert not found.diagnostics, render_all(found.diagnostics, {})
    return Program(compile_checked(found, HEAD), Path())


def started(text: str) -> Game:
    return program(text).start(seed=1, players=PLAYERS)


def during(statements: str, beside: str = "") -> str:
    """Return rules that do something at the start of a turn."""
    lines = "".join(f"    {line}\n" for line in statements.split("\n"))
    return f"{beside}\nbefore turn(player)\n    try_it(player)\nto try_it(player)\n{lines}"


def said_by(error: MessageError) -> str:
    """Return the message of an error, without the position of the rule."""
    text = error.text
    assert isinstance(text, MessageText)
    assert str(error) == text
    inner = text.gaps.get("fault", text.gaps.get("problem", text))
    assert isinstance(inner, MessageText)
    return f"{inner.message.key}: {inner}"


# --- faults ------------------------------------------------------------------------------------

FAULTS = {
    "F001.in: this rule runs forever, or for too long: most of the work is done in `try_it`": during(
        "repeat forever\n    nothing"
    ),
    "F001.calls: these rules call each other endlessly": during("again()", "to again()\n    again()"),
    "F002.large: this number becomes too large": during(
        "set total to 3\nrepeat 99 times\n    set total to total * total"
    ),
    "F002.range: `small` cannot be 9: its range is 0..3": during(
        "add 9 to small", "var small : number 0..3 = 0"
    ),
    "F002.zero: this divides by zero": during("set total to 1 / total"),
    "F004.few: not enough pieces: the rule needs 10, but there are only 9": during(
        "put 10 of stones on Aden"
    ),
    "F004.negative: a rule cannot move a negative number of pieces": during(
        "put (total - 1) of stones on Aden"
    ),
    "F004.pile: the pile is empty": during("move top of discard to deck"),
    "F004.nth: the rule needs number 4 of a list or pile, but it has only 3": during(
        "move nth(deck, 4) to discard"
    ),
    "F003.text: this text contains too many other texts": during(
        'say "{more(250, "x")}"',
        'value more(n: number, said: text) : text = more(n - 1, "{said}{said}") if n > 0 else said',
    ),
    "F004.none: this is `none`, but the rule needs a value": during(
        "set wish to Aden\nif wish != none\n    drop()\n    set total to wish.size",
        "to drop()\n    set wish to none",
    ),
    "F005.nothing: there is nothing to choose from": during(
        "choose town in Town where town.size > 9 by player"
    ),
    "F005.few: there are too few things to choose from": during("choose 4 town in Town by player as some"),
    "F005.bounds: the least number to choose is 3, but the most is 1": during(
        "set total to 3\nchoose total to 1 town in Town by player as some"
    ),
    "F005.range: there is no number from 5 to 1": during("choose number n from total + 5 to 1 by player"),
    "F005.numbers: there are too many numbers to choose from": during(
        "set total to 999999999\nset total to total * total * 9\n"
        "choose number n from -total to total by player"
    ),
    "F006.nothing: there is nothing to choose from at random": during("move random of discard to deck"),
    "F007: this place is not an end of this link": during("set wish to across(ab, Cork)"),
    "F007.way: this link goes only the other way": during(
        "set wish to across(ab, Bern)", "replace kind Road links Town one way"
    ),
    "F008.one: two rules of `case` (case.rules:1:1 and case.rules:3:1) set `limit`, to different values; "
    "change a `when` so that only one applies": during(
        "set total to limit(player)",
        "change limit(_) to 5 when total = 0\n\nchange limit(_) to 6 when total < 5\n",
    ),
    "F008.two: `case` (case.rules:1:1) and `Guide` (case.rules:7:5) both set `limit`, "
    "to different values; add `over` to the winner": during(
        "set total to limit(player)",
        "change limit(_) to 5 when total = 0\n\nkind Rule\n    active when total = 0\n\n"
        "Rule Guide\n    change limit(_) to 6\n",
    ),
    "F008.rule: the rule at case.rules:2:5 applies more than once and sets `limit` to different values; "
    "add a `when` so that it applies only once": during(
        "for each other in Player\n    set other.role to Ida\n"
        "set player.points to 1\nset total to limit(player)",
        "Role Ida\n    change limit(_) to my.points\n",
    ),
    "F009: the game stops, but nobody has won or lost": (
        'replace phase game()\n    set total to 1\nwin "Done" when total = 2\n'
    ),
}


@pytest.mark.parametrize("expected", FAULTS)
def test_each_fault_says_what_is_wrong(expected: str) -> None:
    with pytest.raises(RuleError) as raised:
        started(FAULTS[expected])
    assert said_by(raised.value) == expected


def test_faults_of_chance_and_of_bounds() -> None:
    game = started(during("choose town in Town by player\nset wish to random of Town"))
    game._state.fate = (99,)
    with pytest.raises(RuleError) as raised:
        game.choose("Bern")
    assert (
        said_by(raised.value) == "F006.fate: the random result that was set beforehand is not possible here"
    )
    state = State(1)
    state.fuel = 10**9
    assert len(union(state, range(20_000), [7])) == 20_000
    with pytest.raises(FaultError) as fault:
        union(state, range(20_000), [20_000])
    assert said_by(fault.value) == "F003: this list becomes too long"


def test_a_number_that_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started(during("choose number n from 1 to 3 by player"))
    machine = game._machine
    ask = game._state.stack[-1]
    assert game._pending is not None
    info = machine.asks[game._pending.ask]
    monkeypatch.setattr(machine.backend, "candidates", lambda question: lambda s, f: [])
    monkeypatch.setattr(machine.backend, "bounds", lambda question: lambda s, f: (1, 3))
    with pytest.raises(FaultError) as fault:
        asker(machine.tables, machine.backend, game._pending.ask, machine.likeness)(game._state, ask)
    assert said_by(fault.value) == "F005.number: there is no number to choose from"
    assert fault.value.place == info.place


def test_no_choice_among_many_is_allowed() -> None:
    game = started(during("choose 2 town in Town by player as some such that count(some) = 9"))
    with pytest.raises(RuleError) as raised:
        game.answer(game.sample(lambda limit: limit - 1))
    assert said_by(raised.value) == "F005.allowed: no combination is allowed here"


def test_no_deal_fits_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started(during("choose town in Town by player"))

    def fail(state: State) -> None:
        raise RuleError("")

    monkeypatch.setattr(game._machine, "pending", fail)
    with pytest.raises(RuleError) as raised:
        game.imagine(0)
    assert said_by(raised.value) == "F010: no deal is consistent with what the players know"


# --- refused choices ---------------------------------------------------------------------------

ACTIONS = """
action travel in moves
    choose town in Town where town != my.home
    limit 1 per turn
    visit(me, town)
action stroll in moves
    limit level per turn
    visit(me, my.home)
action never in moves
    needs total > 9 else "There is no time"
    nothing
action nowhere in moves
    choose town in Town where town.size > 9
    visit(me, town)
action pair in moves
    choose 2 town in Town as some
    nothing
action few in moves
    choose 1 to 2 town in Town as some
    nothing
action count_up in moves
    choose number n from 1 to 3
    add n to total
action sort in moves
    arrange [Aden, Bern, Cork] by me as sorted
    nothing
replace phase turn(player)
    repeat 3 times
        offer moves to player
"""
CHOICES: dict[str, tuple[str, ...]] = {
    "C001.long: this is too long for a choice": ("x" * 20_000,),
    "C001.offered: `fly` is not offered": ("fly",),
    "C001.number: `many` is not a number": ("count_up", "many"),
    "C001.number: `--1` is not a number": ("count_up", "--1"),
    "C002: it is anna's turn to choose": ("count_up", "ben: 1"),
    "C003.twice: `Aden` is named twice": ("pair", "Aden, Aden"),
    "C003.exactly: choose 2, not 1": ("pair", "Aden"),
    "C003.between: choose 1 to 2, not 3": ("few", "Aden, Bern, Cork"),
}


@pytest.mark.parametrize("expected", CHOICES)
def test_each_refused_choice_says_why(expected: str) -> None:
    game = started(ACTIONS)
    *before, last = CHOICES[expected]
    for key in before:
        game.choose(key)
    player, colon, key = last.rpartition(": ")
    with pytest.raises(ChoiceError) as raised:
        game.choose(key, PLAYERS.index(player) if colon else None)
    assert said_by(raised.value) == expected


def test_closed_actions_say_why() -> None:
    game = started(ACTIONS)

    def why(name: str) -> str | None:
        assert game.decision is not None
        return next(option.why_not for option in game.decision.options if option.key == name)

    assert why("nowhere") == messages.NOTHING_THERE()
    for choice, name in (("travel > Bern", "travel"), ("stroll", "stroll")):
        game.choose(choice)
        shown = messages.DONE_ONCE if name == "travel" else messages.DONE_OFTEN
        assert why(name) == shown(phase="turn")


def test_what_is_closed_without_a_reason_is_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started(ACTIONS)
    asking = game._asking()
    assert asking is not None
    monkeypatch.setattr(asking, "closed", lambda _wanted: [Option("never", "Never", 0, "", "")])
    with pytest.raises(ChoiceError) as raised:
        asking.find("never", 0)
    assert said_by(raised.value) == "C001.closed: this is not available"


def test_prompts_that_nobody_wrote() -> None:
    prompts = {"count_up": "Count up: which n?", "sort": "Sort: in which order?"}
    for action, prompt in prompts.items():
        game = started(ACTIONS)
        game.choose(action)
        assert game.decision is not None
        assert game.decision.prompt.lower() == prompt.lower()
    for statement, prompt in (
        ("choose town in Town by player", "Which town?"),
        ("arrange [Aden, Bern, Cork] by player as sorted", "In which order?"),
    ):
        decision = started(during(statement)).decision
        assert decision is not None
        assert decision.prompt == prompt
    window = started(f"{ACTIONS}\nbefore turn(player)\n    window moves for player\n").decision
    assert window is not None
    assert window.options[0].label == "Go on"


def test_undo_and_the_end() -> None:
    game = started(during("choose town in Town by player\nset wish to random of Town", ACTIONS))
    with pytest.raises(ChoiceError) as raised:
        game.undo()
    assert said_by(raised.value) == "C005.nothing: there is nothing to undo"
    game.choose("Bern")
    with pytest.raises(ChoiceError) as raised:
        game.undo()
    assert said_by(raised.value).startswith("C005.revealed: this cannot be undone: ")
    over = started('replace phase game()\n    draw "Enough"\n')
    with pytest.raises(ChoiceError) as raised:
        over.choose("travel")
    assert said_by(raised.value) == "C004: the game is over"


# --- starts ------------------------------------------------------------------------------------

STARTS: dict[str, tuple[str, list[str], dict[str, str]]] = {
    "S001: Toy is for 1 to 4 players, not 5": ("", list("abcde"), {}),
    "S002: every player needs a name of their own, without `:`, `,` or `>`": ("", ["a", "a"], {}),
    "S003.near: Toy has no option `levle`, only level; did you mean `level`?": ("", ["a"], {"levle": "1"}),
    "S003.some: Toy has no option `speed`, only level": ("", ["a"], {"speed": "1"}),
    "S003.none: Toy has no options, so `speed` cannot be set": (
        "remove option level\n",
        ["a"],
        {"speed": "1"},
    ),
    "S004.number: `level` is a number from 1 to 3, not `9`": ("", ["a"], {"level": "9"}),
    "S004.number: `level` is a number from 1 to 3, not `--2`": ("", ["a"], {"level": "--2"}),
    "S004.number: `level` is a number from 1 to 3, not `-`": ("", ["a"], {"level": "-"}),
    "S004.misfit: Toy cannot start like this: Level 3 needs 2 players": (
        "replace option level : 1..3 = 1\n"
        '    needs level < 3 or count(Player) > 1 else "Level {level} needs 2 players"\n',
        ["a"],
        {"level": "3"},
    ),
    "S004.member: `hard` is one of no, yes, not `maybe`": (
        "option hard : flag = no\n",
        ["a"],
        {"hard": "maybe"},
    ),
}


@pytest.mark.parametrize("expected", STARTS)
def test_each_refused_start_says_why(expected: str) -> None:
    text, players, options = STARTS[expected]
    with pytest.raises(StartError) as raised:
        program(text).start(seed=1, players=players, options=options)
    assert said_by(raised.value) == expected


CARRIED = """
extend kind Town
    burnt : flag = no per campaign
extend kind Player
    scars : number 0..3 = 0 per campaign
    rival : Player? per campaign
    stash : pile of Card per campaign seen by owner
var years : number per campaign
var seen_towns : set of Town per campaign
pile gone of Card per campaign seen by all
"""
UNFIT: dict[str, dict[str, str]] = {
    "S005.key: Toy does not carry `level` over from game to game": {"years": "3", "level": "2"},
    "S005.key: Toy does not carry `Player.carl.scars` over from game to game": {"Player.carl.scars": "1"},
    "S005.value: `Player.ben.scars` cannot be `4`": {"Player.ben.scars": "4"},
    "S005.value: `Player.ben.rival` cannot be `carl`": {"Player.ben.rival": "carl"},
    "S005.value: `years` cannot be `three`": {"years": "three"},
    "S005.value: `years` cannot be `99999999999999999999`": {"years": "9" * 20},
    "S005.value: `Town.Bern.burnt` cannot be `true`": {"Town.Bern.burnt": "true"},
    "S005.value: `seen_towns` cannot be `Bern, Rome`": {"seen_towns": "Bern, Rome"},
    "S005.value: `gone` cannot be `none`": {"gone": "none"},
    "S005.twice: `gone` has a piece twice, or one that is also in another pile": {"gone": "Aden, Aden"},
    "S005.twice: `Player.anna.stash` has a piece twice, or one that is also in another pile": {
        "gone": "Aden",
        "Player.anna.stash": "Bern, Aden",
    },
}


def test_each_value_that_does_not_fit_is_named_and_can_be_left_out() -> None:
    toy = program(CARRIED)
    for expected, kept in UNFIT.items():
        with pytest.raises(StartError) as raised:
            toy.start(seed=1, players=PLAYERS, kept=kept)
        assert said_by(raised.value) == expected
        fitting, problems = toy.fitting(PLAYERS, kept)
        assert problems == (expected.partition(": ")[2],)
        assert len(fitting) == len(kept) - 1
        game = toy.start(seed=1, players=PLAYERS, kept=fitting)
        assert game.record().kept == fitting
        assert fitting.items() <= game.handed_on().items()


# --- records -----------------------------------------------------------------------------------

RECORD = Record("toy", "Toy", ("anna", "ben"), {}, (), 1, "0", ((0, "go"),), "won: Well done", ("", "random"))
TEXT = record_file.write(RECORD)
RECORDS: dict[str, tuple[str, str]] = {
    "D001.file: this file is too large for a record": ("seed = 1", "#" * 5_000_000),
    "D001.lines: this file has too many lines for a record: more than 100000": ("seed = 1", "\n" * 100_000),
    "D001.line: this line is too long for a record: it has more than 65536 characters": (
        "seed = 1",
        "#" * 65_537,
    ),
    "D002.cut: the file is incomplete; it ends with: outco": (TEXT[TEXT.index("outcome") :], "outco"),
    "D002.line: this is not a line of a record: seed is 1": ("seed = 1", "seed is 1"),
    "D003.cut: the file is incomplete": (TEXT[TEXT.index('    "anna: go"') :], ""),
    "D003.toml: this is not a record: `\\q` means nothing in a text; a backslash is written `\\\\`": (
        '"Toy"',
        '"To\\q"',
    ),
    "D003.twice: this key or table is written twice: remove one of them": ("seed = 1", "seed = 1\nseed = 2"),
    "D004.none: this is not a record of a game": ("format = 1\n", ""),
    "D004.format: this record has format 2, but this version can only read format 1": (
        "format = 1",
        "format = 2",
    ),
    "D005.missing: the record has no `seed`: the file is incomplete or was edited": ("seed = 1\n", ""),
    "D005.unknown: a record has no key `sed`": ("seed = 1", "seed = 1\nsed = 1"),
    "D005.number: `seed` must be a number, without quotes": ("seed = 1", 'seed = "one"'),
    "D005.text: `title` must be a text, in double quotes": ('title = "Toy"', "title = 1"),
    "D005.table: `options` must be a table": ("[options]\n", ""),
    "D005.texts: `switches` must be a list of texts, each in double quotes": (
        "switches = []",
        "switches = 1",
    ),
    "D005.numbers: `points` must be a list with a number for each player": (
        'outcome = "won',
        'points = [1]\noutcome = "won',
    ),
    "D005.deals: `dealt_after` must be numbers of choices in the order of the game, and `dealt_with` a seed "
    "for each; there are at most 1000 of them": (
        "[play]",
        '[what_if]\nof = ""\nafter = 3\ndealt_after = [3, 2]\ndealt_with = [1, 1]\n\n[play]',
    ),
    "D006: `bots` must have one entry for each player": ('bots = [\n    "",\n', "bots = [\n"),
    "D007: the record was edited or damaged: its checksum does not match "
    '(to play it anyway, write checksum = "none")': ("seed = 1", "seed = 2"),
    "D010: `title` has a name or value of more than 1000 characters": (
        'title = "Toy',
        f'title = "{"x" * 1_001}',
    ),
    "D009: a record has at most 64 players": ("players = [", "players = [\n" + '"x",\n' * 63),
    "D005.scenario: `scenario` is empty: write the name of the scenario that was played": ('"toy"', '""'),
    "D008.alike: two players are called anna: give each player a name of their own": ('"ben"', '"anna"'),
    "D008.none: choice 1 names no player of this game: carl: go": ("anna: go", "carl: go"),
}


@pytest.mark.parametrize("expected", RECORDS)
def test_each_broken_record_says_what_is_wrong(expected: str) -> None:
    old, new = RECORDS[expected]
    text = TEXT.replace(old, new, 1)
    if "options" in expected:
        text = text.replace("[play]", 'options = "x"\n[play]')
    assert text != TEXT
    with pytest.raises(RecordError) as raised:
        record_file.read(text, "game")
    assert said_by(raised.value) == expected


# --- all of them -------------------------------------------------------------------------------


OTHERS = {
    test_faults_of_chance_and_of_bounds: ("F003", "F006.fate"),
    test_a_number_that_cannot_be_chosen: ("F005.number",),
    test_no_choice_among_many_is_allowed: ("F005.allowed",),
    test_no_deal_fits_what_is_known: ("F010",),
    test_closed_actions_say_why: ("C001.nothing", "C006.once", "C006.often"),
    test_what_is_closed_without_a_reason_is_not_open: ("C001.closed",),
    test_shared_labels.test_a_path_with_a_shared_label_asks_which_one: ("C001.several",),
    test_looking.test_three_hundred_costly_reasons_take_as_long_as_one: ("C001.reason",),
    test_looking.test_tries_of_a_choice_of_several_share_one_tank: ("F001.endless",),
    test_texts.test_a_list_that_is_too_long_says_how_many_more_there_are: ("shown.more",),
    test_texts.test_a_log_stops_growing: ("shown.log",),
    test_forced_steps.test_what_is_revealed_or_asked_of_others_tells_no_reason: ("C001.revealed",),
    test_deal_anew.test_a_game_is_dealt_only_between_two_choices: ("C007",),
    test_undo_and_the_end: ("C004", "C005.nothing", "C005.revealed"),
    test_prompts_that_nobody_wrote: (
        "prompt.which",
        "prompt.order",
        "prompt.action_which",
        "prompt.action_order",
        "prompt.go_on",
    ),
    test_unseen_choices.test_a_pile_is_named_if_there_are_several: (
        "prompt.unseen",
        "prompt.unseen_of",
        "prompt.unseen_of_owner",
    ),
    test_each_fault_says_what_is_wrong: ("fault.at",),
    test_each_broken_record_says_what_is_wrong: ("record.file", "record.line"),
}
"""Messages that have tests of their own."""


def test_each_message_has_a_case() -> None:
    tables = (FAULTS, CHOICES, STARTS, UNFIT, RECORDS)
    shown = {each.partition(": ")[0] for table in tables for each in table}
    assert set(messages_of((messages,))) == shown | {key for keys in OTHERS.values() for key in keys}
