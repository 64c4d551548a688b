"""Analysis: from rows of runs to the figures a paper quotes.

For the command line, for studies, and for notebooks. Everything works on data frames whose columns are those of
`runs.rows`, and knows neither solvers nor files (but for `folders`, which reads the rows). How the parts fit:

    folders         rows of one folder or of several joined
    conditions      refuses to mix limits, tells of mixed machines
    lines           which runs belong together: the lines of a table, the curves of a plot
    classes         what is known of a deal: solvable, unsolvable, undecided, disputed
    agreement       pairs of rows that contradict each other; what agreement confirms
    observations    a row as a time and an effort that may be censored: `observe`, where everything below starts
    repeats         repetitions of a run as one observation
    censored        median, mean and penalised mean of times some of which are only known to be longer
    best            the virtual best solver, and each solver's share of it
    summary         all of that in one frame, a line per solver and class of deals
    paired          two solvers on the same deals: ratio of times with an interval, wins
    bootstrap       intervals by resampling, from a fixed seed
    winnability     share of winnable deals with Wilson's interval

A run that was not decided is never left out: see `censored`.

    rows = confirm(joined([Path("results/compare")]).rows)
    print(summarise(observe(rows)))
"""
