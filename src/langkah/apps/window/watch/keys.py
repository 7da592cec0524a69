"""The keys while a search is watched, in one table: what the help says of them, and what command each stands for."""

import pygame

from langkah.apps.window.watch.lesson import CHOICE_COMMAND, NEXT, PREVIOUS
from langkah.language import N_

MODIFIERS = {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}

Row = tuple[tuple[str, ...], str, dict[str, str]]

WATCH_ROWS: tuple[Row, ...] = (  # signs and what they do; each command with its keys, by pygame's names or as a sign
    (("Space",), N_("play or pause"), {"play": "SPACE"}),
    (("←", "→"), N_("one event back or forward"), {"back": "LEFT", "forward": "RIGHT"}),
    (
        ("Shift", "←"),
        N_("to the node expanded before; with → to the next"),
        {"previous": "shift+LEFT", "next": "shift+RIGHT"},
    ),
    (("Home", "End"), N_("to the start, to the end"), {"first": "HOME", "last": "END"}),
    (("G",), N_("to the goal"), {"goal": "g"}),
    (("E",), N_("to the next notable event; with Shift, back"), {"strike": "e", "strike back": "shift+e"}),
    (("↑", "↓"), N_("faster or slower"), {"faster": "UP + =", "slower": "DOWN -"}),
    (
        ("Enter",),
        N_("to where the chosen node was generated; with Shift, to where it was expanded"),
        {"made": "RETURN", "taken": "shift+RETURN"},
    ),
    (
        ("W", "A", "S", "D"),
        N_("move in the tree, from node to node"),
        {"walk up": "w", "walk left": "a", "walk down": "s", "walk right": "d"},
    ),
    (("F",), N_("fold what lies below the node, or unfold it"), {"fold": "f"}),
    (("PgUp", "PgDn"), N_("zoom in or out; also by the mouse wheel"), {"nearer": "PAGEUP", "farther": "PAGEDOWN"}),
    (
        ("Ctrl", "←"),
        N_("move the tree; also by dragging"),
        {"pan left": "ctrl+LEFT", "pan right": "ctrl+RIGHT", "pan up": "ctrl+UP", "pan down": "ctrl+DOWN"},
    ),
    (("0",), N_("the whole tree"), {"fit": "0"}),
    (("C",), N_("let the tree follow the search, or not"), {"follow": "c"}),
    (("B",), N_("boards or labels in the tree"), {"boards": "b"}),
    (("X",), N_("boards or text in the lists"), {"text": "x"}),
    (("Tab",), N_("the next pane, where one is shown at a time"), {"tab": "TAB", "tab back": "shift+TAB"}),
    (("N",), N_("another search"), {"new": "n"}),
    (("L",), N_("lessons; in one, PgDn and PgUp go from stop to stop"), {"lessons": "l"}),
    (("T", "I"), N_("light or dark; English or Indonesian"), {"theme": "t", "language": "i", "help": "h F1"}),
    (("Esc",), N_("close, deselect the node, back to the game"), {}),
)


def _read_keys() -> tuple[dict[tuple[int, int], str], dict[str, str]]:
    """The command of each key, by its number and what is held down with it; and of each sign."""
    by_key, by_sign = dict[tuple[int, int], str](), dict[str, str]()
    for _signs, _about, commands in WATCH_ROWS:
        for command, names in commands.items():
            for name in names.split():
                held, _plus, key = name.rpartition("+")
                if len(name) == 1:
                    by_sign[name] = command
                else:
                    by_key[getattr(pygame, f"K_{key}"), MODIFIERS.get(held, 0)] = command
    return by_key, by_sign


WATCH_KEYS, WATCH_SIGNS = _read_keys()


LESSON_KEYS = {pygame.K_PAGEDOWN: NEXT, pygame.K_PAGEUP: PREVIOUS}


def find_lesson_command(key: int, sign: str) -> str:
    """The command that a key stands for while a lesson is given; "" where it has its usual meaning."""
    digit = sign.isascii() and sign.isdigit() and sign != "0"
    return f"{CHOICE_COMMAND}{int(sign) - 1}" if digit else LESSON_KEYS.get(key, "")


def find_command(key: int, modifiers: int, sign: str) -> str:
    """The command that a key stands for; "" where there is none."""
    held = next((each for each in MODIFIERS.values() if modifiers & each), 0)
    return WATCH_KEYS.get((key, held), "") or ("" if held == pygame.KMOD_CTRL else WATCH_SIGNS.get(sign.lower(), ""))
