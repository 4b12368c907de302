# What to pack: the best value for a weight limit, from a table filled row by row.

ITEMS = [("lamp", 2, 30), ("tent", 5, 90), ("stove", 3, 50), ("book", 1, 15)]


def fill_table(items, limit):
    table = [[0] * (limit + 1)]
    for name, weight, value in items:
        above = table[-1]
        row = []
        for capacity in range(limit + 1):
            best = above[capacity]
            if weight <= capacity:
                best = max(best, above[capacity - weight] + value)
            row.append(best)
        table.append(row)
    return table


def chosen(items, table, limit):
    names = []
    capacity = limit
    for index in range(len(items), 0, -1):
        if table[index][capacity] != table[index - 1][capacity]:
            name, weight, _ = items[index - 1]
            names.append(name)
            capacity -= weight
    return names


def pack(limit):
    table = fill_table(ITEMS, limit)
    return table[-1][limit], chosen(ITEMS, table, limit)
