# Iterators written by hand: a countdown, and one that takes turns between two others.


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.left + 1


class Alternate:
    def __init__(self, *sources):
        self.sources = [iter(source) for source in sources]

    def __iter__(self):
        return self

    def __next__(self):
        while self.sources:
            source = self.sources.pop(0)
            try:
                item = next(source)
            except StopIteration:
                continue
            self.sources.append(source)
            return item
        raise StopIteration


def run():
    simple = [number for number in Countdown(3)]
    mixed = list(Alternate(Countdown(4), "ab"))
    first, *rest = Countdown(3)
    return simple, mixed, first, rest
