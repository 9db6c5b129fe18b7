"""Runs games for people who connect: what a server keeps, and the hall where people meet at tables."""
