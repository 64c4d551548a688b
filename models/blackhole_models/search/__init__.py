"""Depth-first search: the plain baseline and the full search, one compiled kernel with its parts switched on."""
