"""Message catalogue for semantic mistakes that differ from case to case, in tables by case."""

from grammar.message import Message, variants

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
        "fraction": "broken number",
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
        "value": "`{name}` changes something, so it cannot stand in a value",
        "condition": "`{name}` changes something, so it cannot stand in a condition",
        "invariant": "`{name}` changes something, so it cannot stand in an invariant",
        "choice": "`{name}` changes something, so it cannot stand in a choice",
        "target": "`{name}` changes something, so it cannot stand in what is added to",
    },
    "conditions only look",
)
NOT_PURE["steps"] = Message(
    "R011.steps",
    "`{name}` changes something, so it cannot stand in the steps of an action",
    "write this line in a procedure, `to ...`, and call that, or put it below a line that changes something",
)
MISPLACED = variants(
    "R015",
    {
        "as": "`as` can stand here only in the first lines of an action",
        "any of": "`any of` can stand only in a kind of piece",
        "global face": "`any of` can stand only in a kind",
        "by": "`by` can stand only in questions about the map",
        "consent": "`consent` can stand only among the first lines of an action",
        "cost": "`cost` can stand only where a player acts or a member's rules apply",
        "inherited": "`inherited` can stand only in a procedure that replaces another",
        "me": "`me` can stand only where a player acts or a member's rules apply",
        "pattern me": "`me` can stand only in the rules of a member that is active for a player; "
        "write `_` for every player",
        "needs": "`needs` can stand only among the first lines of an action",
        "once": "`once` can stand only in a procedure without a result",
        "or none": "`or none` can stand only after a choice of one",
        "or stop": "`or stop` can stand only in what gives no result",
        "owner": "`owner` can stand only on an attribute of Player",
        "pile": "`pile` can stand only in a kind, or first on a line",
        "pile per": "of the lifetimes of a pile, only `per campaign` can stand here",
        "supply per": "a lifetime cannot stand after a supply; keep a number instead",
        "kept text": "`per campaign` cannot stand after a text, because no rule changes texts",
        "kept limit": "`per campaign` can stand only on a variable, an attribute or a pile",
        "proceed": "`proceed` can stand only inside `instead of`",
        "reveals": "`reveals` can stand only in a rule",
        "return": "`return` can stand only without a value in what gives no result",
        "stop": "`stop` can stand only inside a loop",
        "such that": "`such that` can stand only after a choice of several",
        "supply": "`supply` can stand only in a kind",
        "global supply": "`supply` can stand only in a kind, or first on a line",
        "together": "`together` needs one choice as the first line of its block: "
        "`choose`, `choose number` or `confirm`",
        "together by": "`by` cannot name somebody else inside `together`: each player chooses, leave it out",
        "together stop": "`or stop` cannot stand inside `together`: write `or none`",
        "this": "`this` can stand only where a player acts or a member's rules apply",
    },
)
BAD_VALUE = {
    "area": Message("R018.area", "an area has a list of members", 'write it like `members = ["A", "B"]`'),
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
    "no spot": Message(
        "R018.spot_attribute",
        "`{kind}` has no number `{name}` that could say where it lies",
        "add an attribute like `{name} : number = 0`",
    ),
    "no shown": Message(
        "R018.shown_when",
        "there is no value `{name}` that says of each `{kind}` whether this is shown",
        "add a value like `value {name}({low}) : flag = yes`",
    ),
    "no label": Message(
        "R018.changing_label",
        "the label of `{kind}` cannot follow what happens; those of places and other things on the table can",
        "write a text without gaps",
    ),
    "factor": Message(
        "R018.factor",
        "`{kind}` is named twice: each kind after `for each` gives its name to an attribute",
        "name each kind once; `times` makes several equal members",
    ),
    "label": Message(
        "R018.label",
        "a name or a label has at most {most} characters",
        "write a shorter one; the documentation may say more",
    ),
    "gaps": Message(
        "R018.gap_in_label",
        "a label is a plain text: it cannot have gaps in braces",
        "write a text without braces; the prompt of a question and the line of a `say` may have gaps, "
        "and so may a kind's `look label`",
    ),
    "link": Message("R018.link", "a link has two ends", 'write it like `ends = ["A", "B"]`'),
    "look": Message("R018.look", "a look is a table", 'write it like `look = {{colour = "blue"}}`'),
    "names": Message("R018.names", "a test names up to {most} different players; this game is for no more"),
    "no piece": Message(
        "R018.no_piece", "`{kind}` does not lie in piles", "declare `kind {kind} is a piece`"
    ),
    "option": Message("R018.option", "an option needs a range", "write `1..6`"),
    "player": Message("R018.player", "players sit down when the game starts", "take it out"),
    "spot": Message("R018.spot", "a spot on the map is two numbers", "write it like `at = [10, 20.5]`"),
    "text": Message("R018.text", "a text belongs to a kind", "rules cannot compute with it"),
}
TOO_MANY = {
    "actions": Message(
        "R022.actions", "more than {most:,} actions", "let one action `choose` what others do alone"
    ),
    "attributes": Message(
        "R022.attributes",
        "more than {most:,} attributes of all members",
        "use fewer members or attributes; a list counts as often as it has things",
    ),
    "changes": Message(
        "R022.changes",
        "more than {most:,} changes of `{name}`",
        "put several of them into one `change` that computes the value",
    ),
    "declarations": Message(
        "R022.declarations",
        "more than {most:,} declarations",
        "take out what no rule uses, or let tables and kinds say it",
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
    "kinds": Message(
        "R022.kinds",
        "more than {most:,} kinds",
        "use members of one kind where kinds do not differ in their attributes",
    ),
    "levels": Message(
        "R022.levels", "more than {most:,} kinds above one another", "let several kinds build on the same one"
    ),
    "as": Message(
        "R022.as",
        "more than {most:,} branches with `as` in one `if`",
        "divide it into several procedures",
    ),
    "match": Message(
        "R022.match",
        "more than {most:,} branches of one `match`",
        "keep the values in an attribute of each member",
    ),
    "members": Message(
        "R022.members",
        "more than {most:,} members of `{name}`",
        "use fewer, or a supply if they are all alike",
    ),
    "all members": Message(
        "R022.all_members",
        "more than {most:,} members of all kinds",
        "use fewer, or supplies for pieces that are all alike",
    ),
    "all questions": Message(
        "R022.all_questions",
        "more than {most:,} questions in all rules",
        "move questions that rules share into one procedure",
    ),
    "options": Message("R022.options", "more than {most:,} options", "take out those that nobody needs"),
    "outcomes": Message(
        "R022.outcomes", "more than {most:,} ways to win or lose", "join several of them with `or`"
    ),
    "replacements": Message(
        "R022.replacements", "more than {most:,} replacements of `{name}`", "write only the one that counts"
    ),
    "statements": Message(
        "R022.statements",
        "more than {most:,} statements",
        "move a part of them into procedures that others can use, or a `repeat`",
    ),
    "questions": Message(
        "R022.questions",
        "more than {most:,} questions in one rule",
        "move a part of the rule into procedures",
    ),
    "steps": Message(
        "R022.steps", "more than {most:,} steps of one action", "join several `needs` with `and`"
    ),
    "tests": Message("R022.tests", "more than {most:,} tests", "take out those that test the same"),
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
        "no one kind of area has members of `{kind}`",
        "declare `kind Region is an area of {kind}`",
    ),
    "links": Message("R041.links", "there are several kinds of links: {names}", "add `by link in ...`"),
    "grid": Message(
        "R041.grid",
        "no grid draws members of `{kind}`",
        "write `[grid.{kind}]` in a table, with `rows` of signs",
    ),
    "made": Message(
        "R041.made",
        "there is not one `{kind}` for each thing",
        "only a kind that is declared `for each` of another has one",
    ),
    "made for": Message(
        "R041.factors",
        "there is one `{kind}` for each {names} together",
        "write `{kind} of {example}`",
    ),
    "thing": Message(
        "R041.thing",
        "it is not said which {kind} is meant",
        "write `{word}.{name}` where `{word}` is one of them",
    ),
}
BLAMED = {
    "replace": Message(
        "R044.replace",
        "this replacement of `{name}` does not fit the rules of others",
        "keep its parameters, its type and its attributes, or replace the rules that need them, too",
    ),
    "remove": Message(
        "R044.remove",
        "`{name}` is removed here, but the rules of others need it",
        "remove or replace those rules, too, or keep it",
    ),
    "extend": Message(
        "R044.extend",
        "what is added to `{name}` here does not fit the texts of others",
        "give a new attribute a default, and choose names that are still free",
    ),
    "new": Message(
        "R044.new",
        "the new `{name}` does not fit the texts of others",
        "choose another name, or replace the rules that do not expect it",
    ),
    "hook": Message(
        "R044.hook",
        "this rule about `{name}` does not fit the rules of others",
        "where `{name}` is used, nobody can be asked or nothing can change; hook into another procedure",
    ),
    "change": Message(
        "R044.change",
        "this change of `{name}` does not fit the rules of others",
        "replace the rules that do not expect it, too",
    ),
}
_ONE_OF_THEM = (
    'use one of them alone; or leave a file of the other out, `without = ["{file}"]`, '
    "and say in your own rules what is missing then"
)
USED_TOGETHER = Message(
    "R044.uses", "`{other}` and `{one}` cannot be used together: both declare {names}", _ONE_OF_THEM
)
USED_TOGETHER_MORE = Message(
    "R044.uses_more",
    "`{other}` and `{one}` cannot be used together: both declare {names} and {more} more",
    _ONE_OF_THEM,
)
CHANGED_OTHERWISE = {
    "track": Message("R040.track", "move its marker in a rule: `advance {name} by 1`"),
    "variable": Message("R040.variable", "set it in a rule: `set {name} to ...`"),
    "option": Message(
        "R040.replaced", "the players choose it; to offer other values, write `replace option {name} : ...`"
    ),
    "menu": Message("R040.menu", "write `extend menu {name}`, or a rule about what its actions call"),
    "member": Message("R040.member", "to give it rules or other values, write `extend KIND {name}`"),
    "kind": Message("R040.kind", "to give it attributes or rules, write `extend kind {name}`"),
    "pile": Message("R040.pile", "move its pieces in a rule: `move ... to {name}`"),
    "supply": Message("R040.supply", "move its pieces in a rule: `put 1 of {name} on ...`"),
}
"""How rules change what is neither a procedure nor a value."""
