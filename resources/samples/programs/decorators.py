# Decorators: one that counts calls, one with an argument, and both stacked on a function.

calls = {}


def counted(function):
    def wrapper(*args):
        calls[function.__name__] = calls.get(function.__name__, 0) + 1
        return function(*args)

    return wrapper


def clamped(low, high):
    def decorate(function):
        def wrapper(*args):
            return max(low, min(high, function(*args)))

        wrapper.__name__ = f"clamped_{function.__name__}"
        return wrapper

    return decorate


@counted
def double(x):
    return x * 2


@counted
@clamped(0, 100)
def difference(a, b):
    return double(a) - double(b)


print(difference(30, 10), difference(10, 30), difference(90, 5))
print(double(double(3)))
print(calls)
