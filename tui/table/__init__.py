"""The table on the screen: what is asked, what is seen, what has changed."""
