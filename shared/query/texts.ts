/** Upper and lower case made equal, the one way it is done everywhere. */
export function foldText(text: string): string {
  return text.toLowerCase()
}

/** Characters as Python counts them. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The texts of a list that is stored a line each. */
export function listOf(lines: string): readonly string[] {
  return lines === '' ? [] : lines.split('\n')
}
