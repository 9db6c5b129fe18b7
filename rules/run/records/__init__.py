"""Games as records, and values that a campaign passes on.

`choice_history.py` groups answers into choices, `record_file.py` writes and reads them as a file,
`campaign_values.py` does that for values, and `former_names.py` translates the old names of renamed things in
all of them.
"""
