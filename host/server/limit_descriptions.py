"""What the bounds of a hall mean, and what people pay for calls."""

from lazaretto.grammar.message import Message

TABLES_PER_PERSON = Message("limit.tables_per_person", "open and running tables that one person has made")
SEATS_PER_PERSON = Message(
    "limit.seats_per_person", "open and running tables at which one person holds seats"
)
PLACES_PER_PERSON = Message(
    "limit.places_per_person", "tables that one person is at or watches at a time, in all sessions together"
)
WATCHERS_PER_TABLE = Message("limit.watchers_per_table", "people who watch one table at a time")
SHARED_PER_TABLE = Message("limit.shared_per_table", "people whom the owners of seats let see what they see")
VOTES_PER_TABLE = Message(
    "limit.votes_per_table", "votes of players that are open at one table, and as many of those who watch"
)
VOTES_PER_PERSON = Message("limit.votes_per_person", "open votes at one table that one person has proposed")
INVITATIONS_PER_TABLE = Message("limit.invitations_per_table", "people who are invited to one table")
INVITATIONS_SHOWN = Message(
    "limit.invitations_shown", "tables to which a person is invited and that they see; the latest ones"
)
BLOCKED_PER_PERSON = Message("limit.blocked_per_person", "people whom one person has blocked")
KEYS_PER_PERSON = Message("limit.keys_per_person", "public keys with which one person can log in")
REPLAYS_PER_SESSION = Message(
    "limit.replays_per_session", "replays that are open in one session; then the oldest is closed"
)
LINES_SHOWN = Message("limit.lines_shown", "lines of a table's chat that somebody sees; the latest ones")
LINES_KEPT = Message(
    "limit.lines_kept", "lines of the chat of a table, or of the hall, that are stored; the latest ones"
)
TABLES_SHOWN = Message("limit.tables_shown", "tables of others that a person sees in the list")
PURSES_KEPT = Message(
    "limit.purses_kept", "people and addresses of whom the server remembers how much they may still do"
)

# --- what calls cost -----------------------------------------------------------------------------

COST_LOOK = Message("limit.cost_look", "looks: what may be done with a thing, odds, ways, replays")
COST_CHOICE = Message("limit.cost_choice", "choices, undone ones too")
COST_READ = Message("limit.cost_read", "lists of scenarios, profiles")
COST_KEEP = Message("limit.cost_keep", "changes of settings, blocked people and keys")
COST_LOAD = Message(
    "limit.cost_load", "scenarios that are read, replays and records that are made, seats that are taken"
)
COST_HINT = Message("limit.cost_hint", "hints")
COST_ACT = Message("limit.cost_act", "coming to a table, votes, invitations")
COST_TALK = Message("limit.cost_talk", "lines of chat, signals, pauses")
COST_POINT = Message("limit.cost_point", "pointing")
COST_MAKE = Message("limit.cost_make", "tables that are made")
COST_CODE = Message("limit.cost_code", "codes of tables outside their list that are tried")
COST_CALL = Message("limit.cost_call", "calls of all sorts together, also those that are free or refused")
COST_NAME = Message("limit.cost_name", "new visitors who are asked for a name")
