# Two functions that decide even and odd only by asking each other.


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def classify(numbers):
    groups = {"even": [], "odd": []}
    for n in numbers:
        key = "even" if is_even(n) else "odd"
        groups[key].append(n)
    return groups
