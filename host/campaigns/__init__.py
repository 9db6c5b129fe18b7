"""Campaigns: several games of which each passes values on to the next.

`campaign_file.py` is the file of a campaign; `local_campaigns.py` continues one at a keyboard.
"""
