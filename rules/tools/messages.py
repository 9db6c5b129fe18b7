"""Message catalogue of the tools for authors: scenario tests (T), and explanations of definitions."""

from lazaretto.grammar.message import Message, variants

CODES: dict[str, str] = {
    "T001": "The conditions of a test are true.",
    "T002": "A test answers each decision before it continues.",
    "T003": "`given` prepares the game: it asks nobody and does not end the game.",
    "T004": "Invariants are true after every step.",
    "T005": "A game gives the same result when it is forked, saved, replayed or undone.",
    "T006": "A player may make the choice, or may not for the reason, that the test gives.",
    "T007": "The game asks the player whom the test names.",
    "T008": "A game ends as the test says.",
    "T009": "A test ends without an open decision, or with `leave open`.",
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

DOES_NOT_HOLD = Message("T001.holds", "not true: {text}")
SIDES_DO_NOT_HOLD = Message("T001.sides", "not true: {text}: here it is {sides}")
NEVER_SAID_BUT = Message("T001.log", "the log never says `{text}`; it ends with {last}")
NEVER_SAID = Message("T001.says", "the log never says `{text}`")
SAID = Message("T001.said", "the log says `{text}`: {line}")
NOT_REACHED = Message("T001.goal", "the goal `{goal}` is not reached")
REACHED = Message("T001.reached", "the goal `{goal}` is reached")
MUST_ANSWER_FIRST = Message("T002.open", "{decision} must be answered first")
OVER_BEFORE = Message("T002.over", "the game is over: {reason}")
NOBODY_ASKED = Message("T002.nobody", "no player is asked anything")
GIVEN_ASKS = Message("T003.asks", "`given` must not ask anybody")
GIVEN_ENDS = Message("T003.ends", "`given` must not end the game")
INVARIANT_BROKEN = Message("T004", "the invariant `{name}` is broken")
OTHER_END = Message("T005.end", "the result differs from a plain run")
OTHER_FORK = Message("T005.fork", "a fork gives another result")
OTHER_UNDO = Message("T005.undo", "undoing `{choice}` does not restore the state before it")
OTHER_REPLAY = Message("T005.replay", "playing the same choices again gives another result")
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
LEFT_OPEN = Message("T009.open", "{decision} is left open; end the test with `leave open` if you mean that")
NOTHING_LEFT = Message(
    "T009.left", "no player is asked anything at the end; add `then nothing asked` if you mean that"
)
NOTHING_OPEN = Message("T009.nothing", "the test ends with `leave open`, but no decision is open")

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
ACTS = Message("explain.acts", "effect: changes the game")
LOOKS = Message("explain.looks", "effect: changes nothing")
ASKS_AND_CHANGES = Message("explain.asks_changes", "effect: may ask a player; changes {names}")
ACTS_AND_CHANGES = Message("explain.acts_changes", "effect: changes {names}")
