"""Message catalogue of the tools for authors: scenario tests (T), and explanations of definitions."""

from grammar.message import Message, variants

CODES: dict[str, str] = {
    "T001": "What a test says holds.",
    "T002": "A test answers a decision before it goes on.",
    "T003": "`given` arranges things: it asks nobody and ends nothing.",
    "T004": "Invariants hold after every step.",
    "T005": "A game goes the same way when it is forked, saved, replayed or undone.",
    "T006": "A player may do what the test says, or may not for the reason that it says.",
    "T007": "The player is asked whom the test names.",
    "T008": "A game ends as the test says.",
    "T009": "A test leaves nothing open, or says so.",
}

# --- tests

AT_LINE = Message("test.line", "line {line}: {failure}")
WITH_PART = Message("test.part", "{failure} (with {part})")
IN_MODE = variants(
    "test",
    {
        "forked": "{failure} (when forked at every decision)",
        "saved": "{failure} (when saved at every decision)",
        "replayed": "{failure} (when replayed at every decision)",
        "undone": "{failure} (when undone at every decision)",
    },
)
DECISION = Message("test.decision", "{player}'s decision `{prompt}`")
NO_DECISION = Message("test.no_decision", "nothing")

DOES_NOT_HOLD = Message("T001.holds", "does not hold: {text}")
SIDES_DO_NOT_HOLD = Message("T001.sides", "does not hold: {text}: here it is {sides}")
NEVER_SAID_BUT = Message("T001.log", "the log never says `{text}`; it ends with {last}")
NEVER_SAID = Message("T001.says", "the log never says `{text}`")
MUST_ANSWER_FIRST = Message("T002.open", "{decision} must be answered first")
OVER_BEFORE = Message("T002.over", "the game is over: {reason}")
NOBODY_ASKED = Message("T002.nobody", "nobody is asked anything")
GIVEN_ASKS = Message("T003.asks", "`given` must not ask anybody")
GIVEN_ENDS = Message("T003.ends", "`given` must not end the game")
INVARIANT_BROKEN = Message("T004", "the invariant `{name}` is broken")
OTHER_END = Message("T005.end", "comes to another end than when played plainly")
OTHER_FORK = Message("T005.fork", "a fork goes another way")
OTHER_UNDO = Message("T005.undo", "undoing `{choice}` does not bring back what was")
OTHER_REPLAY = Message("T005.replay", "playing the same choices again comes out differently")
REFUSED = Message("T006.refused", "`{choice}`: {reason}")
REFUSED_OF = Message("T006.refused_of", "`{choice}`: {reason}; {player} is offered {names}")
MAY_NOT = Message("T006.may_not", "{player} may not `{choice}`: {reason}")
MAY = Message("T006.may", "{player} may `{choice}`")
OTHER_REASON = Message("T006.reason", "the reason is `{reason}`")
STILL_ASKED = Message("T007.open", "{decision} is open")
NOT_ASKED = Message("T007.other", "{player} is not asked; {decision} is open")
OTHER_QUESTION = Message("T007.question", "the question is `{prompt}`")
NOT_OVER = Message("T008.over", "the game is not over")
OTHER_RESULT = Message("T008.result", "the result is {results}: {reason}")
OTHER_END_REASON = Message("T008.reason", "the reason is `{reason}`")
CAMPAIGN_OVER = Message("T008.campaign_over", "the campaign is over, so there is no next game")
NOT_OVER_FOR = Message("T008.over_for", "the game is not over for {player}")
OTHER_RESULT_FOR = Message("T008.result_for", "{player} has {result}: {reason}")
STANDS = Message("T008.stands", "{player}: points {points}, rank {rank}")
RANKED = Message("T008.ranked", "{player}: rank {rank}")
OTHER_STANDING = Message("T008.standing", "the game ended with {found}")
LEFT_OPEN = Message("T009.open", "{decision} is left open; end the test with `leave open` if that is meant")
NOTHING_LEFT = Message(
    "T009.left", "nobody is asked anything at the end; add `then nothing asked` if that is meant"
)
NOTHING_OPEN = Message("T009.nothing", "`leave open` though nothing is open")

# --- explanations of definitions

RENAMED = Message("explain.renamed", "{old} is now called {new}.")
PART_ADDS = Message("explain.part", "== with {part} ==")
HEADING = Message("explain.heading", "-- {title}: {file}:{line}")
EXTENDED_BY = Message("explain.extended", "extended by {module}")
OVER = Message("explain.over", "{title}, over {names}")
PARTS_OVER = Message("explain.parts_over", "{title}, over {names} in {parts}")
REPLACED_BY = Message("explain.replaced", "replaced by {module}")
OF_OWNER = Message("explain.owner", "{word} ({owner})")
ACTIONS = Message("explain.actions", "actions: {names}")
NO_ACTIONS = Message("explain.no_actions", "actions: none")
ASKS = Message("explain.asks", "effect: may ask a player")
ACTS = Message("explain.acts", "effect: acts")
LOOKS = Message("explain.looks", "effect: only looks")
ASKS_AND_CHANGES = Message("explain.asks_changes", "effect: may ask a player; changes {names}")
ACTS_AND_CHANGES = Message("explain.acts_changes", "effect: acts; changes {names}")
