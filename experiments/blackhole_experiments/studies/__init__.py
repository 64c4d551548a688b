"""Named studies: what is run, what it reproduces, and how its results are told."""
