"""The kinds of state space that can be explored, each with its own storage and loops; `langkah.engine.layers` drives
them.
"""
