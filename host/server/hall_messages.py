"""What the hall tells people, and why it refuses."""

from lazaretto.grammar.message import Message

SILENT = Message("hall.silent", "the server does not answer; try again in a moment")
OTHER_CLIENT = Message(
    "hall.other_client",
    "this client uses version {theirs} of the protocol, "
    "but the server is Lazaretto {own} and uses version {ours}",
)
TABLE_RUNS = Message("hall.table_runs", "table {code} is already running")
NO_TABLE = Message("hall.no_table", "there is no table {code}")
NO_SEAT = Message("hall.no_seat", "table {code} has no such seat")
TOO_FAST = Message("hall.too_fast", "that was too much at once; wait a moment")
WRITES_TOO_FAST = Message("hall.writes_too_fast", "you write too fast; wait a moment")
EMPTY_LINE = Message("hall.empty_line", "an empty line is not sent")
WITHOUT_HINTS = Message("hall.without_hints", "this table plays without hints")
HINTS_TOO_OFTEN = Message("hall.hints_too_often", "you ask for hints too often; wait a moment")
NO_SIDE = Message("hall.no_side", "this game has no sides to talk to")
NO_LEAVE = Message("hall.no_leave", "the owner of this seat has not agreed that you see it")
CANNOT_SEE_SEAT = Message(
    "hall.cannot_see_seat", "a spectator can only ask to see a seat whose owner is here"
)
DOES_NOT_WATCH = Message("hall.does_not_watch", "nobody called {person} is watching this table")
TEAM = Message("hall.team", "the team")
NO_SIGNAL = Message("hall.no_signal", "there is no signal {name}")
SEAT_COUNT = Message("hall.seat_count", "this game is for {low} to {high} players, not {given}")
NO_BOT = Message("hall.no_bot", "there is no bot {bot} here")
NO_PERSON = Message("hall.no_person", "at least one seat must be for a person")
TOO_MANY_TABLES = Message("hall.too_many_tables", "you already have {most} tables; finish or leave one first")
GUESTS_MAKE_NONE = Message(
    "hall.guests_make_none", "guests can only join tables; log in with a key to create one"
)
NOBODY_CALLED = Message("hall.nobody_called", "nobody is called {name} here")
GUESTS_HAVE_NO_KEYS = Message("hall.guests_have_no_keys", "guests have no keys; log in with a key first")
SCENARIO_BROKEN = Message("hall.scenario_broken", "this game cannot be played: {mistake}")
TOO_MANY_CODES = Message("hall.too_many_codes", "you have tried too many codes; wait a moment")
NO_FREE_SEAT = Message("hall.no_free_seat", "table {code} has no free seat; you can watch it")
TABLE_CLOSED_FOR = Message("hall.was_closed_for", "table {code} was closed: {reason}")
TABLE_ENDED = Message("hall.table_ended", "the game at table {code} is over")
NOT_BEGUN = Message("hall.not_begun", "the game at table {code} has not started; some seats are free")
GIVE_UP_THERE = Message("hall.give_up_there", "the game at table {code} has started; give up your seat there")
HAS_BEGUN = Message("hall.has_begun", "the game at table {code} has started; go there to talk")
NO_SEAT_OF_YOURS = Message("hall.no_seat_of_yours", "you have no seat at this table")
NOT_OVER_YET = Message(
    "hall.not_over_yet", "the game at table {code} is not over, so its campaign cannot continue yet"
)
ANOTHER_CAMPAIGN = Message(
    "hall.another_campaign",
    "table {code} had another game or other seats; a campaign needs the same game and seats",
)
SET_UP_AGAIN = Message("hall.set_up_again", "the table is being restored; look at it, then choose again")
TOO_SLOW = Message(
    "hall.too_slow", "the rules took too long; your choice did not count, and the table is being restored"
)
TOO_LONG_ANSWER = Message("hall.too_long_answer", "the answer is too long to be sent")
NOT_COMPILED = Message("hall.not_compiled", "the rules of table {code} must be compiled first")
TOO_MANY_OPENING = Message(
    "hall.too_many_opening", "you are already going to {most} tables; wait until they have been set up"
)
TOO_MANY_LOADS = Message(
    "hall.too_many_loads", "you are already opening {most} games; wait until they have been read"
)
TAKES_TOO_LONG = Message("hall.takes_too_long", "reading its rules takes too long")
PAUSED = Message("hall.paused", "the game waits: {person} has paused the table")
PAUSED_TABLE = Message("hall.paused_table", "the table is paused")
VOTE_OVER = Message("hall.vote_over", "this vote is over")
NOT_YOUR_VOTE = Message("hall.not_your_vote", "this vote is for others")
TOO_MANY_VOTES = Message("hall.too_many_votes", "too many votes are open; wait until they are over")
TOO_MANY_WATCHERS = Message("hall.too_many_watchers", "{most} people already watch this table")
TOO_MANY_SHARED = Message("hall.too_many_shared", "too many people already see a seat of this table")
TOO_MANY_PLACES = Message(
    "hall.too_many_places", "you are already at {most} tables; leave one before you go to another"
)
TOO_MANY_SEATS = Message(
    "hall.too_many_seats", "you already play at {most} tables; finish or leave one before you join another"
)
TOO_MANY_INVITED = Message("hall.too_many_invited", "{most} people are already invited to this table")
SETTINGS_LOST = Message(
    "hall.settings_lost", "some of your settings could not be read; they have their default values again"
)
TOO_MANY_BLOCKED = Message("hall.too_many_blocked", "you have already blocked {most} people")
TOO_MANY_KEYS = Message("hall.too_many_keys", "you already have {most} keys; remove one first")
IS_NOT_SHOWN = Message("hall.is_not_shown", "{person} does not see what you see")
VOTE_RUNS = Message("hall.vote_runs", "the others are already being asked")
IS_BACK = Message("hall.is_back", "{person} is back and plays")
UNDO_AT_TABLE = Message("hall.undo_at_table", "the others must agree to an undo; ask them")
CHOOSES_IN_SECRET = Message(
    "hall.chooses_in_secret", "{player} chooses in secret; only {player} can undo something now"
)
NOTHING_TO_UNDO = Message("hall.nothing_to_undo", "there is nothing to undo")
NOBODY_TO_ASK = Message("hall.nobody_to_ask", "there is nobody else to vote, and {person} is here")
NOBODY_TO_ASK_FOR_DAYS = Message(
    "hall.nobody_to_ask_for_days",
    "there is nobody else to vote, and {person} has time: people come and go at this table",
)
MAKES_NO_SENSE = Message("hall.makes_no_sense", "that cannot be proposed here")
TOO_MANY_VIEWS = Message("hall.too_many_views", "a replay shows {most} positions at once")
REPLAY_CLOSED = Message("hall.replay_closed", "this replay was closed, because others were opened")
NOT_OVER = Message("hall.not_over", "the game is not over")
ONLY_PLAYERS = Message("hall.only_players", "only those who played can replay this game")
ONLY_PLAYERS_EXPORT = Message("hall.only_players_export", "only those who played can export this game")
OTHERS_PLAY = Message(
    "hall.others_play", "others are still playing this game; it can be exported when it is over"
)
STILL_SECRET = Message(
    "hall.still_secret", "this game still has secrets of other seats; it can be exported when it is over"
)
NOT_STORED = Message("hall.not_stored", "the server could not store this: {reason}")
FAULTY_TABLE = Message(
    "hall.faulty_table", "something is wrong with this table; the operator finds the details in the log"
)
NOT_UNPACKED = Message(
    "hall.not_unpacked", "this table cannot be set up now; the operator finds the details in the log"
)
STOPPED_TABLE = Message(
    "hall.stopped_table", "the rules of this table failed several times; the operator has to look at it"
)

# --- lines of the server in the chat -----------------------------------------------------------

HAS_TAKEN_SEAT = Message("hall.has_taken_seat", "{person} takes a seat")
GIVES_UP_SEAT = Message("hall.gives_up_seat", "{person} gives up the seat")
WAS_LEFT = Message("hall.was_left", "no player was left")
HAS_RESIGNED = Message("hall.has_resigned", "{person} gives up the seat of {player}")
BOT_PLAYS = Message("hall.bot_plays", "{bot} plays for {player} from now on")
BOT_STANDS_IN = Message("hall.bot_stands_in", "{bot} plays for {player} until they are back")
PERSON_PLAYS = Message("hall.person_plays", "{person} plays for {player} from now on")
GAME_BEGINS = Message("hall.game_begins", "All seats are taken: the game starts")
HAS_PAUSED = Message("hall.has_paused", "{person} pauses the table")
HAS_RESUMED = Message("hall.has_resumed", "{person} continues the game")
HAS_UNDONE = Message("hall.has_undone", "{person} undoes a choice")
TIME_IS_OVER = Message("hall.time_is_over", "{person}'s time for this turn is over")
REFUSED_BY = Message("hall.refused_by", "{person} does not agree")
SHOWS_TO = Message("hall.shows_to", "{person} lets {other} see what {person} sees")
SHOWS_NO_MORE = Message("hall.shows_no_more", "{person} no longer lets {other} see what {person} sees")
WAS_CLOSED = Message("hall.was_closed", "closed by its players")

SIGNALS = {
    "hello": Message("hall.signal_hello", "hello"),
    "thanks": Message("hall.signal_thanks", "thank you"),
    "wait": Message("hall.signal_wait", "wait, I have an idea"),
    "ready": Message("hall.signal_ready", "go ahead, I agree"),
    "look": Message("hall.signal_look", "look where I point"),
    "help": Message("hall.signal_help", "I need help here"),
    "back": Message("hall.signal_back", "back in a moment"),
    "well": Message("hall.signal_well", "well played"),
}
"""The ready-made signals by their names."""
