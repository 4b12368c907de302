# Rows of mixed values laid out as a table: numbers to the right, text to the left.

ROWS = [
    ("planet", "moons", "days"),
    ("Mercury", 0, 87.97),
    ("Earth", 1, 365.256),
    ("Mars", 2, 686.98),
    ("Saturn", 146, 10759.2),
]


def render(value):
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def widths(rows):
    return [max(len(render(cell)) for cell in column) for column in zip(*rows)]


def align(value, width):
    text = render(value)
    return text.ljust(width) if isinstance(value, str) else text.rjust(width)


def layout(rows):
    sizes = widths(rows)
    lines = []
    for number, row in enumerate(rows):
        lines.append(" | ".join(align(cell, size) for cell, size in zip(row, sizes)))
        if number == 0:
            lines.append("-+-".join("-" * size for size in sizes))
    return "\n".join(lines)


print(layout(ROWS))
