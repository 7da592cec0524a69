"""Benchmarks: the speed relative to other programs, measured in one run: `make bench`."""
