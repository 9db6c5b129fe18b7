"""How a question is answered at a table: letters, cursor, typed names and short lists of actions.

`answer_editor` holds an answer until it is complete. `option_letters` gives each option its key,
`offers_of_other_players` adds what the options leave out, `name_typing` finds what is typed, and
`actions_on_thing` lists what can be done with a thing.
"""
