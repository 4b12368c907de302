# Bubble sort in place: neighbours swap until a whole pass changes nothing.


def swap(items, i, j):
    items[i], items[j] = items[j], items[i]


def bubble_sort(items):
    end = len(items) - 1
    swapped = True
    while swapped:
        swapped = False
        for i in range(end):
            if items[i] > items[i + 1]:
                swap(items, i, i + 1)
                swapped = True
        end -= 1
    return items
