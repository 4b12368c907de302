# A generator that is sent numbers and answers each with the average so far.


def averager():
    total = 0
    count = 0
    average = None
    while True:
        number = yield average
        if number is None:
            return total
        total += number
        count += 1
        average = total / count


def averages(numbers):
    generator = averager()
    next(generator)
    result = []
    for number in numbers:
        result.append(generator.send(number))
    try:
        generator.send(None)
    except StopIteration as stop:
        result.append(("total", stop.value))
    return result
