"""Message catalogue of the checker; `rules/errors/checker_diagnostics.py` fills these messages.

`CODES` explains each code in one sentence; the numbers are stable, the wording may change. Messages that
depend on where a word is used, or on which limit is exceeded, are in `checker_message_variants.py`.
"""

from lazaretto.grammar.message import Message, variants

CODES: dict[str, str] = {
    # names
    "R001": "A name must be declared somewhere, in a rule or in a table.",
    "R003": "A name is declared once; another module may replace or extend it.",
    "R004": "A thing has the attributes that its kind declares.",
    "R006": "A kind must be declared in some module.",
    "R020": "A name that several kinds share can be used only where the expected kind makes it clear.",
    "R023": "Lifetimes and limits name a phase.",
    "R027": "Something that a module removed cannot be used any more.",
    # values
    "R002": "Each position expects one type of value: a number, a flag, a kind, a set.",
    "R005": "A call has as many arguments as the value or procedure has parameters.",
    "R007": "A value that may be none must be tested before it is used.",
    "R008": "Defaults, settings and cases are constants.",
    "R009": "Only attributes, variables and names of `let` can be set.",
    "R012": "Only a procedure with a declared result type returns a result.",
    "R013": "A value only computes; alone on a line it does nothing.",
    "R017": "Every member has a value for every attribute without a default.",
    "R018": "A value in a table or declaration must be valid.",
    "R031": "A parameter has a type, from its name or after a colon.",
    "R032": "A variable of a kind has a start value, or may be none.",
    "R033": "A number stays in its declared range.",
    "R034": "Numbers have 64 bits.",
    "R035": "Division by zero is not allowed.",
    "R036": "A test of a kind must be able to give yes and no.",
    "R037": "An empty set without a known type is useless.",
    "R041": "If a name or word could mean several things, the text must say which.",
    # rules
    "R010": "Only a statement can ask a player.",
    "R011": "Conditions, values and choices change nothing.",
    "R014": "A choice is made by a player.",
    "R015": "Some words can be used only in certain places.",
    "R016": "A match has a case for every member, or an `else`.",
    "R019": "If the order of two rules matters, the text must say it.",
    "R028": "Map queries need links between the places.",
    "R029": "Only pieces with faces can be rolled.",
    "R030": "A line after the end of its block is never reached.",
    "R038": "A guard gives the player a reason.",
    "R039": "A procedure with a result returns one on every path.",
    "R063": "A word that depends on a number follows that number, or names it.",
    "R064": "Documentation can show only values that are known before the game.",
    "R042": "Who sees a pile is fixed when a game starts.",
    "R043": "A capitalised name in a pattern is a member of the expected kind.",
    "R046": "A name that a pattern binds must be used.",
    "R045": "If two rules always set the same value, one must say that it wins.",
    "R071": "If two modules extend the same part of an action, one must say that it wins.",
    "R070": "A look that everybody sees may use only public information.",
    "R040": "Rules hook into procedures and change values.",
    # the whole
    "R021": "A game needs a phase `game`, which runs it.",
    "R022": "A game has limits, so that every machine can compile and play it.",
    "R024": "Definitions cannot depend on each other in a cycle.",
    "R025": "Only something that exists can be extended, replaced or removed.",
    "R044": "The changes of a module must fit the modules that it builds on.",
    "R080": "An alias is the old name of one thing that exists.",
    "R026": "If two modules replace the same thing, one must say that it wins.",
}

# --- names

UNKNOWN = Message("R001", "unknown name `{name}`")
NAMED_HERE = Message("R001.here", "the names in this rule are {names}")
SEEN_BY = Message("help.seen_by", "write `seen by all`, `nobody` or a set of players")
SEEN_BY_OF = Message(
    "help.seen_by_of",
    "write `seen by all`, `nobody`, `owner`, or a set: `those other in Player where other != this`",
)
NO_SUCH = Message("R001.sort", "there is no {sort} called `{name}`")
NO_HOOK = Message(
    "R001.hook", "`{name}` has no other rule that hooks into `{target}`", "such rules belong to {names}"
)
NO_CHANGE = Message(
    "R001.change", "`{name}` has no other rule that changes `{target}`", "such rules belong to {names}"
)
NO_OTHER_RULE = Message("R001.alone", "there is no other rule; remove this clause")
SCENARIO_NAMED = Message("R001.scenario", "`{name}` is a scenario; name one of its modules: {names}")
UNKNOWN_OWNER = Message("R001.owner", "there is no module, and no member with rules, called `{name}`")
LINK_CALLED = Message(
    "R001.link", "this link is called `{link}`: a link is named after its ends, in the order of the table"
)
NO_SEAT = Message(
    "R001.seat",
    "this test has no player called `{name}`",
    "the players are {seats}; write `given players NAME, NAME` to name others",
)
THERE_IS = Message("R001.one", "there is {name}")
THERE_ARE = Message("R001.several", "there are {names}")
TWICE = Message(
    "R003.declared",
    "`{name}` is declared twice",
    "rename one of them, or write `replace` to replace the other module's declaration",
)
FIRST_DECLARED = Message("R003.first_declared", "first declared here")
CASE_TWICE = Message("R003.case", "this match has two cases for `{name}`", "remove one of them")
PATTERN_TWICE = Message(
    "R003.pattern", "`{name}` is used for two arguments", "use two names, and compare them in `when`"
)
FIRST_CASE = Message("R003.first_case", "the first case is here")
BUILT_IN = Message(
    "R003.built_in",
    "`{name}` is built in: every game has it",
    "write `extend kind {name}` to add attributes to it",
)
NO_ATTRIBUTE = Message("R004.some", "`{kind}` has no attribute `{name}`", "it has {names}")
NO_ATTRIBUTES = Message("R004.none", "`{kind}` has no attribute `{name}`", "it has no attributes")
NOT_A_KIND = Message("R006", "there is no kind called `{name}`")
WRITE_TYPE = Message("R006.type", "write `{name}`")
AMBIGUOUS = Message("R020", "`{name}` can mean {owners}", "rename one of them, or compare with an attribute")
THE_KIND = Message("R020.owner", "the {kind}")
AMBIGUOUS_OWNER = Message(
    "R020.module", "`{name}` can mean the module {owners}", "write it with its scenario: `SCENARIO/{name}`"
)
NOT_A_PHASE = Message("R023", "there is no phase called `{name}`")
STILL_USED = Message(
    "R027", "`{name}` was removed, but is still used here", "remove or replace this rule, too"
)
REMOVED_HERE = Message("R027.removed", "removed here")

# --- values

WRONG_TYPE = Message("R002", "expected {wanted} here, but this is {found}")
WRONG_TYPE_HINTS = variants(
    "R002",
    {
        "one": "`or none` needs a choice of one",
        "quotes": "write a name without quotes",
        "members": "only a kind, a pile or a list has members",
        "how many": "to count them, write `count({thing})`",
        "counted": "to count its pieces, add `left` or `on ...`",
        "number": "`{word}` needs a number",
        "text": "rules can show texts, but cannot compare them",
        "random": "to take one of the whole list, write brackets: `random of (... {word} ...)`",
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
NO_ARGUMENTS = Message("R005.none", "`{name}` needs arguments", "write `{name}({parameters})`")
CALLED_BY_GAME = Message(
    "R005.game",
    "the game itself calls `{name}`, without arguments and without a result",
    "write `to {name}()`",
)
NOT_A_SCORE = Message(
    "R005.score",
    "`score` must be a number that says how well one player is doing",
    "write `value score(player) : number = …`",
)
BECAUSE_WITHOUT_NUMBER = Message(
    "R005.because",
    "`{name}` is no number: hints show the text after `because` when a number has changed",
    "remove `because`, or make `{name}` a number",
)
NOT_POINTS = Message(
    "R005.points",
    "`points` must be a number: the points of a player when the game is over",
    "write `value points(player) : number = …`, or `value points() : number = …` for all players together",
)
NOT_A_RANK = Message(
    "R005.rank",
    "`rank` must be a number: the rank of a player when the game is over, where the lowest is first",
    "write `value rank(player) : number = …`",
)
NOT_AN_END = Message(
    "R005.campaign_over",
    "`campaign_over` must be a flag: whether the campaign ends with the game that is over",
    "write `value campaign_over() : flag = …`",
)
NO_POINTS = Message(
    "R005.counted",
    "this game has no points",
    "declare them: `value points(player) : number = …`",
)
OPTIONAL = Message(
    "R007", "`{what}` may be `none` here", "test it first: `if {what} != none`, or `{what} != none and ...`"
)
OPTIONAL_SEARCH = Message(
    "R007.search", "`{what}` may be `none` here", "test it first, and give it a name: `if {what} as name`"
)
OPTIONAL_VALUE = Message(
    "R007.value", "this value may be `none` here", "test it first, and give it a name: `if ... as name`"
)
NOT_CONSTANT = Message("R008", "only a constant can be used here", "write a number, a name or a list")
NOT_SETTABLE = Message("R009.other", "`{name}` cannot be set", "set an attribute or a `var`")
SETS_TRACK = Message(
    "R009.track",
    "`{name}` is a track: move its marker instead",
    "write `advance {name} by 1` or `retreat {name} by 1`",
)
SETS_SUPPLY = Message(
    "R009.supply",
    "`{name}` is a supply: move its pieces instead",
    "write `put 1 of {name} on ...` or `take 1 of {name} from ...`",
)
SETS_PILE = Message("R009.pile", "`{name}` is a pile: move its pieces instead", "write `move ... to {name}`")
SETS_VALUE = Message(
    "R009.value",
    "`{name}` is a value, which is computed each time it is used; it cannot be set",
    "write `change {name}(...)` at the margin, or make it a `var`",
)
NO_RESULT = Message(
    "R012", "`{name}` has no result", "declare the type of its result: `to {name}(...) : number`"
)
UNUSED_RESULT = Message(
    "R013",
    "`{name}` is a value and does nothing alone on a line",
    "use it in an expression: `let answer = {name}(...)`",
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
    "the type of `{name}` is missing",
    "write `{name}: number` or `{name}: Kind`",
)
NO_START = Message(
    "R032",
    "`{name}` has no start value",
    "add `= ...`, or write `{kind}?` if it may be none",
)
OUT_OF_RANGE = Message("R033", "{value} is not in the range {low}..{high}")
TOO_LARGE = Message("R034", "this number is too large", "the largest is {most:,}")
BY_ZERO = Message("R035", "this divides by zero")
NEVER = Message("R036.never", "{kind} can never be {other}")
ALWAYS = Message("R036.always", "{kind} is always {other}")
ALWAYS_EMPTY = Message("R037", "this set is always empty")

# --- rules

ASKS_INSIDE = Message(
    "R010.inside",
    "`{name}` may ask a player, so it cannot be used inside an expression",
    "write it on its own line: `let answer = {name}(...)`",
)
ASKS_TOO_LATE = Message(
    "R010.late",
    "`{name}` may ask a player, but the game is already over then",
    "ask before the game is won or lost",
)
VALUE_ACTS = Message(
    "R011.acts",
    "`{name}` is a value, so it cannot change anything or ask anybody, but this line does",
    "move this line into a procedure, `to ...`, and call it where `{name}` is used",
)
UNKNOWN_IN_DOCUMENTATION = Message(
    "R064",
    "`{{{name}}}` in the documentation is not known before the game",
    "name a supply, or a value that is always the same number or member",
)
NOTHING_COUNTED = Message(
    "R063",
    "there is no number before this, so it is not clear whether to use the singular or the plural",
    "write the number before the first `|`: `{{n|step|steps}}`",
)
NEVER_NONE = Message(
    "R002.as",
    "this is {found}, which is never `none`, so there is nothing to test",
    "write `let {name} = ...` to name it",
)
NEEDS_CHOOSER = Message("R014", "this choice does not say who chooses", "add `by PLAYER`")
MISSING_CASES = Message("R016", "this `match` has no case for {names}", "add a `when` for it, or an `else`")
MORE_CASES = Message("R016.more", "{names} and {number} more")
UNORDERED = Message(
    "R019",
    "two rules hook into `{name}` and both change {what}, but nothing says which comes first",
    "add `following {owner}` to the rule that comes second",
)
SET_TWICE = Message(
    "R045.both",
    "two rules always set `{name}`, to different values",
    "remove one of them, or add `when` and the condition under which it applies",
)
SET_OVER = Message(
    "R045.over",
    "add `over {owner}` to the one that wins, or add `when` and the condition under which it applies",
)
PREFER = Message(
    "R019.prefer",
    "decide in a module of the scenario that uses both: `prefer {module} over {other}`, "
    "or the other way round",
)
USED_HERE = Message("R019.uses", "`{scenario}` is used here")
WHAT_HAPPENS = Message("R019.happens", "what happens")
THE_OTHER = Message("R019.other", "the other one")
UNREACHABLE_LINK = Message(
    "R028", "no kind of link connects members of `{kind}`", "declare one: `kind Road links {kind}`"
)
NO_FACE = Message("R029", "`{kind}` has no face to roll", "declare its faces: `face : any of ...`")
UNREACHED = Message("R030", "this line is never reached", "the line above leaves this block")
NO_REASON = Message("R038", "the reason is missing", 'add `else "the reason"`, which players read')
ENDS_WITHOUT = Message("R039", "`{name}` may end without a result", "end it with `return ...`")
NO_HOOKS = Message(
    "R040.result",
    "`{name}` has a result, so rules cannot hook into it",
    "make it a `value` and `change` it",
)
HOOKS_VALUE = Message(
    "R040.value",
    "`{name}` is a value: rules cannot hook into it, but they can change it",
    "write `change {name}({parameters}) by ...`, or with `to`, `at least` or `at most`",
)
CHANGES_PROCEDURE = Message(
    "R040.procedure",
    "`{name}` is a procedure, but only values can be changed",
    "write `after {name}({parameters})`, or `before`, `instead of` or `forbid`",
)
ABOUT_ACTION = Message(
    "R040.action",
    "`{name}` is an action, but rules can hook only into procedures and change only values",
    "move its statements into a procedure that it calls, and write the rule for that",
)
CALLED_BY_ACTION = Message("R040.called", "it calls {names}: write the rule for that")
OF_OTHER_SORT = Message("R025.sort", "write `{word} {sort} {name}`")
EXTENDS_PROCEDURE = Message(
    "R025.procedure", "`{name}` is a procedure: write `before`, `after` or `instead of {name}(...)`"
)
OTHER_SORT = Message("R040.sort", "`{name}` is a {found}, not a {wanted}")
IS_OPTION = Message("R040.option", "`{name}` is an option, not a {wanted}")
MOVING_VIEW = Message(
    "R042",
    "who sees the pile `{name}` cannot change during a game",
    "use options and constants here; `show` lets players see single pieces",
)
EXTENDED_TWICE = Message(
    "R071",
    "two modules set the {part} of the action `{name}`",
    "say that this one wins: `extend action {name} over {module}`",
)
EXTENDED_AGAIN = Message(
    "R071.again", "this module sets the {part} of the action `{name}` twice", "remove one of them"
)
PREFERRED_TO_ITSELF = Message(
    "R026.itself", "`{name}` cannot win over itself", "name another module or member after `over`"
)
SECRET_LOOK = Message(
    "R070",
    "everybody sees this look, but not everybody may see `{name}`",
    "use only attributes and piles that are `seen by all`",
)

NO_MEMBER = Message(
    "R043.member",
    "there is no {kind} called `{name}`",
    "write `_` to ignore the argument, or a name in lower case to use it",
)
NO_MEMBER_BUT = Message(
    "R043.near", "did you mean {names}? A name that matches any argument begins with a lower-case letter"
)
OTHER_MEMBER = Message(
    "R043.kind",
    "expected a {kind} here, but `{name}` is a {other}",
    "write a {kind}, or `_` to ignore the argument",
)
UNUSED = Message("R046", "this rule never uses its argument `{name}`", "write `_` to ignore it")
UNUSED_BUT = Message("R046.near", "did you mean {names}? Write `_` to ignore the argument")

# --- the whole

NO_ENTRY = Message("R021.none", "the game has no phase `game`, which runs it", "declare `phase game`")
IDLE = Message(
    "R021.idle",
    "this game never asks a player and never ends",
    "let `phase game` ask players with `offer` or `choose`, or end the game with `win`, `lose` or `draw`",
)
TOO_DEEP = Message(
    "R022.deep",
    "the rules of this game call each other too deeply",
    "find the longest chain of rules that call each other, and shorten it",
)
CYCLE = Message("R024", "these definitions depend on each other: {way}")
LEADS_TO = Message("R024.next", "{first} -> {next}")
OVERRIDDEN_TWICE = Message("R026", "two modules replace `{name}`", "say that this one wins: `over {module}`")
NOT_REPLACED = Message("R026.not_replaced", "`{module}` does not replace `{name}`", "remove it from `over`")
REPLACED_TOO = Message("R026.other", "also replaced here")
