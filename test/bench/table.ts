/** Prints rows as an aligned table under a title; every row has the same fields. */
export function printTable(title: string, rows: readonly object[]): void {
  const fields = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => fields.map((field) => textOf(Reflect.get(row, field))))
  const widths = fields.map((field, at) =>
    Math.max(field.length, ...cells.map((line) => line[at]?.length ?? 0)),
  )
  const lineOf = (texts: readonly string[]): string =>
    texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')
  process.stdout.write(`\n${title}\n${[fields, ...cells].map(lineOf).join('\n')}\n`)
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en') : String(value)
}
