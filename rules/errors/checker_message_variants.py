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
        "steps": "`{name}` changes something, so it cannot stand in the steps of an action",
        "invariant": "`{name}` changes something, so it cannot stand in an invariant",
        "choice": "`{name}` changes something, so it cannot stand in a choice",
        "target": "`{name}` changes something, so it cannot stand in what is added to",
    },
    "conditions only look",
)
MISPLACED = variants(
    "R015",
    {
        "any of": "`any of` can stand only in a kind of piece",
        "global face": "`any of` can stand only in a kind",
        "by": "`by` can stand only in questions about the map",
        "consent": "`consent` can stand only among the first lines of an action",
        "cost": "`cost` can stand only where a player acts or a member's rules apply",
        "inherited": "`inherited` can stand only in a procedure that replaces another",
        "me": "`me` can stand only where a player acts or a member's rules apply",
        "pattern me": "`me` can stand only in the rules of a member that is active for a player",
        "needs": "`needs` can stand only among the first lines of an action",
        "once": "`once` can stand only in a procedure without a result",
        "or none": "`or none` can stand only after a choice of one",
        "or stop": "`or stop` can stand only in what gives no result",
        "owner": "`owner` can stand only on an attribute of Player",
        "pile": "`pile` can stand only in a kind, or first on a line",
        "proceed": "`proceed` can stand only inside `instead of`",
        "return": "`return` can stand only without a value in what gives no result",
        "stop": "`stop` can stand only inside a loop",
        "such that": "`such that` can stand only after a choice of several",
        "supply": "`supply` can stand only in a kind",
        "global supply": "`supply` can stand only in a kind, or first on a line",
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
    "label": Message(
        "R018.label",
        "a name or a label has at most {most} characters",
        "write a shorter one; the documentation may say more",
    ),
    "link": Message("R018.link", "a link has two ends", 'write it like `ends = ["A", "B"]`'),
    "look": Message("R018.look", "a look is a table", 'write it like `look = {{colour = "blue"}}`'),
    "names": Message("R018.names", "up to {most} different names are needed"),
    "no piece": Message(
        "R018.no_piece", "`{kind}` does not lie in piles", "declare `kind {kind} is a piece`"
    ),
    "option": Message("R018.option", "an option needs a range", "write `1..6`"),
    "player": Message("R018.player", "players sit down when the game starts", "take it out"),
    "spot": Message("R018.spot", "a spot on the map is two numbers", "write it like `at = [10, 20.5]`"),
    "text": Message("R018.text", "a text belongs to a kind", "rules cannot compute with it"),
}
TOO_MANY = variants(
    "R022",
    {
        "actions": "more than {most:,} actions",
        "attributes": "more than {most:,} attributes of all members",
        "changes": "more than {most:,} changes of `{name}`",
        "declarations": "more than {most:,} declarations",
        "expressions": "more than {most:,} names, numbers and operators in all rules",
        "hooks": "more than {most:,} hooks into `{name}`",
        "if": "more than {most:,} branches of one `if`",
        "invariants": "more than {most:,} invariants",
        "kinds": "more than {most:,} kinds",
        "levels": "more than {most:,} kinds above one another",
        "match": "more than {most:,} branches of one `match`",
        "members": "more than {most:,} members of `{name}`",
        "all members": "more than {most:,} members of all kinds",
        "all questions": "more than {most:,} questions in all rules",
        "options": "more than {most:,} options",
        "outcomes": "more than {most:,} ways to win or lose",
        "replacements": "more than {most:,} replacements of `{name}`",
        "statements": "more than {most:,} statements",
        "questions": "more than {most:,} questions in one rule",
        "steps": "more than {most:,} steps of one action",
        "tests": "more than {most:,} tests",
        "values": "more than {most:,} values in the state",
    },
)
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
    "made": Message(
        "R041.made",
        "there is not one `{kind}` for each thing",
        "only a kind that is declared `for each` of another has one",
    ),
    "thing": Message(
        "R041.thing",
        "it is not said which {kind} is meant",
        "write `{word}.{name}` where `{word}` is one of them",
    ),
}
