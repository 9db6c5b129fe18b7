"""Campaigns: several games of which each passes values on to the next.

Start with `campaign_file.py`, the file of a campaign; `local_campaigns.py` begins and continues one at a
keyboard, `campaign_messages.py` has its sentences.
"""
