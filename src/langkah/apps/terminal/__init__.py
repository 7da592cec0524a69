"""The terminal: playing by typed moves, watching a recorded search key by key, and the progress line."""
