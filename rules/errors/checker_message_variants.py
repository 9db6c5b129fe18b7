"""Message catalogue of the checker for mistakes that have one message for each case."""

from lazaretto.grammar.message import Message, variants

SORTS = variants(
    "sort",
    {
        "to": "procedure",
        "var": "variable",
        "value": "value",
        "callable": "value or procedure",
        "place": "place",
        "direction": "direction (of a kind that is one of north, northeast, east, ...)",
        "face": "face",
        "list": "list",
        "table": "table",
        "date": "date",
        "fraction": "decimal number",
        "attributed": "thing with attributes",
        "holder": "thing that can hold pieces",
        "seen": "pile or attribute",
        "matched": "kind or enumeration",
        "setting": "number, flag or choice",
        "players": "set of Player",
    },
)
"""Sorts of things that have no name in the language."""

NOT_PURE = variants(
    "R011",
    {
        "condition": "`{name}` changes something, so it cannot be used in a condition",
        "choice": "`{name}` changes something, so it cannot be used in a choice",
        "target": "`{name}` changes something, so it cannot be used in the target of `add`",
    },
    "in a rule, write `let found = ...` in a line before, and use `found` here",
) | variants(
    "R011",
    {
        "value": "`{name}` changes something, so it cannot be used in a value",
        "invariant": "`{name}` changes something, so it cannot be used in an invariant",
    },
    "values and invariants cannot change anything; write a procedure, `to ...`",
)
NOT_PURE["steps"] = Message(
    "R011.steps",
    "`{name}` changes something, so it cannot be used among the first lines of an action",
    "move this line into a procedure, `to ...`, and call that, or put it below a line that changes something",
)
MISPLACED = variants(
    "R015",
    {
        "as": "`as` can be used here only in the first lines of an action",
        "any of": "`any of` can be used only in a kind of piece",
        "global face": "`any of` can be used only in a kind",
        "by": "`by` can be used only in map queries",
        "consent": "`consent` can be used only among the first lines of an action",
        "cost": "`cost` can be used only in an action or in the rules of a member",
        "inherited": "`inherited` can be used only in a procedure that replaces another",
        "me": "`me` can be used only in an action or in the rules of a member",
        "pattern me": "`me` can be a pattern only in the rules of a member that is active for a player; "
        "write `_` to match every player",
        "needs": "`needs` can be used only among the first lines of an action",
        "once": "`once` can be used only in a procedure without a result",
        "or none": "`or none` can be used only with a choice of one",
        "or stop": "`or stop` can be used only in a rule without a result",
        "owner": "`owner` can be used only on an attribute of Player",
        "pile": "`pile` can be declared only in a kind or at the margin",
        "pile per": "the only lifetime of a pile is `per campaign`",
        "supply per": "a supply cannot have a lifetime; keep its number in a `var` instead",
        "kept text": "a text cannot be `per campaign`, because no rule can change texts",
        "kept limit": "`per campaign` can be used only on a variable, an attribute or a pile",
        "proceed": "`proceed` can be used only inside `instead of`",
        "reveals": "`reveals` can be used only in a rule",
        "return": "`return` cannot have a value here, because this rule has no result",
        "stop": "`stop` can be used only inside a loop",
        "such that": "`such that` can be used only with a choice of several",
        "supply": "`supply` can be declared only in a kind",
        "global supply": "`supply` can be declared only in a kind or at the margin",
        "together": "`together` needs one choice as the first line of its block: "
        "`choose`, `choose number` or `confirm`",
        "together by": "`by` cannot be used inside `together`, where each player chooses; remove it",
        "together stop": "`or stop` cannot be used inside `together`; write `or none`",
        "this": "`this` can be used only in an action or in the rules of a member",
    },
)
MISPLACED["together again"] = Message(
    "R015.together_again",
    "only the first question of `together` is asked in secret",
    "add `by {player}` to ask this one openly when all choices are known, one player after the other, "
    "or ask it in another `together`",
)
BAD_VALUE = {
    "area": Message("R018.area", "an area needs a list of members", 'write it like `members = ["A", "B"]`'),
    "entry": Message(
        "R018.entry",
        "an entry needs a name: a text with letters, without `,` and `>`",
        'write it like `name = "..."`',
    ),
    "half spot": Message(
        "R018.half_spot",
        "a position on the map needs both `x` and `y`",
        "write it like `look x column, y row`, with two attributes that are numbers",
    ),
    "no danger": Message(
        "R018.danger",
        "`danger` is a look of a kind of places: a text that follows the game; this look of `{kind}` is not",
        'in a kind of places, write it like `look danger "{{"full" if is_full(this) else ""}}"`',
    ),
    "no preview": Message(
        "R018.no_preview",
        "a procedure has one look only, its title as a preview: `{name}` cannot have this",
        'write it like `look {name} preview "What would happen"`',
    ),
    "preview of": Message(
        "R018.preview_of",
        "a preview is about the player who looks, about one place, or both: `{name}` has other parameters",
        "write a procedure without them that calls it",
    ),
    "no spot": Message(
        "R018.spot_attribute",
        "`{kind}` has no number attribute `{name}` for its position",
        "add an attribute like `{name} : number = 0`",
    ),
    "no shown": Message(
        "R018.shown_when",
        "there is no value `{name}` that says for each `{kind}` whether this is shown",
        "add a value like `value {name}({low}) : flag = yes`",
    ),
    "no needed": Message(
        "R018.needed",
        "there is no value `{name}` that says how many pieces of each `{kind}` a player needs",
        "add a value like `value {name}(player, {low}) : number = 5`",
    ),
    "no label": Message(
        "R018.changing_label",
        "the label of `{kind}` cannot change during a game; labels of places and things on the table can",
        "write a text without braces",
    ),
    "factor": Message(
        "R018.factor",
        "`{kind}` is named twice: each kind after `for each` becomes an attribute of that name",
        "name each kind once; `times` makes several equal members",
    ),
    "label": Message(
        "R018.label",
        "a name or a label has at most {most} characters",
        "write a shorter one; put the rest in the documentation",
    ),
    "gaps": Message(
        "R018.gap_in_label",
        "a label is plain text: it cannot contain values in braces",
        "write a text without braces; a question, a `say` and a kind's `look label` may contain values",
    ),
    "link": Message("R018.link", "a link needs two ends", 'write it like `ends = ["A", "B"]`'),
    "look": Message("R018.look", "a look must be a table", 'write it like `look = {{colour = "blue"}}`'),
    "names": Message("R018.names", "`given players` must name at most {most} players, each of them once"),
    "no piece": Message(
        "R018.no_piece",
        "`{kind}` is not a piece, so it cannot be in a pile",
        "declare `kind {kind} is a piece`",
    ),
    "option": Message(
        "R018.option", "an option that is a number needs a range", "write it like `number 1..6`"
    ),
    "player": Message(
        "R018.player", "a scenario cannot declare players; they join when a game starts", "remove this"
    ),
    "spot": Message(
        "R018.spot", "a position on the map must be two numbers", "write it like `at = [10, 20.5]`"
    ),
    "text": Message(
        "R018.text",
        "only a kind can have a text as an attribute",
        "rules cannot compute with texts; declare it in a kind",
    ),
}
TOO_MANY = {
    "actions": Message(
        "R022.actions", "more than {most:,} actions", "combine similar actions into one that uses `choose`"
    ),
    "attributes": Message(
        "R022.attributes",
        "more than {most:,} attributes of all members",
        "use fewer members or attributes; each item of a list counts",
    ),
    "changes": Message(
        "R022.changes",
        "more than {most:,} changes of `{name}`",
        "put several of them into one `change` that computes the value",
    ),
    "declarations": Message(
        "R022.declarations",
        "more than {most:,} declarations",
        "remove what no rule uses, or move data into tables",
    ),
    "expressions": Message(
        "R022.expressions",
        "more than {most:,} names, numbers and operators in all rules",
        "move what several rules compute into one `value`",
    ),
    "hooks": Message(
        "R022.hooks", "more than {most:,} hooks into `{name}`", "put several of them into one hook"
    ),
    "if": Message(
        "R022.if", "more than {most:,} branches of one `if`", "write a `match`, or keep the values in a table"
    ),
    "invariants": Message(
        "R022.invariants", "more than {most:,} invariants", "join several of them with `and`"
    ),
    "goals": Message("R022.goals", "more than {most:,} goals", "keep those that players will remember"),
    "kinds": Message(
        "R022.kinds",
        "more than {most:,} kinds",
        "use members of one kind where kinds do not differ in their attributes",
    ),
    "levels": Message(
        "R022.levels",
        "more than {most:,} kinds that build on one another",
        "let several kinds build on the same one",
    ),
    "as": Message(
        "R022.as",
        "more than {most:,} branches with `as` in one `if`",
        "split it into several procedures",
    ),
    "match": Message(
        "R022.match",
        "more than {most:,} branches of one `match`",
        "keep the values in an attribute of each member",
    ),
    "members": Message(
        "R022.members",
        "more than {most:,} members of `{name}`",
        "use fewer, or a supply if they are all the same",
    ),
    "all members": Message(
        "R022.all_members",
        "more than {most:,} members of all kinds",
        "use fewer, or supplies for pieces that are all the same",
    ),
    "all questions": Message(
        "R022.all_questions",
        "more than {most:,} questions in all rules",
        "move questions that rules share into one procedure",
    ),
    "options": Message("R022.options", "more than {most:,} options", "remove those that nobody needs"),
    "outcomes": Message(
        "R022.outcomes", "more than {most:,} ways to win or lose", "join several of them with `or`"
    ),
    "replacements": Message(
        "R022.replacements", "more than {most:,} replacements of `{name}`", "keep only the one that applies"
    ),
    "statements": Message(
        "R022.statements",
        "more than {most:,} statements",
        "move repeated statements into a procedure or a `repeat`",
    ),
    "questions": Message(
        "R022.questions",
        "more than {most:,} questions in one rule",
        "move a part of the rule into procedures",
    ),
    "steps": Message(
        "R022.steps", "more than {most:,} steps in one action", "join several `needs` with `and`"
    ),
    "tests": Message("R022.tests", "more than {most:,} tests", "remove those that test the same thing"),
    "values": Message(
        "R022.values",
        "more than {most:,} values in the state",
        "use fewer members, or fewer attributes and supplies for each of them",
    ),
}
NO_TARGET = variants(
    "R025",
    {
        "extend": "there is no {sort} `{name}` to extend",
        "remove": "there is no {sort} `{name}` to remove",
        "replace": "there is no {sort} `{name}` to replace",
    },
)
UNCLEAR = {
    "area": Message(
        "R041.area",
        "there is not exactly one kind of area with members of `{kind}`",
        "declare `kind Region is an area of {kind}`",
    ),
    "links": Message(
        "R041.links", "there are several kinds of links: {names}", "say which with `by link in ...`"
    ),
    "grid": Message(
        "R041.grid",
        "no grid has members of `{kind}`",
        "write `[grid.{kind}]` in a table, with `rows` of characters",
    ),
    "made": Message(
        "R041.made",
        "there is not exactly one `{kind}` for each thing",
        "`{kind} of ...` needs a kind that is declared `for each` of another",
    ),
    "made for": Message(
        "R041.factors",
        "there is one `{kind}` for each {names} together",
        "write `{kind} of {example}`",
    ),
    "thing": Message(
        "R041.thing",
        "it is not clear which {kind} is meant",
        "write `{word}.{name}` where `{word}` is one of them",
    ),
}
BLAMED = {
    "replace": Message(
        "R044.replace",
        "this replacement of `{name}` does not fit the rules of other modules",
        "keep the parameters, type and attributes, or also replace the rules that use them",
    ),
    "remove": Message(
        "R044.remove",
        "`{name}` is removed here, but rules of other modules use it",
        "keep it, or also remove or replace those rules",
    ),
    "extend": Message(
        "R044.extend",
        "this addition to `{name}` does not fit other modules",
        "give a new attribute a default, and choose names that are not in use",
    ),
    "new": Message(
        "R044.new",
        "the new `{name}` does not fit other modules",
        "choose another name, or replace the rules that do not expect it",
    ),
    "hook": Message(
        "R044.hook",
        "this rule about `{name}` does not fit the rules of other modules",
        "`{name}` is used where rules cannot ask or change anything; hook into another procedure",
    ),
    "change": Message(
        "R044.change",
        "this change of `{name}` does not fit the rules of other modules",
        "also replace the rules that do not expect it",
    ),
}
_ONE_OF_THEM = (
    'use only one of them; or leave out a file of the other, `without = ["{file}"]`, '
    "and write the missing rules in your own module"
)
USED_TOGETHER = Message(
    "R044.uses", "`{other}` and `{one}` cannot be used together: both declare {names}", _ONE_OF_THEM
)
USED_TOGETHER_MORE = Message(
    "R044.uses_more",
    "`{other}` and `{one}` cannot be used together: both declare {names} and {more} more",
    _ONE_OF_THEM,
)
_GAME_SUPPLIES = "declare them as {files} does for the tests of the layer, or use a game that builds on it"
LAYER_LACKS = Message(
    "R044.layer",
    "`{layer}` is a layer, no game of its own: a game must declare {names} for it",
    _GAME_SUPPLIES,
)
LAYER_LACKS_MORE = Message(
    "R044.layer_more",
    "`{layer}` is a layer, no game of its own: a game must declare {names} and {more} more for it",
    _GAME_SUPPLIES,
)
CHANGED_OTHERWISE = {
    "track": Message("R040.track", "move its marker in a rule: `advance {name} by 1`"),
    "variable": Message("R040.variable", "set it in a rule: `set {name} to ...`"),
    "option": Message(
        "R040.replaced", "the players choose it; to offer other values, write `replace option {name} : ...`"
    ),
    "menu": Message(
        "R040.menu", "write `extend menu {name}`, or a rule for a procedure that its actions call"
    ),
    "member": Message("R040.member", "to give it rules or other values, write `extend KIND {name}`"),
    "kind": Message("R040.kind", "to give it attributes or rules, write `extend kind {name}`"),
    "pile": Message("R040.pile", "move its pieces in a rule: `move ... to {name}`"),
    "supply": Message("R040.supply", "move its pieces in a rule: `put 1 of {name} on ...`"),
}
"""How rules change things that are neither procedures nor values."""
