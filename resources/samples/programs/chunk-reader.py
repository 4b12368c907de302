# A message read in chunks with the walrus operator, then taken apart into length and text.


class Reader:
    def __init__(self, text):
        self.text = text
        self.position = 0

    def read(self, count):
        chunk = self.text[self.position : self.position + count]
        self.position += len(chunk)
        return chunk


def parts(reader):
    while head := reader.read(2):
        if (length := int(head)) == 0:
            break
        if len(body := reader.read(length)) < length:
            raise EOFError(f"{length - len(body)} letters missing")
        yield body


def decode(text):
    words = []
    try:
        for word in parts(Reader(text)):
            words.append(word)
    except EOFError as error:
        return words, str(error)
    return words, "complete"


def run():
    return decode("05hello03and03bye00ignored"), decode("02hi10too short")
