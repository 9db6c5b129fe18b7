"""Questions to players: `question_forms.py` has their forms, `legal_answers.py` the answers that are open."""
