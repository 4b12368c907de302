# The product of the whole numbers from 1 to n, by recursion.


def factorial(n):
    if n < 0:
        raise ValueError("factorial needs a number from 0 up")
    if n <= 1:
        return 1
    return n * factorial(n - 1)
