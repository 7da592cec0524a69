"""Explorations on a GPU, with the same Python functions, compiled by numba-cuda.

Nothing here is imported before `device.require_gpu` has found a GPU, a driver and the packages.
"""
