# Functions that remember: counters with state of their own, and the trap of a shared loop variable.


def make_counter(start, step=1):
    value = start

    def count():
        nonlocal value
        value += step
        return value

    return count


def make_adders(numbers):
    late = []
    early = []
    for number in numbers:
        late.append(lambda x: x + number)
        early.append(lambda x, number=number: x + number)
    return late, early


def run():
    by_one = make_counter(0)
    by_ten = make_counter(100, 10)
    counts = [by_one(), by_one(), by_ten(), by_one() + by_ten()]
    late, early = make_adders([1, 2, 3])
    return counts, [add(10) for add in late], [add(10) for add in early]
