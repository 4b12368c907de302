/** Python takes each of the three ends of a line for one, also within a text; a form feed is none. */
const MIXED = `def main():\r\n\ttotal = 0\r\n\tfor i in range(3):\n\t\ttotal += i\r\t\tif i == 1:
\t\t\ttext = """a\tb\r\nc\rd\ne"""\r\n\tx =\t1\t+\t2 # tabs\n\f\ty = "\u202ein\u0085it"\n\treturn total\r\n`

const NAMES = `class Größe:
    def __init__(self, wert):
        self.größe = wert

def приветствие(имя, *, 名前="世界"):
    переменная = имя + "👩‍👩‍👧‍👦"
    العربية = "مرحبا"
    control = "\\x00\\x1b[31m\\u202e\\ud800"
    ghost = {"🦄": имя, "ключ": [名前]}
    größe = Größe(1)
    return переменная

def main():
    try:
        raise KeyError("ключ 🔑")
    except KeyError as 誤り:
        pass
    return приветствие("мир")
`

const LONG = `def main():
    x = ${Array.from({ length: 500 }, (_, at) => at % 10).join(' + ')}
    words = "${'lorem ipsum '.repeat(1700)}"
    y = [${Array.from({ length: 4000 }, (_, at) => at).join(', ')}]  # ${'x'.repeat(2000)}
    return x + len(y)
`

const DEEP = `import sys
sys.setrecursionlimit(100000)
def down(n):
    if n == 0:
        return 0
    return 1 + down(n - 1)
def main():
    return down(10000)
`

const BIG = `def main():
    text = "0123456789abcdef" * 655360
    items = list(range(1500000))
    n = len(text)
    text = text[:-1] + "Z"
    return n + len(items)
`

const WIDE_LINES = Array.from({ length: 10 }, (_, line) => {
  const names = Array.from({ length: 500 }, (_, at) => `v${500 * line + at}`)
  return `    ${names.join(', ')} = range(${500 * line}, ${500 * line + 500})`
})
const WIDE = `def main():
${WIDE_LINES.join('\n')}
    while v0 < 20:
        v0 += 1
    return v4999
`

/** Programs that are hard to show, by name; each is run by `main()`. */
export const BAD_SOURCES = {
  mixed: MIXED,
  names: NAMES,
  long: LONG,
  deep: DEEP,
  big: BIG,
  wide: WIDE,
}
