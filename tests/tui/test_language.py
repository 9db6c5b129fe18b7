"""Another language can be selected for one app; every text of the app comes from the catalogue."""

import asyncio
import contextvars
import re
from importlib import import_module
from pathlib import Path

from lazaretto.grammar.message import Catalogue, Message
from lazaretto.host.records.record_store import Store
from lazaretto.host.settings.user_settings import CHOICES, Settings
from lazaretto.tui.app import Lazaretto
from lazaretto.tui.keys.registry import messages as key_messages
from lazaretto.tui.messages import common
from lazaretto.tui.messages.translated_message import use
from lazaretto.tui.reading.ending_screen import EndingScreen
from tests.house.test_app_messages import areas
from tests.tui.played import program_of, sitting_of, whole
from tests.tui.screens import text_of, until
from tests.tui.table.conftest import ENVIRONMENT, Bare


def strange(text: str) -> str:
    """Translate a text to capital letters."""
    return re.sub(r"\{[^}]*\}|[^{]+", lambda part: part[0] if part[0][0] == "{" else part[0].upper(), text)


def shouted(message: Message) -> Message:
    forms = {name: strange(form) for name, form in (message.forms or {}).items()}
    return Message(
        message.key, strange(message.sentence), strange(message.help), count=message.count, forms=forms
    )


def shouting() -> Catalogue:
    """Return the whole catalogue in capital letters."""
    found = [*key_messages(), *(message for area in areas().values() for message in area.values())]
    return Catalogue({message.key: shouted(message) for message in found})


def small_words(text: str) -> set[str]:
    return {each for each in re.findall(r"[A-Za-z]{3,}", text) if each.upper() != each}


def test_a_count_has_its_own_form_in_each_language() -> None:
    def said() -> list[str]:
        use(
            Catalogue(
                {
                    "count.choices": Message(
                        "count.choices", "{number} X", count="number", forms={"few": "few"}
                    )
                },
                lambda number: "few" if number < 5 else "other",
            )
        )
        return [str(common.CHOICES(number=number)) for number in (1, 7)]

    assert contextvars.copy_context().run(said) == ["few", "7 X"]
    assert [str(common.CHOICES(number=number)) for number in (1, 7)] == ["1 choice", "7 choices"]


def test_one_app_speaks_another_language(tmp_path: Path) -> None:
    stones = program_of("stones")

    async def main() -> None:
        use(shouting())
        lobby = Bare((), Store(tmp_path / "records"), {}, tmp_path / "settings.toml")
        app = Lazaretto(lobby, Settings(pace="off"), environ=ENVIRONMENT)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "SCENARIOS: NONE" in text_of(app))
            assert small_words(text_of(app)) == set()
            await pilot.press("question_mark")
            await until(pilot, lambda: "EVERYWHERE" in text_of(app))
            shown = small_words(text_of(app))
            assert shown <= {"Esc", "Enter", "Tab", "PgUp", "PgDn", "ctrl"}, "only names of keys"
            await pilot.press("escape", "s")
            await until(pilot, lambda: "ASCII ONLY" in text_of(app))
            values = small_words(" ".join(value for choice in CHOICES.values() for value in choice))
            assert small_words(text_of(app)) <= values | {"Esc"}, "values of settings are data"
            await pilot.press("escape")
            sitting = sitting_of(stones, whole(stones), tmp_path)
            app.push_screen(EndingScreen(sitting, sitting.seats[0]))
            await until(pilot, lambda: "THE END, AFTER" in text_of(app))
            assert "LOOKING BACK" not in text_of(app)
            assert any(each in text_of(app) for each in ("YOU HAVE WON", "YOU HAVE LOST"))
            assert "THE TABLE" in text_of(app)

    asyncio.run(main())
    assert import_module("lazaretto.tui.messages.launcher").NOTHING_HERE() == "There is nothing here."
