# Divisions that may fail: each failure is caught, counted and explained.


def divide(text):
    left, right = text.split("/")
    return int(left) / int(right)


def try_divide(text, problems):
    try:
        value = divide(text)
    except ZeroDivisionError:
        problems.append(f"{text}: division by zero")
        return None
    except ValueError as error:
        problems.append(f"{text}: {error}")
        return None
    else:
        return round(value, 3)


def divide_all(texts):
    problems = []
    values = [try_divide(text, problems) for text in texts]
    return values, problems
