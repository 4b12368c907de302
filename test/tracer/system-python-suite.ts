import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWireParser } from '../../shared/trace/wire.ts'
import { THROWN_INTO_WITH } from './goldens.ts'
import { fixturesDir, flagLetters, resourcesDir } from './support.ts'

/** The package also runs under CPython 3.9 and later: the same fixtures there, where one is found. */
export function describeSystemPython(): void {
  const python = findPython()
  describe.skipIf(python === null)(`system Python ${python?.version ?? 'not found'}`, () => {
    const files = readdirSync(fixturesDir).filter((name) => name.endsWith('.py'))
    it.each(files)('%s gives events that a bare trace function gives', (name) => {
      const code = readFileSync(join(fixturesDir, name), 'utf8')
      const lines = runTracer(python?.path ?? '', code)
      const places = placesOf(lines)
      const bare = runBare(python?.path ?? '', code)
      expect(places).toEqual(bare)
    })

    it('tells a yield of None from an exception leaving by the same instruction', () => {
      const code = readFileSync(join(fixturesDir, 'gen_thrown_into_with.py'), 'utf8')
      const lines = runTracer(python?.path ?? '', code)
      expect(flagsOf(lines)).toEqual(THROWN_INTO_WITH)
    })
  })
}

function findPython(): { path: string; version: string } | null {
  for (const path of ['python3', 'python']) {
    const script = 'import sys; print("%d.%d.%d" % sys.version_info[:3])'
    const found = spawnSync(path, ['-c', script], { encoding: 'utf8', timeout: 20_000 })
    const version = found.status === 0 ? found.stdout.trim() : ''
    const [major = 0, minor = 0] = version.split('.').map(Number)
    // Fixtures use match and exception groups.
    if (major === 3 && minor >= 11) return { path, version }
  }
  return null
}

function runTracer(python: string, code: string): readonly string[] {
  const path = join(tmpdir(), 'target.py')
  const job = { code, entry: null, path, maxSteps: 100_000, timeoutSeconds: 20, outputBytes: 1e7 }
  const { stdout } = spawnSync(python, [join(resourcesDir, 'tracer', 'ndtracer')], {
    input: JSON.stringify(job),
    encoding: 'latin1',
    timeout: 60_000,
  })
  return stdout.split('\n').slice(0, -1)
}

function placesOf(lines: readonly string[]): readonly string[] {
  return eventsOf(lines).map(({ place }) => place)
}

function flagsOf(lines: readonly string[]): readonly string[] {
  return eventsOf(lines)
    .filter(({ place }) => /^(call|return) (inside|swallow|bracket) /.test(place))
    .map(({ place, flags }) => `${place} ${flags}`.trim())
}

function eventsOf(lines: readonly string[]): readonly { place: string; flags: string }[] {
  const parser = createWireParser()
  const names: string[] = []
  const places: { place: string; flags: string }[] = []
  for (const line of lines) {
    const record = parser.push(line)
    if (!record.ok) throw new Error(record.error.problem)
    const one = record.value
    if (one.kind === 'code') names.push(one.name)
    else if (one.kind === 'event') {
      const place = `${one.event} ${names[one.code]} ${one.line}`
      places.push({ place, flags: flagLetters(one.flags) })
    }
  }
  expect(parser.isEnded()).toBe(true)
  return places
}

function runBare(python: string, code: string): readonly string[] {
  const template = readFileSync(join(fixturesDir, '..', '..', 'tracer', 'bare_settrace.py'), 'utf8')
  const harness = template
    .replace('__SOURCE__', () => JSON.stringify(code))
    .replace('__ENTRY__', () => 'None')
  const { stdout } = spawnSync(python, ['-'], { input: harness, encoding: 'utf8', timeout: 60_000 })
  return JSON.parse(stdout) as string[]
}
