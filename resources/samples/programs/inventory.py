# A stock room: orders take from it, deliveries fill it, and what runs low is ordered again.


class OutOfStock(Exception):
    pass


class Inventory:
    def __init__(self, stock, reserve):
        self.stock = dict(stock)
        self.reserve = reserve
        self.requested = []

    def take(self, article, amount):
        have = self.stock.get(article, 0)
        if have < amount:
            raise OutOfStock(f"{amount} {article} wanted, {have} left")
        self.stock[article] = have - amount
        self.check(article)

    def check(self, article):
        if self.stock[article] < self.reserve and article not in self.requested:
            self.requested.append(article)

    def deliver(self):
        while self.requested:
            article = self.requested.pop()
            self.stock[article] += 10


def run():
    room = Inventory({"bolt": 12, "nut": 7}, reserve=5)
    log = []
    days = [("bolt", 4)], [("nut", 3), ("nut", 9)], [("bolt", 5), ("gear", 1)]
    for day, orders in enumerate(days):
        for article, amount in orders:
            try:
                room.take(article, amount)
                log.append(f"day {day}: {amount} {article} sent")
            except OutOfStock as problem:
                log.append(f"day {day}: {problem}")
        room.deliver()
    return room.stock, log
