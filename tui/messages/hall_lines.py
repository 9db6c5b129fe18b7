"""The words of the hall of a server in plain lines."""

from lazaretto.tui.messages.translated_message import AppMessage

WELCOME = AppMessage("hall_lines.welcome", "Lazaretto: {hall}. You are {person}. `help` lists the commands.")
ANNOUNCEMENT = AppMessage("hall_lines.announcement", "Announcement: {text}")
ANNOUNCEMENT_AT = AppMessage("hall_lines.announcement_at", "Announcement ({time}): {text}")
HELP = AppMessage(
    "hall_lines.help",
    """\
list: the tables. who: who is here.
join CODE: take a seat, or continue your game.
watch CODE: watch a table.
new GAME [WORDS]: create a table. new: help on that.
invite CODE NAME: invite somebody.
resign CODE: give up your seat before the game starts.
export CODE: how to save a game of yours as a file.
say TEXT: talk to everybody in the hall.
table TEXT: talk to the people who wait with you at a table.
quit: leave the server.""",
)
HELP_TABLE = AppMessage(
    "hall_lines.help_table",
    """\
Type the number of an option, its name, or the beginning of its name.
Several steps can go on one line: first step > second step, or first second.
To choose several things, separate them with commas.
help THING: what it is and where: an option, role, card, place, pile, track.
why: what you cannot do now, and why. why THING: only this.
why NUMBER: which rule a line of the log comes from (why -1: the last line).
look PLACE: what is there, and where its ways lead. look: all places.
status: the state of the game. changes: what is new since your last choice.
who: who is where, with which role and cards. hand: what you hold.
piles: every pile with what is seen of it. piles NAME: only this one.
odds: what the hidden piles may hold. odds NAME: only this one.
rules: the chapters of the rulebook. rules WORD or NUMBER: what they say.
log: what has happened. undo: undo a choice.
pass: go on where nobody has to act, until something changes.
stops: where the table waits for you although nobody has to act.
hint: what a bot would do, and why.
why BOT: what that bot is after, step by step. why bots: all of them.
With the others at the table:
/say TEXT: talk to the others. /side TEXT: talk to your own side.
/yes: agree to what the others ask. /no: refuse it.
/show NAME: point at a place. /who: who is at the table.
/pause: pause, or continue. /leave: back to the hall.
/see NAME: as a spectator, ask to see what a player sees.
/let NAME: let a spectator see what you see. /hide NAME: end it.
A colon in front (:log) always means the command of the game.""",
)
NEW = AppMessage(
    "hall_lines.new",
    """\
new GAME [WORDS], where the words are, in any order:
  a number       the number of seats for people (default: 2); one is yours
  a bot          one more seat, for this bot: {bots}
  option=value   an option of the game
  private        only for people with an invitation or the code; not listed
  days or days=H the game lasts days, with H hours for each turn
  free-undo      anybody may undo any choice
  no-hints       nobody may ask what a bot would do
  after=CODE     continue the campaign of that finished table
Games: {games}""",
)
NO_GAME = AppMessage("hall_lines.no_game", "There is no game called {name}. `new` alone lists the games.")
NOT_UNDERSTOOD = AppMessage(
    "hall_lines.not_understood", "`{word}` is not a valid word here. Type `new` for help."
)
NO_COMMAND = AppMessage("hall_lines.no_command", "There is no command `{word}`. `help` lists the commands.")
NEEDS_CODE = AppMessage("hall_lines.needs_code", "Which table? Its code is in the list, like BCD-234.")
NEEDS_PERSON = AppMessage("hall_lines.needs_person", "Write: invite CODE NAME")
WAITS_NOWHERE = AppMessage(
    "hall_lines.waits_nowhere", "You are not waiting at a table. Use `say` to talk to the hall."
)
AT = AppMessage("hall_lines.at", "{code}: {said}")
NEEDS_TEXT = AppMessage("hall_lines.needs_text", "Type a text after the command.")
MADE = AppMessage("hall_lines.made", "The new table is {code}.")
SSH = AppMessage("hall_lines.ssh", "Friends join with: {line}")
EXPORT = AppMessage("hall_lines.export", "Type this on your own machine: {line}")
EXPORT_AT_SERVER = AppMessage(
    "hall_lines.export_at_server",
    "On your own machine, type the command you use to connect, followed by: export {code}",
)
NO_TABLES = AppMessage("hall_lines.no_tables", "There is no table yet. `new` creates one.")
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
NEXT = AppMessage("hall_lines.next", "/leave goes back to the hall; `new` creates another table there.")
CHANGE_CHOICE = AppMessage(
    "hall_lines.change_choice", "You chose {choice}. Until all have chosen, you may change it:"
)
WAITS_FOR = AppMessage("hall_lines.waits_for", "Waiting for {player}.")
NOT_ASKED = AppMessage("hall_lines.not_asked", "It is not your turn. Waiting for {player}.")
NO_ONE_ASKED = AppMessage("hall_lines.no_one_asked", "Nobody has to choose now.")
NO_VOTE = AppMessage("hall_lines.no_vote", "There is no vote now.")
VOTE = AppMessage("hall_lines.vote", "{question}. Type /yes to agree or /no to refuse.")
AGREED = AppMessage("hall_lines.agreed", "{question}: {agreed} of {needed} agreed.")
NO_PLACE = AppMessage("hall_lines.no_place", "No place is called {name}.")
SHOWN = AppMessage("hall_lines.shown", "You point at {place}.")
SHOWS = AppMessage("hall_lines.shows", "{person} points at {place}.")
NO_SIDE = AppMessage("hall_lines.no_side", "You are not on a side here.")
BACK = AppMessage("hall_lines.back", "You are back in the hall.")
BYE = AppMessage("hall_lines.bye", "Goodbye. You keep your tables and seats.")
BYE_GUEST = AppMessage(
    "hall_lines.bye_guest",
    "Goodbye. You were a guest: next time you are a new guest, and you cannot come back to your seats.",
)
YOU_ASK = AppMessage("hall_lines.you_ask", "You ask {player}. When {player} agrees, type: /see {player}")
GOES_THERE = AppMessage(
    "hall_lines.goes_there",
    "You see what {player} sees; in games with secrets, it starts in a minute and is a minute late.",
)
SEES_NO_MORE = AppMessage("hall_lines.sees_no_more", "You no longer see what this player sees.")
NO_PLAYER = AppMessage("hall_lines.no_player", "There is no player `{name}` here.")
