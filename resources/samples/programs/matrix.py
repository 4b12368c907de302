# Matrices as lists of rows: product, transpose, and a power by repeated squaring.


def identity(size):
    return [[1 if row == column else 0 for column in range(size)] for row in range(size)]


def transpose(matrix):
    return [list(column) for column in zip(*matrix)]


def dot(left, right):
    total = 0
    for a, b in zip(left, right):
        total += a * b
    return total


def multiply(left, right):
    columns = transpose(right)
    return [[dot(row, column) for column in columns] for row in left]


def power(matrix, exponent):
    result = identity(len(matrix))
    while exponent > 0:
        if exponent % 2 == 1:
            result = multiply(result, matrix)
        matrix = multiply(matrix, matrix)
        exponent //= 2
    return result
