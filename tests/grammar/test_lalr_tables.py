"""The tables of the grammar are cached, and rebuilt if the cache cannot be read."""

import shutil
from pathlib import Path
from random import Random

import pytest
from lark import Lark, Token

from lazaretto.grammar import lalr_build, lalr_stack, parser
from lazaretto.grammar.lalr_build import parser_of
from lazaretto.grammar.lalr_tables import Tables, tables
from lazaretto.grammar.lexer import Word
from tests.soak import TIMES, longer

LANGUAGE = Path(parser.__file__).with_name("language.lark")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "lazaretto"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tables, Path]:
    """Tables that were made, and where they are kept: making them takes a second."""
    place = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place))
        made = tables()
    (kept,) = (place / "lazaretto").iterdir()
    return made, kept


@pytest.fixture
def kept_file(fresh: tuple[Tables, Path]) -> Path:
    return fresh[1]


def test_what_was_kept_is_what_was_made(fresh: tuple[Tables, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    made, kept = fresh
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.parents[1]))
    written = kept.stat().st_mtime_ns
    assert tables() == made
    assert kept.stat().st_mtime_ns == written


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "[1, 2, 3, 4]", "\0"])
def test_what_cannot_be_read_is_made_anew(
    folder: Path, kept_file: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    kept = Path(shutil.copy(kept_file, folder))
    before = tables()
    assert [*folder.iterdir()] == [kept]
    asked: list[tuple[str, ...]] = []

    def made(*given: str) -> Tables:
        asked.append(given)
        return before

    monkeypatch.setattr(lalr_build, "made", made)
    kept.write_text(text)
    assert tables() == before
    assert tables() == before
    assert asked == [(LANGUAGE.read_text(encoding="utf-8"), "module", "interpolation")]


def test_where_nothing_can_be_kept_tables_are_made(
    folder: Path, fresh: tuple[Tables, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lalr_build, "made", lambda *_: fresh[0])
    folder.write_text("in the way")
    assert tables().starts.keys() == {"module", "interpolation"}
    assert folder.read_text() == "in the way"


@pytest.fixture(scope="module")
def theirs() -> Lark:
    return parser_of(LANGUAGE.read_text(encoding="utf-8"), "module", "interpolation")


@longer
@pytest.mark.parametrize("start", ["module", "interpolation"])
def test_they_are_followed_as_lark_follows_them(
    start: str, theirs: Lark, monkeypatch: pytest.MonkeyPatch
) -> None:
    language = lalr_stack.Language()
    monkeypatch.setattr(language.callbacks, "of", lambda rule: list)
    monkeypatch.setattr(lalr_stack, "shared_language", lambda: language)
    for seed in range(2 * TIMES):
        chance = Random(seed)
        stack, follower = lalr_stack.Stack(start), theirs.parse_interactive(start=start)
        for _ in range(12 if TIMES == 1 else 25):
            accepted = stack.accepted()
            assert accepted == follower.accepts()  # type: ignore[no-untyped-call]
            going_on = sorted(accepted - {"$END"})
            if not going_on:
                break
            terminal = chance.choice(going_on)
            stack.feed(Word(terminal, "", 1, 1, 1))
            follower.feed_token(Token(terminal, ""))
