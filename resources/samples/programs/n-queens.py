# Queens that do not attack each other, placed row by row with backtracking.


def is_safe(columns, column):
    row = len(columns)
    for other_row, other_column in enumerate(columns):
        if other_column == column or abs(other_column - column) == row - other_row:
            return False
    return True


def place(size, columns):
    if len(columns) == size:
        return True
    for column in range(size):
        if is_safe(columns, column):
            columns.append(column)
            if place(size, columns):
                return True
            columns.pop()
    return False


def solve(size):
    columns = []
    if not place(size, columns):
        return None
    return ["." * column + "Q" + "." * (size - column - 1) for column in columns]
