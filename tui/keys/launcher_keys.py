"""The keys of the launcher, of the setup form of a new game, and of the settings."""

from tui.keys.registry_types import Context, action, line, section
from tui.messages.translated_message import AppMessage

LAUNCHER = Context(
    "launcher",
    AppMessage("key.launcher", "the launcher"),
    (
        action("launcher.up", "up k", "up", "go up"),
        action("launcher.down", "down j", "down", "go down"),
        action("launcher.first", "home g", "first", "to the first entry"),
        action("launcher.last", "end G", "last", "to the last entry"),
        action("launcher.jump", "tab shift+tab", "jump", "from the scenarios to the kept games and back"),
        action("launcher.read_on", "pagedown", "read on", "read on at the right"),
        action("launcher.read_back", "pageup", "read back", "read back at the right"),
        action("launcher.pick", "enter right l space", "take", "do what is likeliest with the entry"),
        action(
            "launcher.new",
            "n",
            "new game",
            "a new game of the same scenario",
            ("New game", "Set up a game of this scenario ({key})"),
        ),
        action(
            "launcher.resume",
            "r",
            "go on",
            "go on where it stands",
            ("Go on", "Take this game up where it stands ({key})"),
        ),
        action(
            "launcher.replay",
            "p",
            "replay",
            "look at it again from the beginning",
            ("Replay", "Look at this game from its beginning ({key})"),
        ),
        action(
            "launcher.rename",
            "e",
            "rename",
            "give it another name",
            ("Rename", "Give this game another name ({key})"),
        ),
        action(
            "launcher.delete",
            "d",
            "delete",
            "delete it; you are asked once more",
            ("Delete", "Throw this game away; you are asked once more ({key})"),
        ),
        action(
            "launcher.settings",
            "s",
            "settings",
            "settings: colours, plain letters, pace, bell, mouse",
        ),
        action(
            "launcher.find",
            "slash",
            "find",
            "show only what holds a text",
            ("Find", "Show only what holds a text ({key})"),
        ),
        action("launcher.show_all", "escape", "show all", "show everything again"),
        action(
            "launcher.read_again",
            "f5",
            "look again",
            "look for scenarios and games again",
            ("Look again", "Look for scenarios and games again ({key})"),
        ),
        action("launcher.help", "question_mark", "help", "this page", ("Keys", "What the keys do ({key})")),
        action("launcher.quit", "q", "quit", "quit"),
    ),
    hints=(
        line("launcher.hint.new", "launcher.pick", "Enter", "new game"),
        line("launcher.hint.mistakes", "launcher.pick", "Enter", "read its mistakes"),
        line("launcher.hint.go_on", "launcher.pick", "Enter", "go on"),
    ),
    help=(
        section(
            "launcher.help.everywhere",
            "Everywhere",
            line("launcher.help.move", "launcher.up launcher.down", "arrows, h j k l", "move"),
            "launcher.jump",
            line(
                "launcher.help.read",
                "launcher.read_back launcher.read_on",
                "PgUp, PgDn",
                "read on at the right",
            ),
            line(
                "launcher.help.find",
                "launcher.find",
                "/",
                "show only what holds a text; {all} shows everything again",
                all=("launcher.show_all", "Esc"),
            ),
            "launcher.settings",
            "launcher.read_again",
            "app.command_palette",
            "launcher.help",
            "launcher.quit",
        ),
        section(
            "launcher.help.scenario",
            "At a scenario",
            line("launcher.help.new", "launcher.pick launcher.new", "Enter, n", "set up a new game"),
            line(
                "launcher.help.mistakes",
                "launcher.pick",
                "Enter",
                "where it has mistakes: read them on the whole screen",
            ),
        ),
        section(
            "launcher.help.game",
            "At a kept game",
            line(
                "launcher.help.resume", "launcher.pick launcher.resume", "Enter, r", "go on where it stands"
            ),
            "launcher.new",
            "launcher.replay",
            "launcher.rename",
            "launcher.delete",
        ),
    ),
)

LAUNCHER_TYPING = Context(
    "launcher_typing",
    AppMessage("key.launcher_typing", "while a text is typed in the launcher"),
    (action("launcher_typing.leave", "tab down up", "done", "take what is typed", fixed=True),),
    includes=("typing", "edit", "app"),
    writes=True,
)

SETUP = Context(
    "setup",
    AppMessage("key.setup", "the form of a new game"),
    (
        action("setup.start", "ctrl+s", "start", "start the game, from anywhere in the form"),
        action("setup.help", "f1 question_mark", "keys", "this page"),
        action("setup.back", "escape q", "back", "back, nothing is started"),
    ),
    includes=("form", "app"),
    help=(
        section(
            "setup.help.page",
            "Setting up a game",
            line("setup.help.rows", "form.up form.down", "up, down", "from row to row"),
            line(
                "setup.help.next",
                "form.next",
                "Tab, Enter",
                "to the next field; {previous} back",
                previous=("form.previous", "shift+Tab"),
            ),
            line(
                "setup.help.change", "form.less form.more", "left, right", "another value; the space bar too"
            ),
            line("setup.help.digits", "form.type", "digits", "write a number"),
            line(
                "setup.help.letters", "form.type", "letters", "where a name is written they are just letters"
            ),
            "setup.start",
            line("setup.help.press", "form.next", "Enter", "at the last row: start the game"),
            "setup.help",
            "setup.back",
        ),
    ),
)

SETTINGS = Context(
    "settings",
    AppMessage("key.settings", "the settings"),
    (action("settings.back", "escape q s", "back", "back to where you came from"),),
    includes=("form", "app"),
)

CONTEXTS = (LAUNCHER, LAUNCHER_TYPING, SETUP, SETTINGS)
