# Lambdas handed over as callbacks: for sorting, for filtering, and to handle events later.


class Button:
    def __init__(self, label):
        self.label = label
        self.handlers = []

    def on_click(self, handler):
        self.handlers.append(handler)
        return self

    def click(self, times=1):
        for _ in range(times):
            for handler in self.handlers:
                handler(self)


def apply_twice(function, value):
    return function(function(value))


def run():
    score = {"points": 0}
    log = []
    plus = Button("plus").on_click(lambda button: score.update(points=score["points"] + 5))
    plus.on_click(lambda button: log.append((button.label, score["points"])))
    plus.click(3)
    words = sorted(["pear", "fig", "apple", "kiwi"], key=lambda word: (len(word), word))
    short = list(filter(lambda word: len(word) < 5, words))
    lengths = list(map(lambda word: apply_twice(lambda n: n * 10, len(word)), short))
    return score, log, words, lengths
