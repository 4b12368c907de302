# Values too long to show: a text that doubles up to two million letters, and a wide list.


def grow(text, least):
    while len(text) < least:
        text += text
    return text[:least]


def describe(value):
    return f"{type(value).__name__} of {len(value)}"


def run():
    text = grow("neural debugger ", 2_000_000)
    numbers = list(range(50_000))
    nested = {"numbers": numbers, "half": text[:1_000_000]}
    summary = [describe(text), describe(numbers), describe(nested)]
    text = text[:16]
    return text, summary
