# A shopping list with an article that has no price: the program ends in an error nobody catches.

PRICES = {"bread": 240, "milk": 115, "cheese": 560}


def price_of(article, amount):
    return PRICES[article] * amount


def total(basket):
    cents = 0
    for article, amount in basket:
        try:
            cents += price_of(article, amount)
        finally:
            print(f"{article}: {cents} cents so far")
    return cents


print("total:", total([("bread", 1), ("milk", 3), ("honey", 1), ("cheese", 2)]))
