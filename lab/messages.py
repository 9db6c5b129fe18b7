"""Message catalogue of simulations."""

from lazaretto.grammar.message import Message

IN_GAME = Message("simulation.game", "game {number}, seed {seed}: {problem}")
NO_END_OF_TURN = Message(
    "simulation.no_end_of_turn", "the turn does not end: the bots have made {most} decisions in it"
)
NO_END = Message("simulation.endless", "no end after {most} decisions")

CAMPAIGNS_IN_PYTHON = Message("simulation.campaigns", "campaigns are played in Python")
MIXED_IN_PYTHON = Message("simulation.mixed", "bots of different kinds play in Python")
FAILED_NATIVELY = Message(
    "simulation.failed_natively",
    "game {number} failed with the engine `{engine}`, but not in Python; please report this",
)
FAILED_IN_PLANS = Message(
    "simulation.failed_in_plans",
    "a rule fails in what bots plan, so they plan more slowly and avoid it: {problem}",
)

JUDGED_BY_EARLIER_RULES = Message(
    "judgement.earlier",
    "positions of `{scenario}` are judged by what was learned from an earlier version of its rules; "
    "`lazaretto train {scenario}` learns anew",
)
EARLIER_RULES_BRIEFLY = Message("judgement.earlier_briefly", "learned from earlier rules")
"""For players, who cannot do anything about it."""
FEW_GAMES_BRIEFLY = Message("judgement.few_briefly", "learned from too few games")
JUDGEMENT_UNREADABLE = Message("judgement.unreadable", "{file} cannot be read: {reason}")
NO_JUDGEMENT = Message("judgement.none", "{file} holds no learned judgement that can be used")
NOT_JUDGED = Message(
    "judgement.changed",
    "the rules of `{scenario}` have changed too much since positions of it were learned to judge; "
    "`lazaretto train {scenario}` learns anew",
)
CHANCES_MISLEAD = Message(
    "judgement.misleads",
    "do not trust the chances yet: in games that were held out, one chance for all positions would have been "
    "better; train longer",
)
FEW_WON = Message(
    "judgement.few_won",
    "do not trust the chances yet: of the {games} games that were learned from, {won} were won; good chances "
    "take a few hundred games that were won, and as many that were lost",
)
FEW_NOT_WON = Message(
    "judgement.few_not_won",
    "do not trust the chances yet: of the {games} games that were learned from, {number} were not won; good "
    "chances take a few hundred games that were won, and as many that were lost",
)
NO_GAME_ENDED = Message("judgement.no_end", "no game came to its end")
ALL_ENDED_ALIKE = Message(
    "judgement.alike",
    "all {games} games ended alike, so there is nothing to learn from; other options or numbers of players "
    "may help, and so may more time",
)
NO_EARLIER_WEIGHTS = Message(
    "judgement.no_earlier", "{file}: there is no file here that this version of `lazaretto train` has written"
)
LEARNED_ELSEWHERE = Message(
    "judgement.elsewhere", "{file}: this was learned about `{scenario}`, not about `{wanted}`"
)
LEARNED_WITH_SCORE = Message(
    "judgement.with_score",
    "{file}: training can only go on with what was learned without a score (`--without-score`)",
)
CANNOT_GO_ON = Message(
    "judgement.cannot_go_on",
    "training can only go on without a score (`--without-score`), with native code, and where all players "
    "win together",
)
NO_NUMPY = Message("judgement.numpy", "training needs numpy: {install}")
