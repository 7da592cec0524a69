from langkah import Puzzle, Step

WORDS = """cold cord card ward warm word worm wood wool cool pool poll pole hole hold bold bald ball
bale pale sale salt halt malt mall male mare ware wart cart core corn worn torn form ford fold gold goad road load
lead leaf lean loan moan moat boat coat colt bolt bole""".split()


def apart(a, b):
    return sum(x != y for x, y in zip(a, b))


class WordLadder(Puzzle):
    """Change one letter at a time."""

    reversible = True
    admissible = True
    lists_all_goals = True

    def __init__(self, start="cold", goal="warm"):
        self.start = start
        self.goal = goal

    def steps(self, state):
        return [Step(word, word) for word in WORDS if apart(word, state) == 1]

    def is_goal(self, state):
        return state == self.goal

    def goals(self):
        return [self.goal]

    def estimate(self, state):
        return apart(state, self.goal)
