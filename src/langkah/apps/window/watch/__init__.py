"""Watching a search in the window: choose it, let the worker record it, then step through the record.

    WatchScreen (which of the three it is) --> search form --> worker --> TraceViewer --> panes, TreeView, controls

What the panes show is decided by `langkah.views.playback` and `langkah.views.tree`; here it is only drawn.
"""

from langkah.apps.window.watch.screen import WatchScreen

__all__ = ["WatchScreen"]
