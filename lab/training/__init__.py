"""Training: learns from games how good a position is, for bots that plan.

Start with `train.py`, which names the stages in their order.
"""
