# Aliasing: two names for one list, rows that are the same row, and a default that remembers.


def add_item(item, basket=[]):
    basket.append(item)
    return basket


def grid(rows, columns, shared):
    if shared:
        return [[0] * columns] * rows
    return [[0] * columns for _ in range(rows)]


def mark(cells, row, column):
    cells[row][column] = 1
    return cells


def run():
    original = [1, 2, 3]
    alias = original
    copy = original[:]
    alias.append(4)
    alias += [5]
    copy[0] = 100
    first = add_item("apple")
    second = add_item("pear")
    grids = mark(grid(2, 3, True), 0, 1), mark(grid(2, 3, False), 0, 1)
    return original, copy, first is second, first, grids
