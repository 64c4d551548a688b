"""Runs: from "these deals, with these solvers, within these limits" to rows in a data frame.

For the command line, for studies, and for whoever writes one in a notebook. How the parts fit, each using only those
above it:

    run         one deal, one solver with its settings, one set of limits; its key
    outcome     what came of a run: the solver's result and what the operating system measured
    worker      a program that keeps solvers warm and forks one supervised process per run
    isolation   one such program, as an object: `IsolatedWorker`
    pool        many runs on several workers, in any `concurrent.futures.Executor`: `execute`
    rows        an outcome as a row, rows as a typed data frame
    store       rows on disk, one flushed line per run; resuming

Behind `worker`: `supervisor` holds a run to its limits, `process` is the run's process seen from there, `forked` the
same from inside, `usage` what it uses at present, `orphans` how nothing is left behind, `deaths` what is said of a
process that died, `frames` the form of messages. `environment` is what is recorded of machine and checkout.

A study in full (`store.append` skips runs that were interrupted, so that the next start makes them):

    with Store(Path("results/mine")) as store:
        for outcome in execute(store.pending(runs), jobs=2):
            store.append(row(outcome))
    print(frame(read_rows(Path("results/mine"))).groupby("solver")["verdict"].value_counts())
"""
