# Fibonacci numbers with a table of those already known; the table is part of the answer.


def fibonacci(n, known):
    if n in known:
        return known[n]
    value = fibonacci(n - 1, known) + fibonacci(n - 2, known)
    known[n] = value
    return value


def first_numbers(count):
    known = {0: 0, 1: 1}
    numbers = [fibonacci(n, known) for n in range(count)]
    return numbers, len(known)
