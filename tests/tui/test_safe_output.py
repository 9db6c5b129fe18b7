"""Foreign text reaches a terminal without escape sequences, unseen characters and changes of direction."""

import io
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from rich.segment import Segment
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.safe_output import MARKS, clean, clean_line, safe_streams, write_err, write_out
from lazaretto.tui.terminal import terminal_capabilities
from lazaretto.tui.terminal.frame_encoder import Encoder
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.tui.test_commands import Run, run as run

OSC = "\x1b]52;c;cHduZWQ=\a"
"""Sets the clipboard of a terminal."""

UNSEEN = "\u200b\u061c\u2028\u2029\u202e\u2066\ufeff\xad\U000e0041\x9d"
VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2\U000110bd\U000110cd"
"""Numbers signs of Arabic and Kaithi: Unicode calls them formats, but everybody sees them."""

UNSAFE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{UNSEEN}]")


def test_every_control_format_and_separator_is_replaced() -> None:
    kept = "".join(
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and clean(f"a{char}b") == f"a{char}b"
    )
    assert kept == f"\t\n{VISIBLE_FORMATS}"


@pytest.mark.parametrize("alone", ["\u200c", "\u200d\u200d", "a\u200db", "é\u200d ", "\u200dé", "é\u200d"])
def test_a_joiner_that_joins_nothing_is_replaced(alone: str) -> None:
    assert "\u200c" not in clean(alone) and "\u200d" not in clean(alone)


@pytest.mark.parametrize(
    "text",
    [
        "größe\n\tok",
        "Cafe\N{COMBINING ACUTE ACCENT}",
        "\N{WOMAN}\u200d\N{MICROSCOPE}",
        "\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-3}\u200d\N{MICROSCOPE}\ufe0f",
        "می\u200cخوا",  # noqa: RUF001
        "क्\u200dष",
        "東京",
        "✈️ a\N{NO-BREAK SPACE}b",
    ],
)
def test_legitimate_text_stays(text: str) -> None:
    assert clean(text) == text


ACUTE = "\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize(
    "mark",
    [
        ACUTE,
        *(
            "\N{THAI CHARACTER MAI THO}",
            "\N{ARABIC FATHA}",
            "\N{HEBREW POINT SHEVA}",
            "\N{TIBETAN VOWEL SIGN AA}",
        ),
        *("\N{VARIATION SELECTOR-16}", "\N{HANGUL JUNGSEONG A}", "\N{MUSICAL SYMBOL COMBINING TREMOLO-1}"),
        f"{ACUTE}\N{THAI CHARACTER MAI THO}",
        "\N{ARABIC FATHA}\N{ZERO WIDTH JOINER}",
    ],
    ids=lambda each: unicodedata.name(each[0]) + f" {len(each)}",
)
def test_a_letter_carries_a_few_marks_only(mark: str) -> None:
    marks = (mark * MARKS).replace("\N{ZERO WIDTH JOINER}", "")[:MARKS]
    assert clean(f"a{marks}") == f"a{marks}"
    assert sum(clean(f"พ{mark * 300}").count(each) for each in {*mark} - {"\N{ZERO WIDTH JOINER}"}) == MARKS


def test_every_mark_counts() -> None:
    marks = [each for each in map(chr, range(0xE0000)) if unicodedata.category(each) in ("Mn", "Me")]
    kept = [mark for mark in marks if clean(f"a{mark}") == f"a{mark}"]
    assert len(kept) > 1_700
    assert [each for each in kept if clean(f"a{each * 9}").count(each) != MARKS] == []


def test_a_line_stays_one() -> None:
    assert clean_line("a\nb\tc\rd\u2028e") == "a b c\ufffdd\ufffde"


def test_streams_clean_and_closed_ones_take_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdin", None)
    with safe_streams():
        sys.stdout.write(OSC)
        sys.stdout.writelines([UNSEEN])
        write_out(UNSEEN)
        write_err(OSC)
        assert sys.stdin.readline() == ""
    assert sys.stdout is out and sys.stderr is None
    assert out.getvalue() and not UNSAFE.search(out.getvalue())


def test_the_window_title_is_clean_and_short() -> None:
    inner = (
        terminal_capabilities.title(f"{OSC}{UNSEEN}\n{'x' * 500_000}")
        .removeprefix("\x1b]2;")
        .removesuffix("\a")
    )
    assert not UNSAFE.search(inner) and "\n" not in inner
    assert len(inner) == terminal_capabilities.LONGEST_TITLE


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_full_screen_sends_no_foreign_escape(ascii_only: bool) -> None:
    encoder = Encoder(Depth.MONO, Palette(mono=True), ascii_only)
    strip = Strip([Segment(f"before{OSC}{UNSEEN}\r\n\tafter")])
    sent = encoder.encode(LayoutUpdate([[strip]], Region(0, 0, 78, 1)), (80, 2), (0, 1))
    ours = re.sub(r"\x1b\[[0-9;]*[HCm]", "", sent)
    assert "before" in ours and "after" in ours
    assert not UNSAFE.search(ours) and "\n" not in ours and "\t" not in ours


# --- the commands

RECORD = """lazaretto = 1
scenario = "{0}"
title = "{0}"
digest = "0"
players = ["anna", "ben"]
seed = 3
choices = ["{0}"]
"""


def seen(run: Run, *arguments: object) -> None:
    done = run(*arguments)
    assert done.out + done.err
    assert not UNSAFE.search(done.out + done.err)


@pytest.mark.parametrize("name", ["check", "test", "simulate", "explain", "play", "replay", "new", "fmt"])
def test_no_argument_reaches_the_terminal_as_it_is(run: Run, name: str, tmp_path: Path) -> None:
    more = {"explain": ["x"], "new": ["--from", f"y{OSC}"]}.get(name, [])
    seen(run, name, f"{tmp_path}/x{OSC}{UNSEEN}", *more)
    seen(run, name, f"--{OSC}{UNSEEN}")
    seen(run, f"{OSC}{UNSEEN}")


def test_no_file_name_and_no_content_reaches_the_terminal_as_it_is(
    run: Run, stones: Path, tmp_path: Path
) -> None:
    folder = tmp_path / f"x\x1b]52;c;a\a{UNSEEN}"
    folder.mkdir()
    escaped = "".join(f"\\u{ord(char):04x}" for char in OSC)
    for manifest in (
        f'name = "x{escaped}"\nmodules = ["a"]\n',
        f'name = "x"\ntitle = "{escaped}{UNSEEN}"\nmodules = ["a"]\nplayers = [1, 2]\n',
        f"name = {OSC}\n",
    ):
        (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
        (folder / "a.rules").write_text(f"to {OSC}{UNSEEN}\n", encoding="utf-8")
        seen(run, "check", folder)
        seen(run, "test", folder)
        seen(run, "fmt", "--check", folder)
        seen(run, "list", "--path", tmp_path)
        seen(run, "list", "--path", tmp_path, "--json")
    record = tmp_path / f"r\x1b]52;c;a\a{UNSEEN}.toml"
    for text in (RECORD.format(escaped), RECORD.format("stones"), OSC, f"{OSC}{RECORD}"):
        record.write_text(text, encoding="utf-8")
        seen(run, "replay", record, "--path", stones.parent)
        seen(run, "play", "--plain", "--resume", record, "--path", stones.parent)
