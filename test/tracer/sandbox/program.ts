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
