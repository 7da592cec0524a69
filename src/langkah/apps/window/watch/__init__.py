"""Watching a search in the window: choose it, let it be recorded behind the scenes, then step through it.

    Watch (which of the three it is) --> Form --> worker --> Theatre (Playback, Grove) --> panes, TreeView, transport

What the panes show is decided by `langkah.views.playback` and `langkah.views.tree`; here it is only drawn.
"""

from langkah.apps.window.watch.screen import WatchScreen

__all__ = ["WatchScreen"]
