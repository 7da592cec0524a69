"""The table of attacks, which are the kinds of random tests in a soak."""

from tools.soak import (
    damage,
    dice,
    edits,
    games,
    graphs,
    inputs,
    kills,
    own_functions,
    packed,
    page,
    signals,
    weighted_graphs,
)
from tools.soak.cases import Attack

ATTACKS: dict[str, Attack] = {
    "games": Attack(games.make_game_case, games.check_game_case, 7, "every game and rule, every search"),
    "graphs": Attack(graphs.make_graph_case, graphs.check_graph_case, 7, "random graphs, costs, estimates, keys"),
    "dice": Attack(dice.make_dice_case, dice.check_dice_case, 2, "exact odds"),
    "packed": Attack(packed.make_packed_case, packed.check_packed_case, 36, "compiled against plain"),
    "weighted": Attack(
        weighted_graphs.make_weighted_case, weighted_graphs.check_weighted_case, 4, "compiled A* and IDA* against plain"
    ),
    "own": Attack(own_functions.make_own_case, own_functions.check_own_case, 12, "user-defined functions, all syntax"),
    "inputs": Attack(inputs.make_input_case, inputs.check_input_case, 22, "bad words, files, requests, own files"),
    "kills": Attack(kills.make_kill_case, kills.check_kill_case, 14, "checkpoints, stores and disk, killed"),
    "damage": Attack(damage.make_damage_case, damage.check_damage_case, 2, "checkpoints and stores, damaged"),
    "edits": Attack(edits.make_edit_case, edits.check_edit_case, 2, "puzzles edited between two runs"),
    "signals": Attack(signals.make_signal_case, signals.check_signal_case, 6, "Ctrl-C and others, once and often"),
    "page": Attack(page.make_page_case, page.check_page_case, 2, "mixed load, killed workers, slow clients"),
}
