"""The words of the app: one module for each area, every sentence and label a message with named gaps.

`lazaretto.tui.messages.translated_message.use` puts another language in force.
"""
