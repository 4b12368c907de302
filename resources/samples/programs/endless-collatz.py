# Walks the Collatz sequence of one number after another and never stops: a budget has to end it.

longest = (1, 0)
number = 1


def step(n):
    return n // 2 if n % 2 == 0 else 3 * n + 1


def length(n):
    steps = 0
    while n != 1:
        n = step(n)
        steps += 1
    return steps


while True:
    steps = length(number)
    if steps > longest[1]:
        longest = (number, steps)
        print("longest so far:", longest)
    number += 1
