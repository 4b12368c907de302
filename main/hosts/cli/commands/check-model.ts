import { formatBytes, formatCount } from '../../../../shared/base/words.ts'
import type { ModelFolderRow } from '../../../../shared/contract/model-folders.ts'
import { userPath } from '../../node/user-path.ts'
import type { CommandContext } from '../command.ts'
import { columns } from '../output.ts'

type Part = Pick<CommandContext, 'client' | 'args' | 'out' | 'json'>

/** Whether a word names a folder, and not a model that was added. */
export function isFolder(what: string): boolean {
  return what === '.' || what === '..' || /[/\\]/.test(what)
}

/** `ndw models check FOLDER`: all that is known of a folder, or why it is no model that can be used. */
export async function checkModel({ client, args, out, json }: Part, what: string): Promise<void> {
  const place = isFolder(what) ? userPath(what) : what
  const found = await client.call('model.check', { place, loops: args.flag('loops') })
  if (json) return out.json(JSON.stringify(found))
  for (const [word, says] of linesOf(found)) {
    await out.line(
      columns([
        [word, 11],
        [says, 0],
      ]),
    )
  }
}

function shapeWords({ name, type, shape }: ModelFolderRow['logits']): string {
  return `${name} ${type} [${shape.map((dim) => dim ?? '?').join(', ')}]`
}

function cacheWords(cache: ModelFolderRow['cache'], perToken: number): string {
  if (cache === null) return 'none: each token reads the whole text again'
  const { layers, heads, headSize, type } = cache
  return `${layers} layers of ${heads} heads of ${headSize}, ${type}: ${formatBytes(perToken)} a token`
}

function linesOf(row: ModelFolderRow): (readonly [word: string, says: string])[] {
  const { memory, features } = row
  const tokenizer = row.tokenizer === 'own' ? 'the codec’s own' : 'tokenizer.json'
  const opsets = row.opsets.map(({ domain, version }) => `${domain} ${version}`).join(', ')
  return [
    ['model', row.name],
    ...(row.about === null ? [] : [['about', row.about] as const]),
    ['folder', row.path],
    ['identity', row.identity],
    ...row.checksums.map(({ file, sha256 }) => ['checksum', `${sha256} ${file}`] as const),
    ['codec', `${row.codecs.join(', ')}, tokenizer: ${tokenizer}`],
    ['context', `${formatCount(row.contextLength)} tokens`],
    [
      'graph',
      `${formatCount(row.nodes)} nodes of ${opsets}, made by ${row.producer || 'nobody who says so'}`,
    ],
    ...row.inputs.map((port) => ['input', shapeWords(port)] as const),
    ...features.map(
      ({ input, features: set, columns: names }) =>
        ['features', `${input}: ${names.join(', ')} of ${set}`] as const,
    ),
    ['cache', cacheWords(row.cache, memory.perToken)],
    ['output', `${shapeWords(row.logits)}, ${formatCount(row.vocabulary)} tokens`],
    ['weights', formatBytes(memory.weights)],
    ['memory', memory.sentence],
  ]
}
