"""The keys of lists, pages, forms and text fields, on every screen."""

from lazaretto.tui.keys.registry_types import Context, action, line
from lazaretto.tui.messages.translated_message import AppMessage

PICK = Context(
    "pick",
    AppMessage("key.pick", "short lists"),
    (
        action("pick.up", "up", "up", "go up"),
        action("pick.down", "down", "down", "go down"),
        action("pick.take", "enter space", "take", "choose what the cursor is on"),
        action("pick.back", "escape q backspace", "back", "close the list without choosing"),
    ),
    hints=(line("pick.hint.move", "pick.up pick.down", "↑↓", "move"),),
)

READING = Context(
    "reading",
    AppMessage("key.reading", "texts"),
    (
        action("reading.up", "up k", "up", "up one line"),
        action("reading.down", "down j", "down", "down one line"),
        action("reading.page_up", "pageup b", "back", "up one page"),
        action("reading.page_down", "pagedown space", "on", "down one page"),
        action("reading.first", "home g", "beginning", "to the start"),
        action("reading.last", "end G", "end", "to the end"),
    ),
    hints=(
        line(
            "reading.hint.read",
            "reading.up reading.down reading.page_up reading.page_down",
            "↑↓ PgUp PgDn",
            "read",
        ),
    ),
)

SHEET = Context(
    "sheet",
    AppMessage("key.sheet", "pages"),
    (
        action("sheet.find", "slash", "find", "find a text"),
        action("sheet.close", "escape q enter question_mark backspace left h", "back", "close the page"),
    ),
    includes=("reading", "app"),
    hints=(
        line("sheet.hint.found", "", "find", "{typed}_"),
        line("sheet.hint.next", "typing.done", "Enter", "next"),
    ),
)

TYPING = Context(
    "typing",
    AppMessage("key.typing", "while you type"),
    (
        action("typing.done", "enter", "done", "finish typing"),
        action("typing.stop", "escape", "stop", "cancel typing"),
        action("typing.erase", "backspace", "erase", "delete the last letter", fixed=True),
    ),
    writes=True,
)

EDIT = Context(
    "edit",
    AppMessage("key.edit", "in a line of text"),
    (
        action("edit.delete", "delete", "delete", "delete the letter at the cursor", fixed=True),
        action("edit.left", "left", "left", "one letter left", fixed=True),
        action("edit.right", "right", "right", "one letter right", fixed=True),
        action("edit.home", "home ctrl+a", "beginning", "to the start of the line", fixed=True),
        action("edit.end", "end ctrl+e", "end", "to the end of the line", fixed=True),
        action("edit.cut", "ctrl+u", "cut", "delete everything before the cursor", fixed=True),
        action("edit.cut_word", "ctrl+w", "cut a word", "delete the word before the cursor", fixed=True),
    ),
    writes=True,
)

FORM = Context(
    "form",
    AppMessage("key.form", "forms"),
    (
        action("form.up", "up k", "up", "to the row above", fixed=True),
        action("form.down", "down j", "down", "to the row below", fixed=True),
        action("form.next", "tab enter", "next", "to the next field, or press a button", fixed=True),
        action("form.previous", "shift+tab", "previous", "to the previous field", fixed=True),
        action("form.less", "left h minus", "less", "the previous value, or one less", fixed=True),
        action("form.more", "right l space plus", "more", "the next value, or one more", fixed=True),
        action("form.type", "", "a text", "type letters and digits", fixed=True),
    ),
    hints=(
        line("form.hint.move", "form.up form.down", "↑↓", "move"),
        line("form.hint.change", "form.less form.more", "←→", "change"),
        line("form.hint.up", "form.up", "↑", "change something"),
        line("form.hint.press", "form.next", "Enter", "start"),
        line("form.hint.type", "form.type", "type", "a text"),
    ),
)

CONFIRM = Context(
    "confirm",
    AppMessage("key.confirm", "questions with yes or no"),
    (
        action("confirm.yes", "y Y", "yes", "yes, do it"),
        action("confirm.no", "escape n", "no", "no; so does every other key"),
    ),
)

CONTEXTS = (PICK, READING, SHEET, TYPING, EDIT, FORM, CONFIRM)
