"""What came of simulations: as text with plots, as a page, as rows; and how far they are.

`sections` arranges a report, `report_text` writes it, `rows_csv` writes a line for each game, `balance_text`
writes how a game is balanced. Reports are drawn with `plots` in a terminal and with `page_parts` on a page.
`progress_bar` shows how far a simulation is.
"""
