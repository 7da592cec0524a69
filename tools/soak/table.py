"""The table of attacks."""

from tools.soak import dice, games, graphs, packed
from tools.soak.cases import Attack

ATTACKS: dict[str, Attack] = {
    "games": Attack(games.make_game_case, games.check_game_case, 22, "every game and rule, every search"),
    "graphs": Attack(graphs.make_graph_case, graphs.check_graph_case, 20, "random graphs, costs, estimates, keys"),
    "dice": Attack(dice.make_dice_case, dice.check_dice_case, 4, "exact odds"),
    "packed": Attack(packed.make_packed_case, packed.check_packed_case, 30, "compiled against plain"),
}
