"""The words about the command line itself: groups of commands, wrong usage, completion, the manual page."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- help --------------------------------------------------------------------------------------

DESCRIPTION = AppMessage(
    "cli.description",
    "Co-operative board games in a terminal, written in text files that anybody can\nchange. "
    "Without a command, `play` runs: the launcher lists all games.",
)
EPILOG = AppMessage("cli.epilog", "`lazaretto COMMAND --help` explains a command and shows an example.")
USAGE = AppMessage("cli.usage", "usage: {program} COMMAND ...")
OPTIONS = AppMessage("cli.options", "Options")
SHOW_HELP = AppMessage("cli.show_help", "show this help")
SHOW_VERSION = AppMessage("cli.show_version", "show the version")

GROUP_PLAY = AppMessage("cli.group_play", "Play games")
GROUP_WRITE = AppMessage("cli.group_write", "Write and change games")
GROUP_MEASURE = AppMessage("cli.group_measure", "Measure games")
GROUP_SERVE = AppMessage("cli.group_serve", "Serve games to others")
GROUP_SET_UP = AppMessage("cli.group_set_up", "Set up this program")

COMPLETION = AppMessage(
    "cli.completion",
    "print a script with which the Tab key completes commands",
    "Prints a script for your shell. With it, the Tab key completes commands, options and their values,\n"
    "files, and the names of games, saved games and campaigns. To switch it on:\n"
    "\n"
    '  bash   eval "$(lazaretto completion bash)"       in ~/.bashrc\n'
    '  zsh    eval "$(lazaretto completion zsh)"        in ~/.zshrc, after compinit\n'
    "  fish   lazaretto completion fish | source       in ~/.config/fish/config.fish",
)
SHELL = AppMessage("cli.shell", "the shell: bash, zsh or fish")
MAN = AppMessage(
    "cli.man",
    "print the manual page",
    "Prints the manual page, made from the same texts as --help. Read it with: lazaretto man | man -l -\n"
    "An installed Lazaretto has it where `man lazaretto` finds it.",
)

# --- wrong usage -------------------------------------------------------------------------------

NO_COMMAND = AppMessage("cli.no_command", "there is no command `{name}`; {help}")
HELP_LISTS = AppMessage("cli.help_lists", "`lazaretto --help` lists them all")
DID_YOU_MEAN_PLAY = AppMessage("cli.did_you_mean_play", "did you mean `lazaretto play {name}`?")
NO_COMMAND_YET = AppMessage("cli.no_command_yet", "write a command; `lazaretto --help` lists them all")
NO_OPTION = AppMessage("cli.no_option", "there is no option `{name}`; {help}")
HELP_LISTS_OPTIONS = AppMessage("cli.help_lists_options", "`{program} --help` lists them all")
OPTION_OF_PLAY = AppMessage(
    "cli.option_of_play", "the option `{name}` belongs to a command; write `lazaretto play {name}`"
)
NO_CHOICE = AppMessage("cli.no_choice", "{name} cannot be `{value}`; {help}")
CHOOSE_FROM = AppMessage("cli.choose_from", "choose {names}")
ONE_TOO_MANY = AppMessage("cli.one_too_many", "`{word}` is one word too many; {help}")
WRONG_USAGE = AppMessage("cli.wrong_usage", "{problem}; {help}")
VALUE_MISSING = AppMessage("cli.value_missing", "`{name}` needs a value")
VALUE_WRONG = AppMessage("cli.value_wrong", "`{name}`: {problem}")
HELP_EXPLAINS = AppMessage("cli.help_explains", "`{program} --help` shows how to write it")

# --- the statuses of commands ------------------------------------------------------------------

STATUS_DONE = AppMessage(
    "status.done",
    "The command has done what it should, you left a game, or the reader of a pipe wanted no more.",
)
STATUS_REFUSED = AppMessage(
    "status.refused",
    "The command could not do it, or found what it looks for: mistakes (`check`), tests that fail "
    "(`test`), files to format (`fmt --check`), a rule that failed or a game that did not end "
    "(`simulate`, `balance`), a game that ends differently than recorded (`replay`); a game, file or "
    "server that is not there.",
)
STATUS_WRONG_USAGE = AppMessage(
    "status.wrong_usage",
    "The command line is wrong: an unknown command or option, a value that an option cannot have, options "
    "that do not go together. Nothing was done.",
)
STATUS_INTERNAL_ERROR = AppMessage(
    "status.internal_error",
    "Lazaretto itself made a mistake; the message names a file with details. A server ends with it, too, "
    "if it hangs.",
)
STATUS_INTERRUPTED = AppMessage(
    "status.interrupted",
    "Ctrl-C ended the command. `simulate`, `balance` and `train` print what they have until then. A "
    "game in plain lines that Ctrl-C ends is saved, and the status is 0.",
)
STATUS_KILLED = AppMessage(
    "status.killed",
    "A signal ended a full-screen game (SIGHUP: 129, SIGTERM: 143). The game is saved. A server that a "
    "signal stops ends with 0.",
)

# --- the manual page ---------------------------------------------------------------------------

PAGE_NAME = AppMessage("man.name", "NAME")
PAGE_TITLE = AppMessage("man.title", "co-operative board games in a terminal")
PAGE_MANUAL = AppMessage("man.manual", "User Commands")
PAGE_SYNOPSIS = AppMessage("man.synopsis", "SYNOPSIS")
PAGE_DESCRIPTION = AppMessage("man.description", "DESCRIPTION")
PAGE_ABOUT = AppMessage(
    "man.about",
    "Lazaretto plays co-operative board games in a terminal, alone or with friends over SSH. Every game "
    "is text: rules and tables that anybody can change. Without a command, `lazaretto` does what "
    "`lazaretto play` does: it opens the launcher, which lists all games and the saved ones.",
)
PAGE_EXAMPLE = AppMessage("man.example", "Example:")
PAGE_STATUS = AppMessage("man.status", "EXIT STATUS")
PAGE_ENVIRONMENT = AppMessage("man.environment", "ENVIRONMENT")
PAGE_FILES = AppMessage("man.files", "FILES")
PAGE_MORE = AppMessage("man.more", "SEE ALSO")
PAGE_DOCS = AppMessage(
    "man.docs", "ssh(1). The pages in the folder docs: playing.md, serving.md, authoring.md, language.md."
)
ENVIRONMENT = {
    "NO_COLOR": AppMessage(
        "man.no_color", "If it is set and not empty, games use no colours. Other output never has any."
    ),
    "COLORTERM, TERM": AppMessage("man.colorterm", "How many colours the terminal has."),
    "LAZARETTO_NAME": AppMessage(
        "man.setting",
        "Sets the setting NAME for one run, as LAZARETTO_THEME=light and LAZARETTO_ASCII=yes do.",
    ),
    "LAZARETTO_CACHE": AppMessage("man.cache", "With off, no compiled games are kept."),
    "LC_ALL, LC_CTYPE, LANG": AppMessage("man.locale", "Without UTF-8 in it, games are drawn in ASCII."),
    "XDG_DATA_HOME, XDG_CACHE_HOME, XDG_STATE_HOME": AppMessage(
        "man.folders", "Where the folders below are, if they are not in the home folder."
    ),
}
"""What variables of the environment do."""
FILES = {
    "~/.local/share/lazaretto": AppMessage(
        "man.data",
        "Saved games (records), campaigns, settings (settings.toml), scenarios of your own, and server.",
    ),
    "~/.cache/lazaretto": AppMessage("man.compiled", "Compiled games. They can be deleted at any time."),
    "~/.local/state/lazaretto/crashes": AppMessage("man.crashes", "Details of internal errors."),
}
"""What lies in the folders of the user, on Linux."""
