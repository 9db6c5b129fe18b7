"""The keys of the hall of a server and of a table with other people."""

from lazaretto.tui.keys.registry_types import Context, action, line, section
from lazaretto.tui.messages.translated_message import AppMessage

HALL = Context(
    "hall",
    AppMessage("key.hall", "the hall of a server"),
    (
        action("hall.up", "up k", "up", "go up"),
        action("hall.down", "down j", "down", "go down"),
        action("hall.first", "home g", "first", "to the first table"),
        action("hall.last", "end G", "last", "to the last table"),
        action("hall.jump", "tab", "jump", "to the next group of tables"),
        action("hall.read_on", "pagedown", "scroll down", "scroll down on the right"),
        action("hall.read_back", "pageup", "scroll up", "scroll up on the right"),
        action("hall.pick", "enter right l space", "join", "continue, join, watch or replay this table"),
        action(
            "hall.new",
            "n",
            "new table",
            "create a table",
            ("New table", "Set up a game for others to join ({key})"),
        ),
        action("hall.watch", "w", "watch", "watch this table", ("Watch", "Watch this table ({key})")),
        action(
            "hall.code",
            "c",
            "code",
            "join the table with a code that somebody gave you",
            ("Enter a code", "Join the table with a code that somebody gave you ({key})"),
        ),
        action(
            "hall.invite",
            "i",
            "invite",
            "invite somebody to this table of yours",
            ("Invite", "Invite somebody to this table of yours ({key})"),
        ),
        action(
            "hall.talk",
            "t comma",
            "talk",
            "write to everybody in the hall, or to the people who wait with you at this table",
            ("Talk", "Write to the hall, or to the people who wait with you at this table ({key})"),
        ),
        action(
            "hall.give_up",
            "x",
            "give up the seat",
            "give up your seat at this table before the game starts",
            ("Give up the seat", "Give up your seat at this table before the game starts ({key})"),
        ),
        action(
            "hall.people",
            "o",
            "who is here",
            "who is here, and the whole chat",
            ("Who is here", "Everybody in the hall, and the whole chat ({key})"),
        ),
        action(
            "hall.profile",
            "p",
            "profile",
            "your keys, your finished games, and how often you won",
            ("Profile", "Your keys, your finished games, and how often you won ({key})"),
        ),
        action("hall.settings", "s", "settings", "your settings: theme, colours, pace, bell, notices"),
        action("hall.help", "question_mark f1", "help", "this page", ("Keys", "What the keys do ({key})")),
        action("hall.quit", "q", "leave", "leave the server; you keep your seats unless you are a guest"),
    ),
    hints=(
        line("hall.hint.continue", "hall.pick", "Enter", "continue"),
        line("hall.hint.join", "hall.pick", "Enter", "join"),
        line("hall.hint.watch", "hall.pick", "Enter", "watch"),
        line("hall.hint.replay", "hall.pick", "Enter", "replay"),
    ),
    help=(
        section(
            "hall.help.tables",
            "Tables",
            line("hall.help.move", "hall.up hall.down", "up, down, k, j", "move"),
            "hall.jump",
            line("hall.help.read", "hall.read_back hall.read_on", "PgUp, PgDn", "scroll on the right"),
            "hall.pick",
            "hall.watch",
            "hall.new",
            "hall.code",
            "hall.invite",
            "hall.give_up",
        ),
        section(
            "hall.help.people",
            "People",
            "hall.talk",
            "hall.people",
        ),
        section(
            "hall.help.everywhere",
            "Everywhere",
            "hall.profile",
            "hall.settings",
            "app.command_palette",
            "hall.help",
            "hall.quit",
        ),
    ),
)

HALL_TABLE = Context(
    "hall_table",
    AppMessage("key.hall_table", "a table with other people"),
    (
        action("hall_table.talk", "comma", "talk", "write to the others", ("Talk", "Write to the others")),
        action(
            "hall_table.signal",
            "exclamation_mark",
            "signal",
            "send a ready-made message",
            ("Signal", "Send a ready-made message"),
        ),
        action(
            "hall_table.point",
            "full_stop",
            "point",
            "point at the place under your cursor",
            ("Point", "Point at the place under your cursor"),
        ),
        action(
            "hall_table.people",
            "semicolon",
            "table menu",
            "chat, invitations, pause, votes about people, giving up your seat",
            ("Table menu", "Chat, invitations, pause, votes about people, giving up your seat"),
        ),
    ),
    includes=("table", "app"),
    help=(
        section(
            "hall_table.help.people",
            "With the others",
            "hall_table.talk",
            "hall_table.signal",
            "hall_table.point",
            "hall_table.people",
            line(
                "hall_table.help.vote",
                "vote.agree vote.refuse",
                "y, n",
                "agree or refuse when the others ask you something",
            ),
        ),
    ),
)

HALL_ENDING = Context(
    "hall_ending",
    AppMessage("key.hall_ending", "the end of a game with other people"),
    (
        action(
            "hall_ending.again",
            "a",
            "again",
            "a new table like this one; the same people are invited",
        ),
    ),
    includes=("ending", "app"),
    hints=(line("hall_ending.hint.hall", "ending.leave", "q", "to the hall"),),
)

VOTE = Context(
    "vote",
    AppMessage("key.vote", "while the others ask you something"),
    (
        action("vote.agree", "y Y", "agree", "agree to what somebody asks"),
        action("vote.refuse", "n N", "refuse", "refuse what somebody asks"),
    ),
)

TALK = Context(
    "talk",
    AppMessage("key.talk", "while you write to the others"),
    (
        action(
            "talk.other",
            "tab shift+tab",
            "all or your side",
            "write to everybody or to your side",
            fixed=True,
        ),
    ),
    includes=("typing", "edit", "app"),
    writes=True,
    hints=(line("talk.hint.send", "typing.done", "Enter", "send"),),
)

CONTEXTS = (HALL, HALL_TABLE, HALL_ENDING, VOTE, TALK)
