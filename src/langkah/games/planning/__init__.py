"""Planning tasks: PDDL and Fast Downward's output.sas as puzzles."""
