"""A guide is read and played completely, or each mistake is reported where it is written."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.grammar.diagnostics import Diagnostic, render_all
from lazaretto.grammar.message import MessageText, messages_of
from lazaretto.grammar.source import Source
from lazaretto.host.wire.codec import decode, encode
from lazaretto.rules.guides import messages
from lazaretto.rules.guides.check_guides import CheckedGuide, check_guides
from lazaretto.rules.guides.guide import COLUMNS, Guide, GuideProgress, filled, progress, wrapped
from lazaretto.rules.guides.read_guide import MOST_STEPS
from lazaretto.rules.link.find_scenarios import guide_names
from lazaretto.rules.tools import scenario_tests
from lazaretto.rules.tools.check_scenario import check_scenario
from lazaretto.tui.look.fit_and_wrap_text import broken

STONES = Path(__file__).resolve().parents[2] / "data" / "stones"
HEAD = 'title = "Stones"\nplayers = ["anna", "ben"]\nseed = 7\n'
GOOD = (
    HEAD
    + """
[[step]]
text = "Seven stones lie there. {undo} undoes a choice."

[[step]]
text = "Take two."
choose = "take > two"

[[step]]
text = "Anna calls out while Ben thinks."
choose = "anna: call"

[[step]]
text = "Choose the action first."
choose = "take"

[[step]]
text = "Then the amount."
choose = "one"

[[step]]
text = "That is all."
"""
)


def one(step: str) -> str:
    return f'{HEAD}[[step]]\ntext = "Do it."\n{step}\n'


LONG = " ".join(["word"] * 80)

MISTAKES = {
    "not TOML": ("P009", "title = \n"),
    "an unknown key": ("P010", one("chose = 'rest'")),
    "a missing key": ("P011", HEAD.replace("seed = 7", "") + '[[step]]\ntext = "Look."\n'),
    "no text": ("P011", HEAD + "[[step]]\nchoose = 'rest'\n"),
    "a title that is no text": ("P012", one("").replace('"Stones"', "7")),
    "players that are no texts": ("P012", one("").replace('"anna"', "1")),
    "too many players": ("H001", one("").replace('"ben"', '"ben", "carl", "dora", "emil"')),
    "an unknown option": ("H001", "options = { stat = 3 }\n" + one("")),
    "an unknown part": ("H001", 'parts = ["hury"]\n' + one("")),
    "an unknown part, none near": ("H001", 'parts = ["autumn"]\n' + one("")),
    "a choice that is not offered": ("H002", one("choose = 'rust'")),
    "a choice that is not offered, none near": ("H002", one("choose = 'dance'")),
    "a choice that is closed": ("H002", "options = { start = 3 }\n" + one("choose = 'rest'")),
    "a step that is not open": ("H002", one("choose = 'take > nine'")),
    "somebody else's choice": ("H002", one("choose = 'ben: rest'")),
    "a text that is too long": ("H003", one("").replace("Do it.", LONG)),
    "something that is not on the board": ("H004", one("show = ['Harbour']")),
    "no steps": ("H005", HEAD + "step = []\n"),
    "a choice after the end": ("H006", one("choose = 'all'\n" + one("choose = 'rest'").removeprefix(HEAD))),
    "a rule that fails": ("H007", one("choose = 'break'")),
    "a seed that is no number": ("H008", one("").replace("seed = 7", "seed = 'x'")),
    "options that are no table": ("H008", "options = 3\n" + one("")),
    "steps that are no tables": ("H008", HEAD + "step = 3\n"),
    "too many steps": ("H009", HEAD + '[[step]]\ntext = "Look."\n' * (MOST_STEPS + 1)),
    "an unknown key in braces": ("H010", one("").replace("Do it.", "Press {redo}.")),
}

MORE_RULES = """
extend kind Player
    few : number 0..3 = 0

action end_it in moves "All"
    win "Enough"

action break in moves "Break"
    set my.few to my.few + 9
"""


@pytest.fixture(scope="module")
def lay(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that puts a guide beside the small game."""
    folder = tmp_path_factory.mktemp("guides") / "stones"
    shutil.copytree(STONES, folder)
    rules = (folder / "heap.rules").read_text() + MORE_RULES.replace("end_it", "all")
    (folder / "heap.rules").write_text(rules)

    def put(text: str) -> Path:
        (folder / "first.guide").write_text(text)
        return folder

    return put


def checked(folder: Path) -> CheckedGuide:
    (found,) = check_guides(folder, "stones")
    return found


def test_every_mistake_is_reported_where_it_is(
    lay: Callable[[str], Path], snapshot: SnapshotAssertion
) -> None:
    said: set[str] = set()
    shown: dict[str, str] = {}
    for name, (code, text) in MISTAKES.items():
        found = checked(lay(text))
        assert found.guide is None, name
        assert found.diagnostics[0].code == code, name
        sources: dict[str, Source] = {} if found.source is None else {found.file: found.source}
        shown[name] = render_all(found.diagnostics, sources)
        said |= {key for diagnostic in found.diagnostics for key in keys_of(diagnostic)}
    said |= {"guide.test_name", "guide.failure"}
    assert set(messages_of((messages,))) - said == set()
    assert shown == snapshot


def keys_of(found: Diagnostic) -> set[str]:
    texts = (found.message, found.help)
    return {text.message.key for text in texts if isinstance(text, MessageText)}


def test_a_guide_is_known_with_its_answers(lay: Callable[[str], Path]) -> None:
    found = checked(lay(GOOD))
    assert found.diagnostics == ()
    guide = found.guide
    assert guide is not None
    answers = [[(answer.seat, answer.key, answer.label) for answer in step.answers] for step in guide.steps]
    assert answers == [
        [],
        [(0, "take", "Take stones"), (0, "two", "two")],
        [(0, "call", "Call out")],
        [(1, "take", "Take stones")],
        [(1, "one", "one")],
        [],
    ]
    assert decode(encode(guide, Guide), Guide) == guide


def test_progress_follows_the_record(lay: Callable[[str], Path]) -> None:
    guide = checked(lay(GOOD)).guide
    assert guide is not None
    told = [
        ([], 0, False),
        ([(0, "take")], 1, False),
        ([(0, "take > one")], 1, True),
        ([(0, "take > two"), (1, "go on"), (0, "call")], 3, False),
        ([(0, "take > two"), (1, "take > one")], 2, True),
        ([(0, "take > two"), (0, "call"), (1, "take > one"), (0, "rest")], 5, False),
    ]
    for choices, given, strayed in told:
        assert progress(guide, choices) == GuideProgress(given, strayed), choices


def test_check_and_test_know_guides(lay: Callable[[str], Path]) -> None:
    folder = lay(GOOD)
    assert check_scenario(folder).mistakes == ()
    assert [result.name for result in scenario_tests.run(folder).results if result.failure is None][-1:] == [
        "the guide first"
    ]
    folder = lay(MISTAKES["a choice that is not offered"][1])
    (mistake,) = check_scenario(folder).mistakes
    assert (mistake.span.file, mistake.span.line, mistake.code) == ("stones/first.guide", 6, "H002")
    failed = [result for result in scenario_tests.run(folder).results if result.failure is not None]
    assert [result.name for result in failed] == ["the guide first"]


def test_a_guide_is_no_part_of_the_game(lay: Callable[[str], Path]) -> None:
    from lazaretto.rules import load  # noqa: PLC0415

    digests = []
    for text in (GOOD, "nonsense"):
        program = load(lay(text)).program
        assert program is not None
        digests.append(program.digest)
    assert digests[0] == digests[1]


def test_names_of_guides_come_from_files(tmp_path: Path) -> None:
    for name in ("b.guide", "a.guide", ".c.guide", "d.toml"):
        (tmp_path / name).touch()
    assert guide_names(tmp_path) == ("a", "b")
    assert guide_names(tmp_path / "nowhere") == ()


def test_a_text_is_measured_as_the_screen_breaks_it() -> None:
    text = f"{LONG}\nfar-off\n\nnext {LONG}"
    shown = [line for each in text.split("\n\n") for line in broken(" ".join(each.split()), COLUMNS)]
    assert wrapped(text) == shown
    assert filled("Press {undo} or {no}.", {"undo": "u"}) == "Press u or no."
