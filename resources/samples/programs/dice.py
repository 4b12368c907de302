# Throws dice without a seed: every run goes another way, and the id of an object differs too.

import random


def throw(count):
    return [random.randint(1, 6) for _ in range(count)]


def play(rounds):
    scores = {"left": 0, "right": 0}
    for _ in range(rounds):
        left, right = throw(2), throw(2)
        if sum(left) > sum(right):
            scores["left"] += 1
        elif sum(right) > sum(left):
            scores["right"] += 1
    return scores


scores = play(5)
print(scores, "kept at", id(scores))
