# A calculator for + - * / and brackets: a recursive parser with one function for each rule.


def tokenize(text):
    tokens = []
    number = ""
    for letter in text + " ":
        if letter.isdigit():
            number += letter
            continue
        if number:
            tokens.append(int(number))
            number = ""
        if letter in "+-*/()":
            tokens.append(letter)
        elif letter != " ":
            raise ValueError(f"unexpected {letter!r}")
    return tokens


def expression(tokens):
    value = term(tokens)
    while tokens and tokens[0] in ("+", "-"):
        sign = tokens.pop(0)
        right = term(tokens)
        value = value + right if sign == "+" else value - right
    return value


def term(tokens):
    value = factor(tokens)
    while tokens and tokens[0] in ("*", "/"):
        sign = tokens.pop(0)
        right = factor(tokens)
        value = value * right if sign == "*" else value / right
    return value


def factor(tokens):
    token = tokens.pop(0)
    if token == "-":
        return -factor(tokens)
    if token == "(":
        value = expression(tokens)
        tokens.pop(0)
        return value
    return token


def calculate(text):
    return expression(tokenize(text))
