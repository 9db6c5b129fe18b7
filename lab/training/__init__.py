"""Training: learns from games how good a position is, for bots that plan.

Start with `train.py`, which names the stages in their order.

- Features: `feature_recipe.py` derives them, `distance_from_win.py` finds how far a lost game was from a win.
- Games: `self_play.py` plays and notes positions, `parallel_self_play.py` in several processes.
- Positions: `temporal_differences.py` says what they are worth, `fit.py` fits weights to that.
- Plans: `value_turn_paths.py` values ways to play a turn, `learn_from_turns.py` learns weights from them,
  `refit_from_turns.py` fits these anew, `earlier_weights.py` reads what an earlier training found.
- `estimate_win_chances.py` judges a finished game with what was learned.
"""
