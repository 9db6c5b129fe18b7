"""The words of line mode: what it prints around a game, and a view as lines of text."""

from tui.messages.translated_message import AppMessage, counted

HELP = AppMessage(
    "line.help",
    """\
Type the number of an option, its name, or the beginning of its name.
Several steps can go on one line: first step > second step, or first second.
To choose several things, separate them with commas.
When everybody chooses in secret, `NAME: choice` changes NAME's choice.
  help THING   what an option does          why      what you cannot do, why
                                            (why THING: only one of them)
  why NUMBER   which rule a line of the log comes from (why -1: the last line)
  look THING   what is there, and the ways  status   the state of the game
               (look: all places)           hand     what you hold
  log          what has happened            undo     undo the last choice
  save         where the game is saved      quit     stop; the game is saved
A colon in front (:log) always means the command.""",
)

# --- questions and options ---------------------------------------------------------------------

QUESTION = AppMessage("line.question", "{player}: {question}")
QUESTION_SOME = AppMessage(
    "line.question_some", "{player}: {question} (choose {wanted}, separated by commas)"
)
QUESTION_ORDER = AppMessage(
    "line.question_order",
    "{player}: {question} (all of them, in the order you want, separated by commas)",
)
QUESTION_NUMBER = AppMessage("line.question_number", "{player}: {question} (type a number: {values})")
CLOSED = counted(
    "line.closed",
    "({number} more is not available: `why` gives the reason)",
    "({number} more are not available: `why` gives the reasons)",
)
CLOSED_BECAUSE = AppMessage("line.closed_because", "{option}: {reason}")
NOTHING_CLOSED = AppMessage("line.nothing_closed", "Every option is available.")
NO_SUCH_LINE = counted("line.no_such_line", "The log has {number} line.", "The log has {number} lines.")
NO_SUCH_RULE = AppMessage(
    "line.no_such_rule", "No line of the log and no rule here has the number `{typed}`."
)
HELP_ON = AppMessage("line.help_on", "{option}: {help}")
NO_HELP = AppMessage("line.no_help", "there is no more help on this")
NOT_OPEN = AppMessage("line.not_open", "Not available: {reason}")
NOTHING_CALLED = AppMessage(
    "line.nothing_called", "Nothing here is called `{typed}`. `help` alone lists the commands."
)

NOTHING_THERE = AppMessage("line.nothing_there", "Nothing on the board is called `{typed}`.")
NO_BOARD = AppMessage("line.no_board", "This game has no places.")

# --- the game ----------------------------------------------------------------------------------

EARLIER = counted(
    "line.earlier", "({number} earlier line: `log` shows it)", "({number} earlier lines: `log` shows them)"
)
ONLY_YOU_KNOW = AppMessage("line.only_you_know", "(only you know) {line}")
NOTHING_LOGGED = AppMessage("line.nothing_logged", "The log is empty.")
HOLD_NOTHING = AppMessage("line.hold_nothing", "You hold nothing.")
TAKEN_BACK = AppMessage("line.taken_back", "Undone.")
GOES_ON_NOT_KEPT = AppMessage(
    "line.goes_on_not_kept", "The game continues, but it could not be saved: {error}"
)
NOT_KEPT = AppMessage("line.not_kept", "The game could not be saved: {error}")
KEPT = AppMessage("line.kept", "The game is saved. Continue with:")
KEPT_IN = AppMessage("line.kept_in", "The game is saved after every choice, in\n  {place}")
NEXT_GAME = AppMessage("line.next_game", "The next game of the campaign:\n  {command}")
OVER = AppMessage("line.over", "The game is over.")
YOU_HAVE = AppMessage("line.you_have", "You have {result}.")
PLAYER_HAS = AppMessage("line.player_has", "{player} has {result}.")

RECOVERED = AppMessage(
    "line.recovered",
    "An internal error occurred ({what}). The game continues after the last choice.",
)
DETAILS_IN = AppMessage("line.details_in", "{sentence} The details are in {path}")

# --- looking at a game that is open elsewhere --------------------------------------------------

LOOKING = AppMessage(
    "line.looking",
    "Press Enter to see what has happened since. `status` shows the state of the game, "
    "`log` shows everything, `quit` leaves.",
)
NOTHING_NEW = AppMessage("line.nothing_new", "Nothing has happened since.")
SOME_TAKEN_BACK = AppMessage("line.some_taken_back", "A choice was undone.")
CHANGED = AppMessage("line.changed", "{player}'s choice is changed.")
SECRETLY = AppMessage("line.secretly", "Everybody chooses in secret. Waiting for {players}.")
WAITING_FOR = AppMessage("line.waiting_for", "Waiting for {player}.")

# --- how things stand --------------------------------------------------------------------------

MATTER = AppMessage("line.matter", "{title}: {parts}")
NOW = AppMessage("line.now", "now")
TRACKS = AppMessage("line.tracks", "tracks")
PILES = AppMessage("line.piles", "piles")
LEFT = AppMessage("line.left", "left")
STATE = AppMessage("line.state", "state")
YOU = AppMessage("line.you", "{player} (you)")
PHASE_WITH = AppMessage("line.phase_with", "{phase} ({given})")
TRACK = AppMessage("line.track", "{track} {value} of {last}")
TRACK_STEP = AppMessage("line.track_step", "{track} {value} (step {step} of {steps})")
TRACK_MARKED = AppMessage("line.track_marked", "{track} {value} of {last} ({mark})")
TRACK_STEP_MARKED = AppMessage("line.track_step_marked", "{track} {value} (step {step} of {steps}; {mark})")
SUPPLY = AppMessage("line.supply", "{supply} {left} of {size}")
WAY = AppMessage("line.way", "{first} to {last}")
"""A link that leads only one way."""
PILE = AppMessage("line.pile", "{pile} {number}")
PILE_OF = AppMessage("line.pile_of", "{pile} {number} ({pieces})")
PILE_TOP = AppMessage("line.pile_top", "{pile} {number} (top {piece})")
EQUAL = AppMessage("line.equal", "{number} × {piece}")
HELD = AppMessage("line.held", "{piece} {number}")
ATTRIBUTE = AppMessage("line.attribute", "{attribute} {value}")
THING = AppMessage("line.thing", "{thing} {parts}")
