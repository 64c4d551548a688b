"""Figures: what `analysis` finds, as matplotlib draws it, for the screen and for print.

For the command line and for studies. One kind of figure a module, each a function from observations to a
`matplotlib.figure.Figure`:

    survival   deals decided within a time, a curve a solver (a cactus plot)
    scatter    two solvers, a point a deal
    ecdf       share of deals decided with so much effort
    style      colours, line styles and sizes that all share; a figure as the bytes of a file

Nothing of `pyplot` is used, so that figures can be drawn anywhere and leave no state behind. The same observations give
the same bytes with the same matplotlib.
"""
