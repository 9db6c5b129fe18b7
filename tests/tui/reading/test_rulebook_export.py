"""The printed rulebook shows the map in its colours, the signs of its things, and no text as markup."""

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.look.fit_and_wrap_text import Pen, Span
from lazaretto.tui.reading.rulebook_export import PAPER, as_markdown, as_page, as_text, drawing, empty_board
from tests.tui.played import program_of

ROW = (
    Span("⠁⠀⢀", Pen("link", "ground")),
    Span(" ●<b>", Pen("blue", "ground", bold=True)),
    Span("▘█", Pen("land", "ground")),
)
CHAPTERS = (
    Chapter("A & B", "Two\n\nthings."),
    Chapter("At a glance", "", (Entry("Won", "All <b>.", "win"),)),
    Chapter("Things", "", (Entry("Red_one", "A *card*.", "member", {"glyph": "◆", "colour": "red"}),)),
)


def test_a_board_is_drawn_with_dots_quarters_and_texts_of_their_width() -> None:
    drawn = drawing((ROW,), "The map")
    assert 'viewBox="0 0 60 12"' in drawn
    assert f'<path d="M1.5,1.5h0M16.5,10.5h0" stroke="{PAPER.hex("link")}"' in drawn
    text = f'<text x="24" y="9" fill="{PAPER.hex("blue")}" font-weight="bold" textLength="24"'
    assert f'{text} lengthAdjust="spacingAndGlyphs">●&lt;b&gt;</text>' in drawn
    assert f'<rect x="0" y="0" width="60" height="12" fill="{PAPER.hex("ground")}"></rect>' in drawn
    assert drawn.count(f'fill="{PAPER.hex("land")}"') == 5


def test_a_page_shows_signs_in_colour_and_escapes_all_texts() -> None:
    page = as_page(CHAPTERS, (ROW,))
    assert f'<span class="sign" style="color:{PAPER.hex("red")}">◆</span> Red_one' in page
    assert "All &lt;b&gt;." in page
    assert "<b>" not in page
    assert "<svg" not in as_page(CHAPTERS, ())


def test_text_and_markdown_show_the_board_in_letters() -> None:
    assert as_text(CHAPTERS, (ROW,)).endswith("\n⠁⠀⢀ ●<b>▘█\n")
    markdown = as_markdown(CHAPTERS, (ROW,))
    assert "```text\n⠁⠀⢀ ●<b>▘█\n```" in markdown
    assert r"- **Red\_one.** A \*card\*." in markdown


def test_the_map_of_a_game_has_land_and_its_places_but_no_pieces() -> None:
    program = program_of("pandemic")
    board = empty_board(program.start(seed=1, players=("anna", "ben")).view(None), program.coast)
    pens = {span.pen.fore for line in board for span in line}
    assert {"blue", "red", "yellow", "link"} <= pens
    assert "land" in {span.pen.back for line in board for span in line} | pens
    words = "\n".join("".join(span.text for span in line) for line in board)
    assert "Atlanta" in words
    assert "R3" not in words
