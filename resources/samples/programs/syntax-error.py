# Not a Python program: the bracket opened in line 5 is never closed.


def average(numbers):
    total = sum(numbers
    return total / len(numbers)


print(average([1, 2, 3]))
