"""Random boards of cars: the red car in its row, and other cars wherever there is room."""

from random import Random

FILLED = 0.82, 0.92  # bounds on the share of the board that cars cover
TRUCK_CHANCE = 0.3
MOST_TRIES = 200


def draw_cars(height: int, width: int, red_row: int, red_length: int, rng: Random) -> list[str]:
    """The rows of a random board. No other car lies along the row of the red car, since it would block the exit for
    ever.
    """
    grid = [["."] * width for _row in range(height)]
    left = rng.randrange(max(width - red_length - 1, 1))
    grid[red_row][left : left + red_length] = "A" * red_length
    names = iter("BCDEFGHIJKLMNOPQRSTUVWXYZ")
    covered, wanted = red_length, rng.uniform(*FILLED) * height * width
    for _try in range(MOST_TRIES):
        length = 3 if rng.random() < TRUCK_CHANCE else 2
        across = rng.random() < 0.5
        row = rng.randrange(max(height - (0 if across else length - 1), 1))
        column = rng.randrange(max(width - (length - 1 if across else 0), 1))
        cells = [(row, column + place) if across else (row + place, column) for place in range(length)]
        fits = all(down < height and right < width and grid[down][right] == "." for down, right in cells)
        if not fits or (across and row == red_row):
            continue
        name = next(names, "")
        if not name or covered >= wanted:
            break
        for down, right in cells:
            grid[down][right] = name
        covered += length
    return ["".join(line) for line in grid]
