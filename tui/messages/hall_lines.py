"""The words of the hall of a server in plain lines."""

from tui.messages.translated_message import AppMessage

WELCOME = AppMessage("hall_lines.welcome", "Lazaretto: {hall}. You are {person}. `help` lists the commands.")
ANNOUNCEMENT = AppMessage("hall_lines.announcement", "Announcement: {text}")
ANNOUNCEMENT_AT = AppMessage("hall_lines.announcement_at", "Announcement ({time}): {text}")
HELP = AppMessage(
    "hall_lines.help",
    """\
  list               the tables          who          who is here
  join CODE          take a seat, or go on with your game
  watch CODE         watch a table
  new GAME [WORDS]   make a table; `new` alone tells how
  invite CODE NAME   invite somebody
  resign CODE        give up your seat, before the game begins
  export CODE        how to keep a game of yours as a file
  say TEXT           talk to everybody in the hall
  table TEXT         talk to those who wait with you at a table
  quit               leave the server""",
)
HELP_TABLE = AppMessage(
    "hall_lines.help_table",
    """\
Type the number of an option, its name, or the beginning of its name.
Several steps go in one line: first step > second step, or first second.
Where several things are to be chosen, put commas between them.
  help THING   what an option does          why      what is closed, and why
                                            (why THING: only one of them)
  why NUMBER   which rule a line of the log comes from
  look THING   what is there, and the ways  status   how things stand
               (look: all places)           hand     what you hold
  log          what has happened            undo     take a choice back
With the others at the table:
  /say TEXT    talk to the others           /yes     agree to what they ask
  /side TEXT   talk to your own side        /no      refuse it
  /show NAME   show them a place            /pause   pause the table, or go on
  /who         who is at the table          /leave   back to the hall
  /see NAME    if you watch: ask to see what a player sees, then go there
  /let NAME    let who watches see what you see; /hide NAME ends it
A colon in front (:log) always means the command of the game.""",
)
NEW = AppMessage(
    "hall_lines.new",
    """\
new GAME [WORDS]: the words are, in any order,
  a number       how many seats people have (default: 2), one is yours
  a bot          one seat more for this bot: {bots}
  option=value   an option of the game
  private        who is invited or has the code may join; no list shows it
  days or days=H the game goes on over days, with H hours for each turn
  free-undo      anybody may undo any choice
  after=CODE     go on with the campaign of that finished table
Games: {games}""",
)
NO_GAME = AppMessage("hall_lines.no_game", "There is no game called {name}. `new` alone lists the games.")
NOT_UNDERSTOOD = AppMessage("hall_lines.not_understood", "`{word}` is not understood. `new` tells how.")
NO_COMMAND = AppMessage("hall_lines.no_command", "There is no command `{word}`. `help` lists the commands.")
NEEDS_CODE = AppMessage("hall_lines.needs_code", "Which table? Its code is in the list, like BCD-234.")
NEEDS_PERSON = AppMessage("hall_lines.needs_person", "Write: invite CODE NAME")
WAITS_NOWHERE = AppMessage("hall_lines.waits_nowhere", "You wait at no table. `say` talks to the hall.")
AT = AppMessage("hall_lines.at", "{code}: {said}")
NEEDS_TEXT = AppMessage("hall_lines.needs_text", "Write something after it.")
MADE = AppMessage("hall_lines.made", "The table is {code}.")
SSH = AppMessage("hall_lines.ssh", "Friends join with: {line}")
EXPORT = AppMessage("hall_lines.export", "Type this on your own machine: {line}")
EXPORT_AT_SERVER = AppMessage(
    "hall_lines.export_at_server",
    "Type on your own machine what you type to come here, and behind it: export {code}",
)
NO_TABLES = AppMessage("hall_lines.no_tables", "There is no table yet. `new` makes one.")
TABLE = AppMessage("hall_lines.table", "{code} {title}: {state}. {seats}")
YOURS = AppMessage("hall_lines.yours", "{group}: {table}")
AT_TABLE = AppMessage(
    "hall_lines.at_table", "You are at table {code}: {title}. `help` lists the commands, /leave goes back."
)
WATCHING = AppMessage(
    "hall_lines.watching", "You are watching table {code}: {title}. /leave goes back to the hall."
)
IN_BETWEEN = AppMessage("hall_lines.in_between", "In between you may:")
PLAYED = AppMessage("hall_lines.played", "Players: {people}. Turn {turn}.")
NEXT = AppMessage("hall_lines.next", "/leave goes back to the hall; `new` makes another table there.")
CHANGE_CHOICE = AppMessage(
    "hall_lines.change_choice", "You chose {choice}. Until all have chosen, you may change it:"
)
WAITS_FOR = AppMessage("hall_lines.waits_for", "Waiting for {player}.")
NOT_ASKED = AppMessage("hall_lines.not_asked", "The game does not ask you now. It waits for {player}.")
NO_ONE_ASKED = AppMessage("hall_lines.no_one_asked", "The game does not ask anybody now.")
NO_VOTE = AppMessage("hall_lines.no_vote", "Nobody asks you anything.")
VOTE = AppMessage("hall_lines.vote", "{question}. /yes agrees, /no refuses.")
AGREED = AppMessage("hall_lines.agreed", "{question}: {agreed} of {needed} agreed.")
NO_PLACE = AppMessage("hall_lines.no_place", "No place is called {name}.")
SHOWN = AppMessage("hall_lines.shown", "You show {place}.")
SHOWS = AppMessage("hall_lines.shows", "{person} shows {place}.")
NO_SIDE = AppMessage("hall_lines.no_side", "You have no side of your own here.")
BACK = AppMessage("hall_lines.back", "You are in the hall again.")
BYE = AppMessage("hall_lines.bye", "Good-bye. Your tables and seats stay as they are.")
BYE_GUEST = AppMessage(
    "hall_lines.bye_guest",
    "Good-bye. You were a guest: next time you come as somebody else, and a seat that you left is not yours.",
)
YOU_ASK = AppMessage("hall_lines.you_ask", "You ask {player}. When you hear that you may: /see {player}")
GOES_THERE = AppMessage(
    "hall_lines.goes_there",
    "You see what {player} sees; where there are secrets, in a minute and a minute late.",
)
SEES_NO_MORE = AppMessage("hall_lines.sees_no_more", "You no longer see what this player sees.")
NO_PLAYER = AppMessage("hall_lines.no_player", "Nobody plays as `{name}` here.")
