/** Lines of a program, for finding the one a state is at. */
export interface CodeLines {
  /** As they are written, `\r` before the line end included. */
  readonly written: readonly string[]
  /** Numbers, from 1, of the lines with a text, in order. */
  readonly byText: ReadonlyMap<string, readonly number[]>
}

/** The text of a line, without the `\r` of a line end of two characters. */
export function lineText(written: string): string {
  return written.endsWith('\r') ? written.slice(0, -1) : written
}

export function codeLines(code: string): CodeLines {
  const written = code.split('\n')
  const byText = new Map<string, number[]>()
  written.forEach((line, index) => {
    const text = lineText(line)
    const numbers = byText.get(text)
    if (numbers === undefined) byText.set(text, [index + 1])
    else numbers.push(index + 1)
  })
  return { written, byText }
}

/** Position of the first of ascending numbers that is at least `least`. */
function lowerBound(numbers: readonly number[], least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Which of the lines with a text a state is at, which its text alone does not say: the next from a line on in the
 * direction of the run, else the nearest before it. 0 where none has the text.
 */
export function chooseLine(
  { byText }: CodeLines,
  text: string,
  { from, isBackward }: { from: number; isBackward: boolean },
): number {
  const numbers = byText.get(text) ?? []
  const next = lowerBound(numbers, isBackward && from > 0 ? from + 1 : from)
  const [first, second] = isBackward && from > 0 ? [next - 1, next] : [next, next - 1]
  return numbers[first] ?? numbers[second] ?? 0
}
