"""The words of line mode: what it prints around a game, and a view as lines of text."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

HELP = AppMessage(
    "line.help",
    """\
Type the number of an option, its name, or the beginning of its name.
Several steps can go on one line: first step > second step, or first second.
To choose several things, separate them with commas.
When everybody chooses in secret, `NAME: choice` changes NAME's choice.
help THING: what it is and where: an option, role, card, place, pile, track.
why: what you cannot do now, and why. why THING: only this.
why NUMBER: which rule a line of the log comes from (why -1: the last line).
look PLACE: what is there, and where its ways lead. look: all places.
status: the state of the game. changes: what is new since your last choice.
who: who is where, with which role and cards. hand: what you hold.
piles: every pile with what is seen of it. piles NAME: only this one.
odds: what the hidden piles may hold. odds NAME: only this one.
rules: the chapters of the rulebook. rules WORD or NUMBER: what they say.
travel PLACE: the ways to a place, and what they cost. travel 1: take the first.
outlook: what may happen next. outlook PLACE: what would happen there.
log: what has happened. undo: undo the last choice.
pass: go on where nobody has to act, until something changes.
stops: where the table waits although nobody has to act.
save: where the game is saved. quit: stop; the game is saved.
hint: what a bot would do, and why.
why BOT: what that bot is after, step by step. why bots: all of them.
A colon in front (:log) always means the command.""",
)

HINT = AppMessage("line.hint", "Hint: {move}")
HINT_STAYS = AppMessage("line.hint_stays", "After more thought, still: {move}")
HINT_BETTER = AppMessage("line.hint_better", "After more thought, better: {move}")
# --- passing and stops -------------------------------------------------------------------------

STOP = AppMessage("line.stop", "  {number}. {wait}: {moment}")
STOP_HELP = AppMessage(
    "line.stop_help",
    "`stops NUMBER WORD` sets when the table waits for you there: always, change (only if something has"
    " changed since your last choice), turn (not in this turn), never.",
)
PASS_HELP = AppMessage(
    "line.pass_help",
    "`pass` passes until something changes, `pass once` only here, `pass turn` until the turn ends.",
)

# --- questions and options ---------------------------------------------------------------------

UNDO_GOES_BACK = AppMessage("line.undo_goes_back", "(`undo` goes back)")
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
NOTHING_CALLED = AppMessage(
    "line.nothing_called", "Nothing here is called `{typed}`. `help` alone lists the commands."
)

NOTHING_THERE = AppMessage("line.nothing_there", "Nothing on the board is called `{typed}`.")
ALSO_CALLED = AppMessage("line.also_called", "(also: {names})")
OF_SORT = AppMessage("line.of_sort", "{name} ({sort})")
NO_BOARD = AppMessage("line.no_board", "This game has no places.")

# --- the game ----------------------------------------------------------------------------------

EARLIER = counted(
    "line.earlier", "({number} earlier line: `log` shows it)", "({number} earlier lines: `log` shows them)"
)
ONLY_YOU_KNOW = AppMessage("line.only_you_know", "(only you know) {line}")
PREVENTED = AppMessage("line.prevented", "{line} (prevented)")
NOTHING_LOGGED = AppMessage("line.nothing_logged", "The log is empty.")
NO_PLAYER = AppMessage("line.no_player", "No player is called `{typed}`.")
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
    "`log` shows everything, `quit` leaves. `who`, `piles`, `odds`, `look` and `rules` work, too.",
)
NOTHING_NEW = AppMessage("line.nothing_new", "Nothing has happened since.")
SOME_TAKEN_BACK = AppMessage("line.some_taken_back", "A choice was undone.")
CHANGED = AppMessage("line.changed", "{player}'s choice is changed.")
SECRETLY = AppMessage("line.secretly", "Everybody chooses in secret. Waiting for {players}.")
WAITING_FOR = AppMessage("line.waiting_for", "Waiting for {player}.")

# --- how things stand --------------------------------------------------------------------------

MATTER = AppMessage("line.matter", "{title}: {parts}")
TURN = AppMessage("line.turn", "{title}, turn {turn}")
NOW = AppMessage("line.now", "now")
YOU = AppMessage("line.you", "{player} (you)")
OF_PLAYER = AppMessage("line.of_player", "{player}'s {pile}")
PHASE_WITH = AppMessage("line.phase_with", "{phase} ({given})")
TRACK = AppMessage("line.track", "{track}: {value} of {last}")
TRACK_STEP = AppMessage("line.track_step", "{track}: {value}, step {step} of {steps}")
TRACK_MARKED = AppMessage("line.track_marked", "{track}; {mark}")
SUPPLY = AppMessage("line.supply", "{supply}: {left} of {size} left")
PLACED = AppMessage("line.placed", "{supply}: {placed} of {size}")
BETWEEN = AppMessage("line.between", "{kind} between {first} and {last}")
WAY = AppMessage("line.way", "{kind} from {first} to {last}, one way")
PILE = AppMessage("line.pile", "{pile}: {number}")
PILE_OF = AppMessage("line.pile_of", "{pile}: {number}, {pieces}")
PILE_TOP = AppMessage("line.pile_top", "{pile}: {number}, top {piece}")
FACE_DOWN = AppMessage("line.face_down", "{number} face down")
EQUAL = AppMessage("line.equal", "{number} {piece}")
HELD = AppMessage("line.held", "{piece} {number}")
DANGER = AppMessage("line.danger", "danger: {danger}")
COUNTS_OF = AppMessage("line.counts_of", "{player} has {counts}")
COUNT_OF = AppMessage("line.count_of", "{piece} {number} of {needed}")
WITH_TEAM = AppMessage("line.with_team", "{own}, team {team}")
ATTRIBUTE = AppMessage("line.attribute", "{attribute} {value}")

# --- piles and odds ----------------------------------------------------------------------------

GROUP = AppMessage("line.group", "{group}: {pieces}")
KNOWN_AT = AppMessage("line.known_at", "{nth} from the top: {piece}")
NO_PILES = AppMessage("line.no_piles", "This game has no piles.")
NO_ODDS = AppMessage("line.no_odds", "No pile hides anything.")
NO_PILE_CALLED = AppMessage("line.no_pile_called", "No pile is called `{typed}`. `piles` lists all.")
BAND = AppMessage("line.band", "at {where} from the top: {told}")

# --- the rules -----------------------------------------------------------------------------------

CHAPTERS = AppMessage("line.chapters", "Chapters. `rules CHAPTER` reads one, `rules WORD` searches.")
NO_RULES = AppMessage("line.no_rules", "There is no documentation for these rules.")
NOT_IN_RULES = AppMessage("line.not_in_rules", "The rules do not mention `{typed}`.")
RULE = AppMessage("line.rule", "{title}: {text}")
IN_CHAPTER = AppMessage("line.in_chapter", "In {chapter}:")
MORE_RULES = counted(
    "line.more_rules",
    "({number} more rule mentions it: type more words)",
    "({number} more rules mention it: type more words)",
)

# --- what has changed --------------------------------------------------------------------------

SINCE_LAST = AppMessage("line.since_last", "Since your last choice:")
NO_CHOICE_YET = AppMessage("line.no_choice_yet", "You have not chosen anything yet.")
NOTHING_CHANGED = AppMessage("line.nothing_changed", "Nothing has changed since your last choice.")
ABOUT = AppMessage("line.about", "{thing}, {what}")
CHANGES = AppMessage("line.changes", "{what}: from {old} to {new}")
COMES = AppMessage("line.comes", "{what}: now {new}")
GOES = AppMessage("line.goes", "{what}: no longer {old}")
STEP = AppMessage("line.step", "{value} (step {step})")
LEFT = AppMessage("line.left", "{number} left")
CAME = AppMessage("line.came", "{pile}: new: {pieces}")
GONE = AppMessage("line.gone", "{pile}: gone: {pieces}")

# --- passing the keyboard ----------------------------------------------------------------------

PASS_KEYBOARD = AppMessage(
    "line.pass_keyboard", "Pass the keyboard to {player}. {player}: the others look away; press Enter."
)
CALL_TO_KEYBOARD = AppMessage(
    "line.call_to_keyboard", "(`NAME:` passes the keyboard unseen to another player: {players})"
)
IN_BETWEEN = AppMessage("line.in_between", "{player}: in between you may:")
YOU_ARE = AppMessage("line.you_are", "You are {player}.")
BOT_THINKS = AppMessage("line.bot_thinks", "{player} ({bot}) is thinking …")
CANNOT_PASS = AppMessage("line.cannot_pass", "You cannot pass this question: it needs an answer.")
PASSING_TURN = AppMessage(
    "line.passing_turn",
    "You cannot pass this question. Where you need not act, you pass from now on until the turn ends.",
)
BOTS_THINK = AppMessage("line.bots_think", "The bots are thinking …")
