"""The keys of the launcher, of the setup form of a new game, and of the settings."""

from lazaretto.tui.keys.registry_types import Context, action, line, section
from lazaretto.tui.messages.translated_message import AppMessage

LAUNCHER = Context(
    "launcher",
    AppMessage("key.launcher", "the launcher"),
    (
        action("launcher.up", "up k", "up", "go up"),
        action("launcher.down", "down j", "down", "go down"),
        action("launcher.first", "home g", "first", "to the first entry"),
        action("launcher.last", "end G", "last", "to the last entry"),
        action("launcher.jump", "tab shift+tab", "jump", "from the scenarios to the saved games and back"),
        action("launcher.read_on", "pagedown", "scroll down", "scroll down on the right"),
        action("launcher.read_back", "pageup", "scroll up", "scroll up on the right"),
        action("launcher.pick", "enter right l space", "take", "play, continue, or show mistakes"),
        action(
            "launcher.new",
            "n",
            "new game",
            "a new game of the same scenario",
            ("New game", "Set up a game of this scenario ({key})"),
        ),
        action(
            "launcher.learn",
            "i",
            "guided game",
            "a guided game of the same scenario, which explains it step by step",
            ("Guided game", "Learn this scenario step by step ({key})"),
        ),
        action(
            "launcher.rulebook",
            "b",
            "rulebook",
            "the rulebook of the same scenario",
            ("Rulebook", "The rulebook of this scenario ({key})"),
        ),
        action(
            "launcher.resume",
            "r",
            "continue",
            "continue the game",
            ("Continue", "Continue this game ({key})"),
        ),
        action(
            "launcher.replay",
            "p",
            "replay",
            "replay the game from the start",
            ("Replay", "Replay this game from the start ({key})"),
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
            "delete it, after a question",
            ("Delete", "Delete this game, after a question ({key})"),
        ),
        action(
            "launcher.settings",
            "s",
            "settings",
            "settings: theme, colours, pace, bell, mouse",
        ),
        action(
            "launcher.daily",
            "c",
            "daily challenge",
            "the daily challenge: the same game for everybody today",
            ("Daily challenge", "The same game for everybody today ({key})"),
        ),
        action(
            "launcher.statistics",
            "t",
            "statistics",
            "statistics over your finished games",
            ("Statistics", "Statistics over your finished games ({key})"),
        ),
        action(
            "launcher.find",
            "slash",
            "find",
            "show only entries that contain a text",
            ("Find", "Show only entries that contain a text ({key})"),
        ),
        action("launcher.show_all", "escape", "show all", "show everything again"),
        action(
            "launcher.read_again",
            "f5",
            "refresh",
            "search for scenarios and games again",
            ("Refresh", "Search for scenarios and games again ({key})"),
        ),
        action("launcher.help", "question_mark", "help", "this page", ("Keys", "What the keys do ({key})")),
        action("launcher.quit", "q", "quit", "quit"),
    ),
    hints=(
        line("launcher.hint.new", "launcher.pick", "Enter", "new game"),
        line("launcher.hint.mistakes", "launcher.pick", "Enter", "read its mistakes"),
        line("launcher.hint.go_on", "launcher.pick", "Enter", "continue"),
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
                "scroll on the right",
            ),
            line(
                "launcher.help.find",
                "launcher.find",
                "/",
                "show only entries that contain a text; {all} shows everything again",
                all=("launcher.show_all", "Esc"),
            ),
            "launcher.settings",
            "launcher.statistics",
            "launcher.daily",
            "launcher.read_again",
            "app.command_palette",
            "launcher.help",
            "launcher.quit",
        ),
        section(
            "launcher.help.scenario",
            "At a scenario",
            line("launcher.help.new", "launcher.pick launcher.new", "Enter, n", "set up a new game"),
            "launcher.learn",
            "launcher.rulebook",
            line(
                "launcher.help.mistakes",
                "launcher.pick",
                "Enter",
                "if it has mistakes: read them on the whole screen",
            ),
        ),
        section(
            "launcher.help.game",
            "At a saved game",
            line("launcher.help.resume", "launcher.pick launcher.resume", "Enter, r", "continue the game"),
            "launcher.new",
            "launcher.replay",
            "launcher.rename",
            "launcher.delete",
        ),
    ),
)

LAUNCHER_TYPING = Context(
    "launcher_typing",
    AppMessage("key.launcher_typing", "while you type in the launcher"),
    (action("launcher_typing.leave", "tab down up", "done", "finish typing", fixed=True),),
    includes=("typing", "edit", "app"),
    writes=True,
)

SETUP = Context(
    "setup",
    AppMessage("key.setup", "the form of a new game"),
    (
        action("setup.start", "ctrl+s", "start", "start the game, from anywhere in the form"),
        action("setup.help", "f1 question_mark", "keys", "this page"),
        action("setup.back", "escape q", "back", "go back without starting a game"),
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
                "to the next field; {previous} goes back",
                previous=("form.previous", "shift+Tab"),
            ),
            line(
                "setup.help.change",
                "form.less form.more",
                "left, right",
                "another value; the space bar does the same",
            ),
            line("setup.help.digits", "form.type", "digits", "write a number"),
            line("setup.help.letters", "form.type", "letters", "in a name, they are just letters"),
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

REBIND = Context(
    "rebind",
    AppMessage("key.rebind", "the screen of keys"),
    (
        action("rebind.up", "up k", "up", "go up"),
        action("rebind.down", "down j", "down", "go down"),
        action("rebind.page_up", "pageup", "back", "up ten rows"),
        action("rebind.page_down", "pagedown", "on", "down ten rows"),
        action("rebind.change", "enter", "change", "press a new key for the action"),
        action("rebind.add", "plus", "add", "press a further key for the action"),
        action("rebind.reset", "delete backspace", "default", "give the action its default keys again"),
        action("rebind.back", "escape q", "back", "back to the settings"),
    ),
    hints=(line("rebind.hint.move", "rebind.up rebind.down", "↑↓", "move"),),
)

CONTEXTS = (LAUNCHER, LAUNCHER_TYPING, SETUP, SETTINGS, REBIND)
