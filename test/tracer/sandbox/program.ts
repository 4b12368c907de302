import type { Attempt, Names } from './attempt.ts'

/** The attempt's program, with its names set. */
export function programOf({ code }: Attempt, names: Names): string {
  const assignments = Object.entries(names)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
  return `${assignments.join('')}${code}\n`
}

/** One program of many attempts, each told of by a line that begins with `mark`. */
export function bundleOf(programs: readonly string[], mark: string): string {
  return `import sys
PROGRAMS = ${JSON.stringify(programs)}
for number, program in enumerate(PROGRAMS):
    print("${mark} %d begins" % number)
    try:
        exec(program, {"__name__": "__main__"})
        how = "nothing was refused"
    except BaseException as error:
        how = "%s: %s" % (type(error).__name__, " ".join(str(error).split())[:100])
    print("\\n${mark} %d ends %s" % (number, how))
`
}

/** What was told of each program of a bundle that began; `how` is null of the one in which it ended. */
export function partsOf(
  output: string,
  mark: string,
): readonly { readonly output: string; readonly how: string | null }[] {
  const parts = output.split(new RegExp(`${mark} \\d+ begins\\n`)).slice(1)
  return parts.map((part) => {
    const how = new RegExp(`${mark} \\d+ ends (.*)\\n`).exec(part)?.[1]
    return { output: part, how: how ?? null }
  })
}
