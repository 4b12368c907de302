import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LAYERS, RATCHETS } from './support/architecture-table.ts'
import { importsOf, listSources, type SourceFile, withoutComments } from './support/source-files.ts'

const sources = listSources(['shared', 'main', 'renderer'])
const everything = [...sources, ...listSources(['test', 'scripts'])]

function layerOf(path: string) {
  const found = LAYERS.filter((layer) => path === layer.path || path.startsWith(`${layer.path}/`))
  return found.sort((a, b) => b.path.length - a.path.length)[0]
}

/** `react-dom/client` belongs to `react-dom`, `@a/b/c` to `@a/b`; builtins count whole. */
function packageOf(target: string): string {
  if (target.startsWith('node:')) return target
  const parts = target.split('/')
  return parts.slice(0, target.startsWith('@') ? 2 : 1).join('/')
}

function mayImportPackage(allowed: readonly string[], target: string): boolean {
  const name = packageOf(target)
  if (allowed.includes(name)) return true
  const isGuarded = name === 'node:child_process' || name === 'node:worker_threads'
  return name.startsWith('node:') && !isGuarded && allowed.includes('node:*')
}

function importProblems(file: SourceFile): string[] {
  const layer = layerOf(file.path)
  if (layer === undefined) {
    return [
      `${file.path}:1 lies in no layer of test/support/architecture-table.ts; add its folder there.`,
    ]
  }
  return importsOf(file).flatMap(({ line, target, isRelative, isTypeOnly }) => {
    const where = `${file.path}:${line} imports ${target}. ${layer.path} may import`
    if (isRelative) {
      const may = isTypeOnly ? [...layer.may, ...(layer.mayTypes ?? [])] : layer.may
      const other = layerOf(target)?.path ?? target
      const isAllowed =
        other === layer.path || may.some((path) => other === path || other.startsWith(`${path}/`))
      if (isAllowed || target.endsWith('.css')) return []
      return [`${where}: ${may.join(', ') || 'nothing but itself'}.`]
    }
    if (mayImportPackage(layer.packages, target)) return []
    return [`${where}: ${layer.packages.join(', ') || 'no package'}.`]
  })
}

/** `path:line` of every match outside comments. */
function findAll(file: SourceFile, pattern: RegExp): string[] {
  return withoutComments(file.text)
    .split('\n')
    .flatMap((text, at) => (pattern.test(text) ? [`${file.path}:${at + 1}  ${text.trim()}`] : []))
}

const lines = (file: SourceFile): number => file.text.split('\n').length - 1

describe('the import table', () => {
  test('holds for every file', () => {
    expect(sources.flatMap(importProblems)).toEqual([])
  })

  test('is checked against files that are really there', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(100)
  })

  test('names only folders and files that lie below a layer', () => {
    const unknown = LAYERS.flatMap((layer) => layer.may).filter(
      (path) => !LAYERS.some((l) => l.path === path || l.path.startsWith(`${path}/`)),
    )
    expect(unknown).toEqual([])
  })
})

describe('the scanner', () => {
  test('sees every way to import and nothing in comments or strings', () => {
    const text = [
      "import a from 'one'",
      "import {\n  type B,\n} from './two.ts'",
      "export * from '../three.ts'",
      "import './four.css'",
      "const x = await import('five')",
      "// import z from 'comment'",
      "/* import z from 'comment' */",
      'const s = `import z from`',
    ].join('\n')
    const found = importsOf({ path: 'main/a/b.ts', text }).map((i) => `${i.line} ${i.target}`)
    expect(found).toEqual([
      '1 one',
      '4 main/a/two.ts',
      '5 main/three.ts',
      '6 main/a/four.css',
      '7 five',
    ])
  })
})

describe('shared', () => {
  test('has no clock, no randomness but the seeded one, no timers and no console', () => {
    const impure =
      /\b(Date\.now|new Date|Math\.random|performance|crypto|setTimeout|setInterval|console|globalThis|process)\b/
    const shared = sources.filter(({ path }) => path.startsWith('shared/'))
    expect(shared.flatMap((file) => findAll(file, impure))).toEqual([])
  })
})

describe('files', () => {
  test('have at most 500 lines', () => {
    const long = everything.filter((file) => lines(file) > 500).map((f) => `${f.path} ${lines(f)}`)
    expect(long).toEqual([])
  })

  test('over 300 lines are known and only shrink', () => {
    const known: Readonly<Record<string, number>> = RATCHETS.filesOver300
    const grown = everything
      .filter((file) => lines(file) > (known[file.path] ?? 300))
      .map(
        (file) =>
          `${file.path} has ${lines(file)} lines, allowed ${known[file.path] ?? 300}: split it.`,
      )
    expect(grown).toEqual([])
    const done = Object.keys(known).filter((path) => {
      const file = everything.find((one) => one.path === path)
      return file === undefined || lines(file) <= 300
    })
    expect(done, 'now short enough: take them off the list').toEqual([])
  })

  test('are named in kebab-case', () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|test-d))?(\.d)?\.(ts|tsx|mjs)$/
    const component = /^[A-Z][A-Za-z0-9]*\.tsx$/
    const odd = everything
      .map(({ path }) => path)
      .filter((path) => !named.test(basename(path)) && !component.test(basename(path)))
    expect(odd).toEqual([])
  })

  test('have no default export', () => {
    expect(everything.flatMap((file) => findAll(file, /^export default\b/))).toEqual([])
  })

  test('do more than export others, but for the index of the contract', () => {
    const barrels = everything
      .filter(({ path }) => path !== 'shared/contract/index.ts')
      .filter(({ text }) => {
        const rest = withoutComments(text).replace(/^export\b[^;'"]*from\s*['"][^'"]+['"]/gm, '')
        return rest.trim() === ''
      })
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  test('name no folder of one machine', () => {
    const machine =
      /['"`](?:file:\/\/)?(?:\/(?:home|Users|root|work|mnt|srv|opt\/build)\/|[A-Z]:\\\\)/
    const found = everything.flatMap((file) => findAll(file, machine))
    expect(found.filter((line) => !line.startsWith('test/architecture.test.ts'))).toEqual([])
  })
})

describe('packages', () => {
  test('are pinned to one version each', () => {
    const pack = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const wanted = Object.entries({ ...pack.dependencies, ...pack.devDependencies })
    expect(wanted.length).toBeGreaterThan(20)
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})

describe('types', () => {
  test('use `any` no more often than agreed', () => {
    const found = sources.flatMap((file) =>
      findAll(file, /[:<,|&(]\s*any\b(?!:)|\bas any\b|\bany\[\]/),
    )
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(RATCHETS.anyLines)
  })

  test('are not silenced', () => {
    const silenced = everything.flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((text, at) =>
          /@ts-(ignore|nocheck)/.test(text) ? [`${file.path}:${at + 1}`] : [],
        ),
    )
    expect(silenced.filter((line) => !line.startsWith('test/architecture.test.ts'))).toEqual([])
  })
})
