"""The words of the hall of a server, and of a table with other people."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

# --- the list of tables ------------------------------------------------------------------------

YOUR_TURN = AppMessage("hall.your_turn", "Your turn")
YOUR_TABLES = AppMessage("hall.your_tables", "Your tables")
OPEN_TABLES = AppMessage("hall.open_tables", "Open tables")
RUNNING_TABLES = AppMessage("hall.running_tables", "Running tables")
FINISHED_TABLES = AppMessage("hall.finished_tables", "Your finished games")
GAME_WITH = AppMessage("hall.game_with", "{game}: {people}")
FREE = counted("hall.free", "{number} free seat", "{number} free seats")
TURN = AppMessage("hall.turn", "turn {turn}")
NO_TABLES = AppMessage(
    "hall.no_tables",
    "There is no table yet. Press {new} to create one, or {code} to join one by its code.",
)

# --- about a table -----------------------------------------------------------------------------

LABEL_STATE = AppMessage("hall.label.state", "state")
LABEL_SEATS = AppMessage("hall.label.seats", "seats")
LABEL_CAMPAIGN = AppMessage("hall.label.campaign", "campaign")
GAME_OF_CAMPAIGN = AppMessage("hall.game_of_campaign", "game {number}")
LABEL_OPTIONS = AppMessage("hall.label.options", "options")
LABEL_PACE = AppMessage("hall.label.pace", "pace")
LABEL_UNDO = AppMessage("hall.label.undo", "undo")
LABEL_HINTS = AppMessage("hall.label.hints", "hints")
LABEL_MADE = AppMessage("hall.label.made", "created")
LABEL_CODE = AppMessage("hall.label.code", "code")
FOR_FRIENDS = AppMessage("hall.for_friends", "for friends")
LABEL_WATCH = AppMessage("hall.label.watch", "watching")
STATE_OPEN = AppMessage("hall.state.open", "open, waiting for players")
STATE_RUNNING = AppMessage("hall.state.running", "running, turn {turn}")
STATE_RUNNING_UNTIL = AppMessage("hall.state.running_until", "running, turn {turn}; {ends}")
TURN_ENDS = AppMessage("hall.turn_ends", "the turn ends {when} {zone}, then {late}")
TIME_IS_OVER = AppMessage("hall.time_is_over", "the time was up {when} {zone}, {late}")
UNTIL = AppMessage("hall.until", "until {when}")
STATE_OVER = AppMessage("hall.state.over", "over: {outcome}")
STATE_CLOSED = AppMessage("hall.state.closed", "closed")
PRESENCE = {
    "here": AppMessage("hall.presence.here", "here"),
    "away": AppMessage("hall.presence.away", "away"),
    "bot": AppMessage("hall.presence.bot", "bot"),
    "empty": AppMessage("hall.presence.empty", "free"),
}
"""Whether the owner of a seat is at the table."""
THINKING = AppMessage("hall.thinking", "thinking")
ITS_TURN = AppMessage("hall.its_turn", "{presence}, their turn")
SEAT = AppMessage("hall.seat", "{number} {player} ({presence})")
SEAT_OF = AppMessage("hall.seat_of", "{number} {player}: {person} ({presence})")
SEAT_TAKEN = AppMessage("hall.seat_taken", "{number} {player}")
PLAYER_BOT = AppMessage("hall.player_bot", "{player} (bot)")
FREE_SEAT = AppMessage("hall.free_seat", "{number} free")
OPTION = AppMessage("hall.option", "{option} {value}")
BY_INVITATION = AppMessage("hall.by_invitation", "only people with an invitation or the code can join")
ANYBODY = AppMessage("hall.anybody", "anybody can join")
PACE_LIVE = AppMessage("hall.pace.live", "live")
PACE_DAYS = AppMessage("hall.pace.days", "over days, without a time limit")
PACE_HOURS = counted(
    "hall.pace.hours",
    "over days: {hours} hour for each turn, then {late}",
    "over days: {hours} hours for each turn, then {late}",
    count="hours",
)
LATE = {
    "wait": AppMessage("hall.late.wait", "the others wait"),
    "remind": AppMessage("hall.late.remind", "a reminder"),
    "bot": AppMessage("hall.late.bot", "a bot plays until the owner is back"),
}
"""What happens when somebody's time is over."""
NO_HINTS = AppMessage("hall.no_hints", "nobody may ask what a bot would do")
FREE_UNDO = AppMessage("hall.free_undo", "anybody may undo any choice")
MADE = AppMessage("hall.made", "by {person}, {when}")
SSH = AppMessage("hall.ssh", "ssh {code}@{host}")
SSH_PORT = AppMessage("hall.ssh_port", "ssh -p {port} {code}@{host}")
EXPORT = AppMessage("hall.export", "ssh {host} export {code} > {code}.toml")
EXPORT_PORT = AppMessage("hall.export_port", "ssh -p {port} {host} export {code} > {code}.toml")
KEEPS_GAME = AppMessage("hall.keeps_game", "saves the game as a file")
WATCHERS = counted("hall.watchers", "{number} watching", "{number} watching")
INVITED = AppMessage("hall.invited", "You are invited.")

# --- the hall itself ---------------------------------------------------------------------------

WELCOME = AppMessage("hall.welcome", "Welcome")
HALL = AppMessage("hall.hall", "the hall")
HALL_OF = AppMessage("hall.hall_of", "the hall of {host}")
YOU_ARE = AppMessage("hall.you_are", "you are {person}")
YOU_ARE_GUEST = AppMessage("hall.you_are_guest", "you are {person}, a guest")
HERE = AppMessage("hall.here", "Here ({number}): {people}")
NOTHING_SAID = AppMessage("hall.nothing_said", "Nobody has said anything yet. Press {talk} to talk.")
SAID = AppMessage("hall.said", "{person}: {text}")
SAID_TO_SIDE = AppMessage("hall.said_to_side", "{person} (to {side}): {text}")
TALK = AppMessage("hall.talk", "To the hall:")
TALK_TO_TABLE = AppMessage("hall.talk_to_table", "To the players at {code}:")
TALK_AT = AppMessage("hall.talk_at", "While you wait at {code}:")
CODE = AppMessage("hall.code", "Code:")
INVITE = AppMessage("hall.invite", "Whom to invite:")
GAVE_UP = AppMessage("hall.gave_up", "You gave up your seat at {code}.")
INVITED_THEM = AppMessage("hall.invited_them", "{person} is invited to {code}.")
GOING = AppMessage("hall.going", "Opening the table …")
KEYS = AppMessage("hall.keys", "Keys")
PEOPLE = AppMessage("hall.people", "Who is here, and the chat")
WHICH_GAME = AppMessage("hall.which_game", "Which game?")
READING = AppMessage("hall.reading", "Reading {title} …")
HAS_MISTAKES = AppMessage("hall.has_mistakes", "The rules of {title} have mistakes: {problem}")
TURN_ELSEWHERE = AppMessage("hall.turn_elsewhere", "It is your turn at {code}: {title}.")
INVITATION = AppMessage("hall.invitation", "{person} invites you to {code}: {title}.")
PLEASE_CONTINUE = AppMessage("hall.cannot_watch_own", "You have a seat here: press {key} to continue.")

WAITS = counted(
    "hall.waits",
    "You have a seat at {code}. The game starts when {number} more player has joined.",
    "You have a seat at {code}. The game starts when {number} more players have joined.",
)
NO_SCENARIO = AppMessage("hall.no_scenario", "This server no longer has this game.")
TABLE_CLOSED = AppMessage("hall.table_closed", "The table was closed.")
TABLE_CLOSED_FOR = AppMessage("hall.table_closed_for", "The table was closed: {reason}")
ANNOUNCED = AppMessage("hall.announced", "Announcement: {text}")
KEEP_SEAT = AppMessage("hall.keep_seat", "Keep the seat")
RESIGN_SURE = AppMessage("hall.resign_sure", "Give it up permanently")
NO_SEAT_ANY_MORE = AppMessage("hall.no_seat_any_more", "You no longer have a seat at {code}.")

# --- a table with other people -----------------------------------------------------------------

TO_ALL = AppMessage("hall.to_all", "To all:")
TO_SIDE = AppMessage("hall.to_side", "To {side}:")
SIGNAL = AppMessage("hall.signal", "Say")
ASKS_UNDO = AppMessage("hall.asks.undo", "{person} asks to undo the last choice")
ASKS_UNDO_OF = AppMessage("hall.asks.undo_of", '{person} asks to undo "{done}"')
ASKS_TAKE_OVER = AppMessage("hall.asks.take_over", "{person} asks to let a bot play for {about}")
ASKS_KICK = AppMessage("hall.asks.kick", "{person} asks to remove {about} from the table")
ASKS_CLOSE = AppMessage("hall.asks.close", "{person} asks to end this game permanently")
ASKS_TO_SEE = AppMessage("hall.asks.see", "{person} asks to see what {about} sees")
ANSWER = AppMessage("hall.answer", "{question}: {agree} agree, {refuse} refuse")
AGREED = AppMessage("hall.agreed", "{question}: {agreed} of {needed} agreed")
PAUSED = AppMessage("hall.paused", "The table is paused. Press {people} and choose Continue.")
POINTS = AppMessage("hall.points", "{person} points at {place}")
YOU_POINT = AppMessage("hall.you_point", "You point at {place}; the others see it.")
NOTHING_TO_POINT = AppMessage("hall.nothing_to_point", "There is nothing under your cursor to point at.")
YOU_ASK = AppMessage("hall.you_ask", "You ask the others.")
WATCHING = AppMessage("hall.watching", "You are watching")
WATCHING_SHORT = AppMessage("hall.watching_short", "watching")
WINDOW_YOUR_TURN = AppMessage("hall.window_your_turn", "Your turn · {title}")
WINDOW = AppMessage("hall.window", "{player} · {title}")
NOTICE_TURN = AppMessage("hall.notice_turn", "It is your turn.")
THE_TALK = AppMessage("hall.the_talk", "Chat")

# --- what can be done at a table ---------------------------------------------------------------

MENU = AppMessage("hall.menu", "This table: people, chat, pause, end")
MENU_TALK = AppMessage("hall.menu.talk", "Read the whole chat")
MENU_INVITE = AppMessage("hall.menu.invite", "Invite somebody")
MENU_PAUSE = AppMessage("hall.menu.pause", "Pause the table")
MENU_GO_ON = AppMessage("hall.menu.go_on", "Continue")
MENU_TAKE_OVER = AppMessage(
    "hall.menu.take_over", "Ask to let a bot play for {about}", "The others at the table must agree: {bot}."
)
MENU_KICK = AppMessage("hall.menu.kick", "Ask to remove {about}", "The others at the table must agree.")
MENU_SEE = AppMessage(
    "hall.menu.see",
    "Ask to see what {about} sees",
    "This player must agree. In games with secrets, you see everything a minute late.",
)
MENU_SHOW = AppMessage(
    "hall.menu.show",
    "Show {about} what you see",
    "This includes your secrets. You can stop it here at any time.",
)
MENU_HIDE = AppMessage("hall.menu.hide", "Stop showing {about} what you see")
MENU_BLOCK = AppMessage(
    "hall.menu.block", "Block {about}", "You no longer see chat, pointing or invitations from this person."
)
MENU_RESIGN = AppMessage(
    "hall.menu.resign",
    "Give up your seat permanently",
    "Somebody else can take it; you cannot come back to it.",
)
MENU_CLOSE = AppMessage("hall.menu.close", "Ask to end this game permanently", "The others must agree.")

# --- the form of a new table -------------------------------------------------------------------

FORM_SEAT = AppMessage(
    "hall.form.seat", "Seat {number}", "You, anybody who joins, or a bot. One seat must be yours."
)
FORM_TABLE = AppMessage("hall.form.table", "The table")
FORM = {
    "join": AppMessage(
        "hall.form.join",
        "Who may join",
        "Anybody in the hall, or only people with your invitation or the code.",
    ),
    "pace": AppMessage(
        "hall.form.pace", "Pace", "Live: everybody is online at the same time. Days: players come and go."
    ),
    "hours": AppMessage("hall.form.hours", "Hours for each turn", "The time limit of a turn; 0 for none."),
    "late": AppMessage(
        "hall.form.late",
        "After that",
        "When the time is up: wait, send a reminder, or let a bot play until the player is back.",
    ),
    "campaign": AppMessage(
        "hall.form.campaign",
        "Continue campaign",
        "Yes: the game starts with values from the last one. No: it starts like a first game.",
    ),
    "undo": AppMessage(
        "hall.form.undo",
        "Free undo",
        "For friends: anybody may undo any choice. Otherwise the others must agree.",
    ),
    "hints": AppMessage("hall.form.hints", "Hints", "Whether players may ask what a bot would do."),
}
"""A label and a help line for each field about the table."""
FORM_MAKE = AppMessage("hall.form.make", "Create the table")
FORM_NO_SEAT = AppMessage("hall.form.no_seat", "One seat must be yours.")

# --- the profile -------------------------------------------------------------------------------

PROFILE = AppMessage("hall.profile", "Profile")
YOUR_KEYS = AppMessage("hall.profile.keys", "Your keys")
NO_KEYS = AppMessage("hall.profile.no_keys", "You are a guest: the server saves nothing for your next visit.")
BLOCKED = AppMessage("hall.profile.blocked", "People you have blocked")
WON_LOST = AppMessage("hall.profile.won_lost", "Results")
COUNT = AppMessage("hall.profile.count", "{game}: {won} won, {lost} lost, {drawn} drawn")
COUNT_WITH = AppMessage(
    "hall.profile.count_with", "{game}, {option} {value}: {won} won, {lost} lost, {drawn} drawn"
)
FINISHED = AppMessage("hall.profile.finished", "Your latest games")
NO_GAMES = AppMessage("hall.profile.no_games", "You have not finished a game yet.")
FINISHED_GAME = AppMessage(
    "hall.profile.game", "{when}: {game} with {players}, {ending} in {turns} turns: {reason} ({code})"
)
ENDING_WITH = AppMessage("hall.profile.ending_with", "{ending} with {points}")
ENDING_RANKED = AppMessage("hall.profile.ending_ranked", "{ending}, rank {rank},")
ENDING_RANKED_WITH = AppMessage("hall.profile.ending_ranked_with", "{ending} with {points}, rank {rank},")
MENU_PROFILE = AppMessage("hall.profile.menu", "Your keys, your finished games, and how often you won")
MENU_KEY_CODE = AppMessage(
    "hall.profile.key_code",
    "Add another key: get a code for it",
    "The code works once: log in with the other key and type it there.",
)
MENU_REMOVE_KEY = AppMessage("hall.profile.remove_key", "Remove the key {key}")
MENU_UNBLOCK = AppMessage("hall.profile.unblock", "Unblock {about}")
KEY_CODE = AppMessage("hall.profile.code", "The code for another key: {code}")
KEY_REMOVED = AppMessage("hall.profile.key_removed", "The key is removed.")
UNBLOCKED = AppMessage("hall.profile.unblocked", "You see chat and pointing from {about} again.")
