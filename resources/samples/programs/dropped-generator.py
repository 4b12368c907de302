# A generator that is given up half way: its finally block still runs when it is dropped.

events = []


def rooms(names):
    events.append("doors open")
    try:
        for name in names:
            yield name
        events.append("all rooms shown")
    finally:
        events.append("doors closed")


def first_with(letter, names):
    tour = rooms(names)
    for name in tour:
        events.append(f"saw {name}")
        if letter in name:
            found = name
            break
    else:
        found = None
    del tour
    return found


print(first_with("t", ["hall", "kitchen", "attic", "cellar"]))
print(first_with("z", ["hall", "attic"]))
for event in events:
    print("-", event)
