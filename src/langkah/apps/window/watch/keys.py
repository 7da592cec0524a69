"""The keys while a search is watched, in one table: what they do, and what the help says about them."""

import pygame

from langkah.language import N_

WATCH_KEYS: dict[tuple[int, int], str] = {  # key and modifier to command
    (pygame.K_SPACE, 0): "play",
    (pygame.K_RIGHT, 0): "forward",
    (pygame.K_LEFT, 0): "back",
    (pygame.K_RIGHT, pygame.KMOD_SHIFT): "next",
    (pygame.K_LEFT, pygame.KMOD_SHIFT): "previous",
    (pygame.K_HOME, 0): "first",
    (pygame.K_END, 0): "last",
    (pygame.K_UP, 0): "faster",
    (pygame.K_DOWN, 0): "slower",
    (pygame.K_LEFT, pygame.KMOD_CTRL): "pan left",
    (pygame.K_RIGHT, pygame.KMOD_CTRL): "pan right",
    (pygame.K_UP, pygame.KMOD_CTRL): "pan up",
    (pygame.K_DOWN, pygame.KMOD_CTRL): "pan down",
    (pygame.K_PAGEUP, 0): "nearer",
    (pygame.K_PAGEDOWN, 0): "farther",
    (pygame.K_RETURN, 0): "made",
    (pygame.K_RETURN, pygame.KMOD_SHIFT): "taken",
    (pygame.K_TAB, 0): "tab",
    (pygame.K_TAB, pygame.KMOD_SHIFT): "tab back",
    (pygame.K_e, pygame.KMOD_SHIFT): "strike back",
    (pygame.K_F1, 0): "help",
}
WATCH_SIGNS = {
    "+": "faster",
    "=": "faster",
    "-": "slower",
    "g": "goal",
    "e": "strike",
    "w": "walk up",
    "a": "walk left",
    "s": "walk down",
    "d": "walk right",
    "f": "fold",
    "0": "fit",
    "c": "follow",
    "b": "boards",
    "n": "new",
    "t": "theme",
    "i": "language",
    "h": "help",
}
MODIFIERS = (pygame.KMOD_CTRL, pygame.KMOD_SHIFT)

WATCH_HELP = (  # signs, and what they do
    (("Space",), N_("play or pause")),
    (("←", "→"), N_("one event back or forward")),
    (("Shift", "←"), N_("to the node taken before; with → to the next")),
    (("Home", "End"), N_("to the start, to the end")),
    (("G",), N_("to the goal")),
    (("E",), N_("to the next event worth a look; with Shift, back")),
    (("↑", "↓"), N_("faster or slower")),
    (("Enter",), N_("to where the node looked at was generated; with Shift, taken")),
    (("W", "A", "S", "D"), N_("walk in the tree, from node to node")),
    (("F",), N_("fold what lies below the node, or unfold it")),
    (("PgUp", "PgDn"), N_("nearer or farther; also by the wheel")),
    (("Ctrl", "←"), N_("move the tree; also by dragging")),
    (("0",), N_("the whole tree")),
    (("C",), N_("let the tree follow the search, or not")),
    (("B",), N_("boards or labels in the tree")),
    (("Tab",), N_("the next pane, where one is shown at a time")),
    (("N",), N_("another search")),
    (("T", "I"), N_("light or dark; English or Indonesian")),
    (("Esc",), N_("put away, stop looking at a node, back to the game")),
)


def find_command(key: int, modifiers: int, sign: str) -> str:
    """The command that a key stands for; "" where there is none."""
    held = next((each for each in MODIFIERS if modifiers & each), 0)
    return WATCH_KEYS.get((key, held), "") or ("" if held == pygame.KMOD_CTRL else WATCH_SIGNS.get(sign.lower(), ""))
