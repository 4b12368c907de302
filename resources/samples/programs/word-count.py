# Counts the words of a text in a dictionary, then drops the rare ones while it is walked over.

TEXT = """The cat saw the dog. The dog, a big dog, saw nothing;
the cat -- a quiet cat -- was gone."""


def clean(word):
    return "".join(letter for letter in word.lower() if letter.isalpha())


def count_words(text):
    counts = {}
    for raw in text.split():
        word = clean(raw)
        if not word:
            continue
        counts[word] = counts.get(word, 0) + 1
    return counts


def drop_rare(counts, least):
    for word in list(counts):
        if counts[word] < least:
            del counts[word]


counts = count_words(TEXT)
print(len(counts), "different words")
drop_rare(counts, 2)
for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
    print(f"{count} {word}")
