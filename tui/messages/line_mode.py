"""The words of line mode: what it prints around a game, and a view as lines of text."""

from tui.messages.translated_message import AppMessage, counted

HELP = AppMessage(
    "line.help",
    """\
Type the number of an option, its name, or the beginning of its name.
Several steps go in one line: first step > second step, or first second.
Where several things are to be chosen, put commas between them.
Where all choose in secret, `NAME: choice` changes what NAME has chosen.
  help THING   what an option does          why      what is closed, and why
                                            (why THING: only one of them)
  why NUMBER   which rule a line of the log comes from
  look THING   what is there, and the ways  status   how things stand
               (look: all places)           hand     what you hold
  log          what has happened            undo     take the last choice back
  save         where the game is kept       quit     stop; the game is kept
A colon in front (:log) always means the command.""",
)

# --- questions and options ---------------------------------------------------------------------

QUESTION = AppMessage("line.question", "{player}: {question}")
QUESTION_SOME = AppMessage(
    "line.question_some", "{player}: {question} (choose {wanted}, with commas between)"
)
QUESTION_ORDER = AppMessage(
    "line.question_order",
    "{player}: {question} (all of them, in the order you want, with commas between)",
)
QUESTION_NUMBER = AppMessage("line.question_number", "{player}: {question} (type a number: {values})")
CLOSED = counted(
    "line.closed",
    "({number} more is closed: `why` tells the reasons)",
    "({number} more are closed: `why` tells the reasons)",
)
CLOSED_BECAUSE = AppMessage("line.closed_because", "{option}: {reason}")
NOTHING_CLOSED = AppMessage("line.nothing_closed", "Nothing is closed here.")
NO_SUCH_LINE = counted("line.no_such_line", "The log has {number} line.", "The log has {number} lines.")
HELP_ON = AppMessage("line.help_on", "{option}: {help}")
NO_HELP = AppMessage("line.no_help", "there is no more to say about it")
NOT_OPEN = AppMessage("line.not_open", "Not open: {reason}")
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
HOLD_NOTHING = AppMessage("line.hold_nothing", "You hold nothing.")
TAKEN_BACK = AppMessage("line.taken_back", "Taken back.")
GOES_ON_NOT_KEPT = AppMessage("line.goes_on_not_kept", "The game goes on, but is not kept: {error}")
NOT_KEPT = AppMessage("line.not_kept", "The game is not kept: {error}")
KEPT = AppMessage("line.kept", "The game is kept. Go on with:")
KEPT_IN = AppMessage("line.kept_in", "The game is kept after every choice, in\n  {place}")
NEXT_GAME = AppMessage("line.next_game", "The next game of the campaign:\n  {command}")
OVER = AppMessage("line.over", "The game is over.")
YOU_HAVE = AppMessage("line.you_have", "You have {result}.")
PLAYER_HAS = AppMessage("line.player_has", "{player} has {result}.")

RECOVERED = AppMessage(
    "line.recovered",
    "The program made a mistake ({what}). The game goes on after the last choice.",
)
DETAILS_IN = AppMessage("line.details_in", "{sentence} The details are in {path}")

# --- looking at a game that is open elsewhere --------------------------------------------------

LOOKING = AppMessage(
    "line.looking",
    "Enter reads what has happened since. `status` says how things stand, `log` reads everything, "
    "`quit` leaves.",
)
NOTHING_NEW = AppMessage("line.nothing_new", "Nothing has happened since.")
SOME_TAKEN_BACK = AppMessage("line.some_taken_back", "Something was taken back.")
CHANGED = AppMessage("line.changed", "The choice of {player} is changed.")
SECRETLY = AppMessage("line.secretly", "Everybody chooses in secret. Waiting for {players}.")
WAITING_FOR = AppMessage("line.waiting_for", "The game waits for {player}.")

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
