"""The words of exported games: what the command says, and what the page for browsers shows."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- the command -------------------------------------------------------------------------------

GAME = AppMessage("export.game", "the file or the name of a saved game")
CAST = AppMessage("export.cast", "write an asciicast, for asciinema and others (default: RECORD.cast)")
HTML = AppMessage("export.html", "write a web page (default: RECORD.html)")
SIZE = AppMessage("export.size", "columns and rows of the screen (default: 120x40)")
SEAT = AppMessage("export.seat", "show what this player saw; only for a game that is over")
SPEED = AppMessage("export.speed", "how fast it plays (default: 1)")
THEME = AppMessage("export.theme", "the theme of the asciicast (default: dark); a page has both")
COLOURS = AppMessage("export.colours", "how many colours (default: truecolor); a page has all or none")
FORCE = AppMessage("export.force", "overwrite existing files")

NOT_A_SIZE = AppMessage("export.not_a_size", "write it as 120x40, not {text!r}")
SIZE_LIMITS = AppMessage(
    "export.size_limits", "the size must be from {least} to {most} (columns x rows), not {text}"
)
WHICH = AppMessage("export.which", "say what to write: --cast, --html, or both")
NO_SEAT = AppMessage("export.no_seat", "this game has no player {name!r}, only {players}")
PAGE_COLOURS = AppMessage(
    "export.page_colours", "a page has all colours or none: --colours truecolor or --colours none"
)
SAME_FILE = AppMessage("export.same_file", "--cast and --html cannot both write {path}")
IS_THE_GAME = AppMessage("export.is_the_game", "{path} is the game itself; choose another file")
THERE_ALREADY = AppMessage("export.there_already", "{path} already exists; --force overwrites it")
CANNOT_WRITE = AppMessage("export.cannot_write", "{path} cannot be written: {why}")
WRITTEN = AppMessage("export.written", "{path}: {choices}, {size} KB")
PUBLIC = AppMessage("export.public", "The game is not over: the file shows only what everybody may see.")

# --- the asciicast and the page ----------------------------------------------------------------

TITLE = AppMessage("export.title", "{title}: {players}")
TURN = AppMessage("export.turn", "turn {turn}")
CHOSE = AppMessage("export.chose", "{player}: {choice}")
HAS_CHOSEN = AppMessage("export.has_chosen", "{player} has chosen")
FOLLOWS_NO_MORE = AppMessage("export.follows_no_more", "From here on, the rules no longer match the record.")
AND_ENDED = AppMessage("export.and_ended", "{chosen}. {result}")
BEGINNING = AppMessage("export.beginning", "The start")

PAGE = {
    "NEEDS_SCRIPT": AppMessage("page.needs_script", "This page needs JavaScript to show the replay."),
    "TABLE": AppMessage("page.table", "The table"),
    "CONTROLS": AppMessage("page.controls", "Replay"),
    "LOG": AppMessage("page.log", "The log"),
    "FIRST": AppMessage("page.first", "To the start"),
    "TURN_BACK": AppMessage("page.turn_back", "Back one turn"),
    "BACK": AppMessage("page.back", "Back one choice"),
    "PLAY": AppMessage("page.play", "Play"),
    "PAUSE": AppMessage("page.pause", "Pause"),
    "ON": AppMessage("page.on", "Forward one choice"),
    "TURN_ON": AppMessage("page.turn_on", "Forward one turn"),
    "LAST": AppMessage("page.last", "To the end"),
    "SEEK": AppMessage("page.seek", "Position in the game"),
    "SPEED": AppMessage("page.speed", "Speed"),
    "THEME": AppMessage("page.theme", "Theme"),
    "AUTO": AppMessage("page.auto", "same as system"),
    "DARK": AppMessage("page.dark", "dark"),
    "LIGHT": AppMessage("page.light", "light"),
    "PLACE": AppMessage("page.place", "choice {{at}} of {{end}}"),
    "PLACE_IN_TURN": AppMessage("page.place_in_turn", "choice {{at}} of {{end}}, turn {{turn}}"),
    "TURN": AppMessage("page.turn", "Turn {{turn}}"),
    "KEYS": AppMessage(
        "page.keys",
        "Keys: Space plays and pauses; left and right move by one choice, [ and ] by one turn; Home and End "
        "go to the start and the end; + and - change the speed.",
    ),
}
"""The words of the page; double braces are gaps that its script fills."""
