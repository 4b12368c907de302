/** A source line in words. Python reports line 0 for the call of a module, which is on no line. */
export function lineWord(line: number): string {
  return line > 0 ? `line ${line}` : 'module'
}
