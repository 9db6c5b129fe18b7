"""The keys of lists, pages, forms and text fields, on every screen."""

from tui.keys.registry_types import Context, action, line
from tui.messages.translated_message import AppMessage

PICK = Context(
    "pick",
    AppMessage("key.pick", "short lists"),
    (
        action("pick.up", "up k", "up", "go up"),
        action("pick.down", "down j", "down", "go down"),
        action("pick.take", "enter space", "take", "take what the cursor is on"),
        action("pick.back", "escape q backspace", "back", "close the list, nothing is taken"),
    ),
    hints=(line("pick.hint.move", "pick.up pick.down", "↑↓", "move"),),
)

READING = Context(
    "reading",
    AppMessage("key.reading", "texts"),
    (
        action("reading.up", "up k", "up", "a line back"),
        action("reading.down", "down j", "down", "a line on"),
        action("reading.page_up", "pageup b", "back", "a page back"),
        action("reading.page_down", "pagedown space", "on", "a page on"),
        action("reading.first", "home g", "beginning", "to the beginning"),
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
    AppMessage("key.typing", "while a text is typed"),
    (
        action("typing.done", "enter", "done", "take what is typed"),
        action("typing.stop", "escape", "stop", "stop typing"),
        action("typing.erase", "backspace", "erase", "take the last letter back", fixed=True),
    ),
    writes=True,
)

EDIT = Context(
    "edit",
    AppMessage("key.edit", "in a line of text"),
    (
        action("edit.delete", "delete", "delete", "take the letter at the cursor away", fixed=True),
        action("edit.left", "left", "left", "a letter back", fixed=True),
        action("edit.right", "right", "right", "a letter on", fixed=True),
        action("edit.home", "home ctrl+a", "beginning", "to the beginning of the line", fixed=True),
        action("edit.end", "end ctrl+e", "end", "to the end of the line", fixed=True),
        action("edit.cut", "ctrl+u", "cut", "take everything before the cursor away", fixed=True),
        action("edit.cut_word", "ctrl+w", "cut a word", "take the word before the cursor away", fixed=True),
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
        action("form.previous", "shift+tab", "previous", "to the field before", fixed=True),
        action("form.less", "left h minus", "less", "the value before, or one less", fixed=True),
        action("form.more", "right l space plus", "more", "the next value, or one more", fixed=True),
        action("form.type", "", "a text", "letters and digits are written", fixed=True),
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
    AppMessage("key.confirm", "where a question wants a yes"),
    (
        action("confirm.yes", "y Y", "yes", "yes, do it"),
        action("confirm.no", "escape n", "no", "no; every other key says so, too"),
    ),
)

CONTEXTS = (PICK, READING, SHEET, TYPING, EDIT, FORM, CONFIRM)
