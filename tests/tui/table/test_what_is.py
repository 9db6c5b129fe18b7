"""What anything is: help always says something, and a list explains everything with a name."""

from dataclasses import replace

from lazaretto.tui.table.pages.help_at_cursor import Topic
from lazaretto.tui.table.pages.info_pages import topic_lines
from lazaretto.tui.table.pages.what_is_screen import WhatIsScreen, topic_here
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import program_of


def test_help_without_a_cursor_is_about_the_question_and_the_own_role() -> None:
    view = program_of("scenarios/pandemic").start(seed=7, players=("anna", "ben")).view(1)
    told = topic_here(None, view)
    assert told.title.startswith("ben, what do you do?")
    assert any(each.startswith("Operations Expert: ") for each in told.text)
    assert topic_here(Topic("Here", ("Something.",)), view).title == "Here"
    assert "Here" in topic_here(Topic("Here", ()), view).text
    watched = replace(view, seat=None, decision=None)
    assert topic_here(None, watched) == Topic("Pandemic", ("There is no more help on this.",))


def test_help_again_lists_everything_and_a_typed_name_finds_it(play: Play) -> None:
    async def script(at: At) -> None:
        await at.press("?")
        assert "everything with a name" in at.text
        await at.press("?")
        listed = at.app.screen
        assert isinstance(listed, WhatIsScreen)
        assert "What is …?" in at.text and "option" in at.text
        await at.press("down", "down", "up", "pagedown", "pageup")
        assert listed._pane.cursor == 1
        await at.press(*"honey")
        assert listed._pane.found[0].name == "Honey"
        assert "Next to" in at.text
        pane, told = listed._pane, len(topic_lines(listed._pane.found[0].explain(), 80))
        for height in range(5, 3 * told + 6):
            fits = max(1, height // 2 - 1) + 1 + told <= height
            last = "".join(span.text for span in pane.lines(80, height)[-1])
            assert len(pane.lines(80, height)) <= height and ("shows all" in last) != fits
        await at.press("z")
        assert "Nothing here has such a name." in at.text
        await at.press("backspace", "enter")
        assert at.app.screen is not listed and "Next to" in at.text
        await at.press("escape", "escape")
        assert at.app.screen is at.table

    play(script)
