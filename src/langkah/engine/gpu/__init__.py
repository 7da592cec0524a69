"""Explorations on a GPU, with the functions `expand` and `goal` that also run on the processor, compiled by numba-cuda.

Of these modules, only `device` is imported before `device.require_gpu` has found a GPU, a driver and the packages.
"""
