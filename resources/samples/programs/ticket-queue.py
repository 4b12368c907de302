# A minute by minute simulation of one counter and the queue in front of it.


class Customer:
    def __init__(self, name, arrives, needs):
        self.name = name
        self.arrives = arrives
        self.needs = needs

    def __repr__(self):
        return self.name


class Counter:
    def __init__(self):
        self.current = None
        self.left = 0

    def serve(self, queue):
        if self.current is None and queue:
            self.current = queue.pop(0)
            self.left = self.current.needs
        if self.current is None:
            return None
        self.left -= 1
        if self.left > 0:
            return None
        done, self.current = self.current, None
        return done


def simulate(customers, minutes):
    queue, counter, log = [], Counter(), []
    for minute in range(minutes):
        queue.extend(c for c in customers if c.arrives == minute)
        done = counter.serve(queue)
        if done is not None:
            log.append((minute, done.name, minute + 1 - done.arrives - done.needs))
    return log, queue


def run():
    return simulate([Customer("ada", 0, 3), Customer("bo", 1, 2), Customer("cy", 1, 1)], 8)
