"""Tables: figures of `analysis` as people print them, and as programs read them.

For the command line and for studies. A table knows its numbers (`data`, a frame) and its cells as text; programs get
the first, people the second:

    table       `Table`, what all writers take; numbers as text
    summary     a summary by solver, or by solver and class of deals
    pairs       solvers two by two
    intervals   the share of winnable deals
    text        for a terminal
    markdown    for a README
    latex       for a paper, with booktabs
    writers     all formats by name: text, csv, markdown, latex, parquet
"""
