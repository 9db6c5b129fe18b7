"""What is said about the meaning of a text; `rules/errors/checker_diagnostics.py` fills these messages.

`CODES` says in a sentence what each code is about; the numbers stay, the words may change. Messages that
depend on where a word stands, or on what there is too much of, are in `checker_message_variants.py`.
"""

from grammar.message import Message, variants

CODES: dict[str, str] = {
    # names
    "R001": "A name must be declared somewhere, in a rule or in a table.",
    "R003": "A name is declared once; another module may replace or extend it.",
    "R004": "A thing has the attributes that its kind declares.",
    "R006": "A kind must be declared before anything can be of it.",
    "R020": "A name that several kinds have is understood only where one of them is wanted.",
    "R023": "Lifetimes and limits name a phase.",
    "R027": "What is removed cannot be used any more.",
    # values
    "R002": "Every place takes one sort of value: a number, a flag, a kind, a set.",
    "R005": "A value or a procedure is given as many arguments as it has parameters.",
    "R007": "What may be none must be looked at before it is used.",
    "R008": "A default, a setting and a case are plain values.",
    "R009": "Only attributes, variables and names of `let` can be set.",
    "R012": "Only a procedure with a declared result gives one.",
    "R013": "A value only looks; alone on a line it does nothing.",
    "R017": "Every member has a value for every attribute without a default.",
    "R018": "A value in a table or declaration must be possible.",
    "R031": "A parameter has a kind, by its name or after a colon.",
    "R032": "A variable of a kind is something at the start, or may be none.",
    "R033": "A number stays in its declared range.",
    "R034": "Numbers have 64 bits.",
    "R035": "Nothing can be divided by zero.",
    "R036": "A question about a kind must be able to come out either way.",
    "R037": "A set of which nothing is known but that it is empty is of no use.",
    "R041": "Where several things could be meant, it is said which.",
    # rules
    "R010": "Only a statement can wait for a player's answer.",
    "R011": "Conditions, values and choices only look.",
    "R014": "A choice is made by a player.",
    "R015": "Some words have a meaning only at certain places.",
    "R016": "A match speaks of every member, or has an `else`.",
    "R019": "Where the order of two rules matters, it is said.",
    "R028": "Questions about the map need links between the places.",
    "R029": "Only a piece with a face can be rolled.",
    "R030": "A line behind the end of its block does nothing.",
    "R038": "A guard tells the player the reason.",
    "R039": "A procedure with a result ends with it on every way.",
    "R063": "A word that depends on a number follows that number, or names it.",
    "R064": "Documentation shows only what is known before the game.",
    "R042": "Who sees a pile is settled when a game starts.",
    "R043": "A name with a capital in a pattern is a member of the kind that is wanted.",
    "R046": "A name in a pattern that takes an argument is used.",
    "R045": "Of two rules that always set a value, one says that it wins.",
    "R071": "Two modules that extend an action say which of them counts.",
    "R070": "What everybody sees of a thing is made of what everybody may know.",
    "R040": "Rules hook into what happens; what is worked out is changed.",
    # the whole
    "R021": "A game is played by its phase `game`.",
    "R022": "A game has bounds, so that it can be read and played on every machine.",
    "R024": "Definitions cannot need each other in a circle.",
    "R025": "Only what is there can be extended, replaced or removed.",
    "R044": "What a module changes fits the texts that it builds on.",
    "R080": "An alias is the old name of something that exists, and of nothing else.",
    "R026": "Of two replacements one says that it comes after the other.",
}

# --- names

UNKNOWN = Message("R001", "nothing here is called `{name}`")
SEEN_BY = Message("help.seen_by", "write `seen by all`, `nobody` or a set of players")
SEEN_BY_OF = Message(
    "help.seen_by_of",
    "write `seen by all`, `nobody`, `owner`, or a set: `those other in Player where other != this`",
)
NO_SUCH = Message("R001.sort", "there is no {sort} called `{name}`")
NO_HOOK = Message(
    "R001.hook", "no other rule of `{name}` hooks into `{target}`", "there are rules of {names}"
)
NO_CHANGE = Message(
    "R001.change", "no other rule of `{name}` changes `{target}`", "there are rules of {names}"
)
NO_OTHER_RULE = Message("R001.alone", "no other rule is there; take the clause out")
SCENARIO_NAMED = Message("R001.scenario", "`{name}` is a scenario: name its module, {names}")
UNKNOWN_OWNER = Message("R001.owner", "no module and no member with rules is called `{name}`")
LINK_CALLED = Message("R001.link", "the link is called `{link}`: its ends in the order of the table")
NO_SEAT = Message(
    "R001.seat",
    "no player of this test is called `{name}`",
    "the players are {seats}; `given players` names others",
)
THERE_IS = Message("R001.one", "there is {name}")
THERE_ARE = Message("R001.several", "there are {names}")
TWICE = Message(
    "R003.declared",
    "`{name}` is declared twice",
    "rename one, or write `replace` to change what another module says",
)
FIRST_DECLARED = Message("R003.first_declared", "first declared here")
CASE_TWICE = Message("R003.case", "`{name}` stands twice in this match", "take one out")
PATTERN_TWICE = Message(
    "R003.pattern", "`{name}` stands for two arguments", "use two names, and compare them with `when`"
)
FIRST_CASE = Message("R003.first_case", "first here")
BUILT_IN = Message(
    "R003.built_in",
    "`{name}` is there in every game",
    "write `extend kind {name}` to give it attributes",
)
NO_ATTRIBUTE = Message("R004.some", "`{kind}` has no attribute `{name}`", "it has {names}")
NO_ATTRIBUTES = Message("R004.none", "`{kind}` has no attribute `{name}`", "it has no attributes")
NOT_A_KIND = Message("R006", "there is no kind called `{name}`")
WRITE_TYPE = Message("R006.type", "write `{name}`")
AMBIGUOUS = Message("R020", "`{name}` may mean {owners}", "rename one of them, or compare with an attribute")
THE_KIND = Message("R020.owner", "the {kind}")
AMBIGUOUS_OWNER = Message(
    "R020.module", "`{name}` may mean the module {owners}", "write the module with its scenario"
)
NOT_A_PHASE = Message("R023", "there is no phase called `{name}`")
STILL_USED = Message("R027", "`{name}` was removed, but is needed here", "remove or replace this too")
REMOVED_HERE = Message("R027.removed", "removed here")

# --- values

WRONG_TYPE = Message("R002", "this is {found}, but {wanted} is wanted here")
WRONG_TYPE_HINTS = variants(
    "R002",
    {
        "one": "`or none` needs one",
        "quotes": "names stand without quotes",
        "members": "a kind, a pile or a list has members",
        "counted": "add `left` or `on ...`",
        "number": "`{word}` needs a number",
        "text": "rules show texts, but do not compare them",
        "random": "for one of the whole list, write brackets: `random of (... {word} ...)`",
        "branches": "both sides of `else` must have a type in common",
    },
)
A_SORT = Message("sort.a", "a `{sort}`")
AN_SORT = Message("sort.an", "an `{sort}`")
BARE_SORT = Message("sort.bare", "`{sort}`")
ARITY = Message(
    "R005.number",
    "`{name}` takes {wanted} arguments, not {found}",
    "write `{name}({parameters})`",
    count="wanted",
    forms={"one": "`{name}` takes {wanted} argument, not {found}"},
)
NO_ARGUMENTS = Message("R005.none", "`{name}` needs its arguments", "write `{name}({parameters})`")
CALLED_BY_GAME = Message(
    "R005.game",
    "`{name}` is done by the game itself, without arguments and result",
    "write `to {name}()`",
)
NOT_A_SCORE = Message(
    "R005.score",
    "`score` tells how well things stand for one player, as a number",
    "write `value score(player) : number = …`",
)
NOT_POINTS = Message(
    "R005.points",
    "`points` counts the points of a player when the game is over, as a number",
    "write `value points(player) : number = …`, or `value points() : number = …` for all players together",
)
NOT_A_RANK = Message(
    "R005.rank",
    "`rank` says in which order players come when the game is over, as a number, the lowest first",
    "write `value rank(player) : number = …`",
)
NOT_AN_END = Message(
    "R005.campaign_over",
    "`campaign_over` says whether the campaign is over when a game is over, as a flag",
    "write `value campaign_over() : flag = …`",
)
NO_POINTS = Message(
    "R005.counted",
    "this game counts no points",
    "declare how: `value points(player) : number = …`",
)
OPTIONAL = Message(
    "R007", "`{what}` may be `none` here", "look first: `if {what} != none`, or `{what} != none and ...`"
)
OPTIONAL_SEARCH = Message(
    "R007.search", "`{what}` may be `none` here", "look first, and give it a name: `if {what} as name`"
)
OPTIONAL_VALUE = Message(
    "R007.value", "this value may be `none` here", "look first, and give it a name: `if ... as name`"
)
NOT_CONSTANT = Message("R008", "only a plain value can stand here", "write a number, a name or a list")
NOT_SETTABLE = Message("R009.other", "`{name}` cannot be set", "set an attribute or a `var`")
SETS_TRACK = Message(
    "R009.track",
    "`{name}` is a track, whose marker is moved",
    "write `advance {name} by 1` or `retreat {name} by 1`",
)
SETS_SUPPLY = Message(
    "R009.supply",
    "`{name}` is a supply, whose pieces are moved",
    "write `put 1 of {name} on ...` or `take 1 of {name} from ...`",
)
SETS_PILE = Message("R009.pile", "`{name}` is a pile, whose pieces are moved", "write `move ... to {name}`")
SETS_VALUE = Message(
    "R009.value",
    "`{name}` is a value, which is computed each time it is used",
    "write `change {name}(...)` at the margin, or make it a `var`",
)
NO_RESULT = Message("R012", "`{name}` gives no result", "declare one: `to {name}(...) : number`")
UNUSED_RESULT = Message(
    "R013", "`{name}` is a value and does nothing by itself", "write `let answer = {name}(...)`"
)
MISSING_ATTRIBUTE = Message(
    "R017.one",
    "`{member}` has no value for `{name}`",
    "add `{name} = ...`, or give the attribute a default",
)
MISSING_ATTRIBUTES = Message(
    "R017.several",
    "`{member}` and {more} more have no value for `{name}`",
    "add `{name} = ...` to each, or give the attribute a default",
)
UNTYPED = Message(
    "R031",
    "it is not said what kind of thing `{name}` is",
    "write `{name}: number` or `{name}: Kind`",
)
NO_START = Message(
    "R032",
    "it is not said what `{name}` is at the start",
    "add `= ...`, or write `{kind}?` if it may be none",
)
OUT_OF_RANGE = Message("R033", "{value} is not within {low}..{high}")
TOO_LARGE = Message("R034", "this number is too large", "at most {most:,}")
BY_ZERO = Message("R035", "this divides by zero")
NEVER = Message("R036.never", "{kind} can never be {other}")
ALWAYS = Message("R036.always", "{kind} is always {other}")
ALWAYS_EMPTY = Message("R037", "this set is always empty")

# --- rules

ASKS_INSIDE = Message(
    "R010.inside",
    "`{name}` may ask a player, so it cannot stand inside an expression",
    "put it on a line of its own: `let answer = {name}(...)`",
)
ASKS_TOO_LATE = Message(
    "R010.late",
    "`{name}` may ask a player, but the game is over by then",
    "ask before the game is won or lost",
)
VALUE_ACTS = Message(
    "R011.acts",
    "`{name}` is a value: it changes nothing and asks nobody, but this line does",
    "move this line into a procedure, `to ...`, and call it where `{name}` is used",
)
UNKNOWN_IN_DOCUMENTATION = Message(
    "R064",
    "`{{{name}}}` in the documentation is not known before the game",
    "name a supply, or a value that is a number or a member whatever happens in the game",
)
NOTHING_COUNTED = Message(
    "R063",
    "no number is shown before this, so it is not clear which word to take",
    "write the number before the first `|`: `{{n|step|steps}}`",
)
NEVER_NONE = Message(
    "R002.as",
    "this is {found}, which is never `none`, so there is nothing to test",
    "write `let {name} = ...` to name it",
)
NEEDS_CHOOSER = Message("R014", "it is not said who chooses", "add `by player`")
MISSING_CASES = Message("R016", "this `match` forgets {names}", "add a `when` for it, or `else`")
MORE_CASES = Message("R016.more", "{names} and {number} more")
UNORDERED = Message(
    "R019",
    "two rules hook into `{name}` and both change {what}; which comes first is not said",
    "add `following {owner}` to the one that comes later",
)
SET_TWICE = Message(
    "R045.both",
    "`{name}` is always set to two different values",
    "take one of them out, or say with `when` in which case it counts",
)
SET_OVER = Message(
    "R045.over", "add `over {owner}` to the one that wins, or say with `when` in which case it counts"
)
PREFER = Message(
    "R019.prefer",
    "decide in a module of the scenario that uses both: `prefer {module} over {other}`, "
    "or the other way round",
)
USED_HERE = Message("R019.uses", "`{scenario}` is used here")
WHAT_HAPPENS = Message("R019.happens", "what happens")
THE_OTHER = Message("R019.other", "the other one")
UNREACHABLE_LINK = Message("R028", "no links join members of `{kind}`", "declare `kind Road links Place`")
NO_FACE = Message("R029", "`{kind}` has no face to roll", "declare `face : any of ...`")
UNREACHED = Message("R030", "this line is never reached", "the line above leaves this block")
NO_REASON = Message("R038", "it is not said why not", 'add `else "the reason"`')
ENDS_WITHOUT = Message("R039", "`{name}` may end without a result", "end it with `return ...`")
NO_HOOKS = Message(
    "R040.result",
    "`{name}` gives a result, so rules cannot hook into it",
    "make it a `value` and `change` it",
)
HOOKS_VALUE = Message(
    "R040.value",
    "`{name}` is a value: rules do not hook into it but change it",
    "write `change {name}({parameters}) by ...`, or with `to`, `at least` or `at most`",
)
CHANGES_PROCEDURE = Message(
    "R040.procedure",
    "`{name}` is a procedure, but only values are changed",
    "write `after {name}({parameters})`, or `before`, `instead of` or `forbid`",
)
ABOUT_ACTION = Message(
    "R040.action",
    "`{name}` is an action, but rules are about procedures and values",
    "move what it does into a procedure that it calls",
)
CALLED_BY_ACTION = Message("R040.called", "it calls {names}: write the rule about that")
OF_OTHER_SORT = Message("R025.sort", "write `{word} {sort} {name}`")
EXTENDS_PROCEDURE = Message(
    "R025.procedure", "`{name}` is a procedure: write `before`, `after` or `instead of {name}(...)`"
)
OTHER_SORT = Message("R040.sort", "`{name}` is a {found}, not a {wanted}")
IS_OPTION = Message("R040.option", "`{name}` is an option, not a {wanted}")
MOVING_VIEW = Message(
    "R042",
    "who sees the pile `{name}` cannot change while a game is played",
    "use options and what never changes; `show` lets players see single pieces",
)
EXTENDED_TWICE = Message(
    "R071",
    "two modules set the {part} of the action `{name}`",
    "say that this one wins: `extend action {name} over {module}`",
)
EXTENDED_AGAIN = Message(
    "R071.again", "this module sets the {part} of the action `{name}` twice", "take one of them out"
)
PREFERRED_TO_ITSELF = Message(
    "R026.itself", "`{name}` cannot win over itself", "name another module or member after `over`"
)
SECRET_LOOK = Message(
    "R070",
    "everybody sees this, but not everybody may see `{name}`",
    "use what is `seen by all`",
)

NO_MEMBER = Message(
    "R043.member",
    "there is no {kind} called `{name}`",
    "write `_` to ignore the argument, or a name in small letters to use it",
)
NO_MEMBER_BUT = Message(
    "R043.near", "did you mean {names}? A name that takes any argument begins with a small letter"
)
OTHER_MEMBER = Message(
    "R043.kind",
    "`{name}` is a {other}, but a {kind} is wanted here",
    "write a {kind}, or `_` to ignore the argument",
)
UNUSED = Message("R046", "`{name}` takes an argument that this rule never uses", "write `_` to ignore it")
UNUSED_BUT = Message("R046.near", "did you mean {names}? Write `_` to ignore the argument")

# --- the whole

NO_ENTRY = Message("R021.none", "the game does not say how it is played", "declare `phase game`")
IDLE = Message(
    "R021.idle",
    "the game asks nobody and never ends",
    "let `phase game` ask players with `offer` or `choose`, or end the game with `win`, `lose` or `draw`",
)
TOO_DEEP = Message(
    "R022.deep",
    "the rules of this game are nested too deeply in each other",
    "find the longest chain of rules that call each other, and shorten it",
)
CYCLE = Message("R024", "this goes round in a circle: {way}")
LEADS_TO = Message("R024.next", "{first} -> {next}")
OVERRIDDEN_TWICE = Message(
    "R026", "`{name}` is replaced by two modules", "say that this one wins: `over {module}`"
)
NOT_REPLACED = Message("R026.not_replaced", "`{module}` does not replace `{name}`", "take it out of `over`")
REPLACED_TOO = Message("R026.other", "replaced here too")
