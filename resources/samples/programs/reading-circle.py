# Who has read the same books as whom: sets of book numbers that meet, grow and shrink.

READ = {
    "ada": {1, 4, 7, 9},
    "bo": {2, 4},
    "cy": {1, 2, 9},
    "di": set(),
}


def shared(left, right):
    return READ[left] & READ[right]


def best_match(name):
    best, most = None, 0
    for other in READ:
        if other != name and len(shared(name, other)) > most:
            best, most = other, len(shared(name, other))
    return best


def swap(giver, taker, book):
    READ[taker].add(book)
    READ[giver].discard(book)
    return best_match(taker)


def run():
    before = {name: best_match(name) for name in READ}
    after = [swap("ada", "di", 4), swap("cy", "bo", 9), swap("bo", "cy", 4)]
    everything = set()
    for books in READ.values():
        everything |= books
    return before, after, everything
