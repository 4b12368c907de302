# Binary search that reports where it looked; one number is there, one is missing.


def search(items, wanted, looked):
    low = 0
    high = len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        looked.append(middle)
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def compare(items, *wanted):
    report = {}
    for number in wanted:
        looked = []
        place = search(items, number, looked)
        report[number] = (place, looked)
    return report
