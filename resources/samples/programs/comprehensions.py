# Comprehensions of every kind, nested, filtered and with calls inside.


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def square(n):
    return n * n


def run():
    primes = [n for n in range(20) if is_prime(n)]
    squares = {n: square(n) for n in primes if n < 10}
    endings = {n % 10 for n in primes}
    pairs = [(a, b) for a in primes for b in primes if a < b and a + b == 20]
    table = [[row * column for column in range(1, 4)] for row in range(1, 4)]
    flat = sum(cell for row in table for cell in row)
    return primes, squares, sorted(endings), pairs, table, flat
