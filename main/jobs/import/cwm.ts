import { z } from '../../../shared/contract/schema.ts'
import { BEGIN_OF_TEXT, CONTEXT_START, FRAME_SEP } from '../../../shared/grammar/tokens.ts'
import { describeIssues } from '../../../shared/rpc/contract.ts'
import { depthOf } from '../../../shared/trace/wire-checks.ts'
import { fileFor, importedHead, nameFor, type ToldProgram } from './built-trace.ts'
import { withoutMarker } from './cwm-lines.ts'
import { CwmProblem, parseCwm } from './cwm-text.ts'
import { buildCwm } from './cwm-trace.ts'
import type { Importer } from './importer.ts'
import { numberedLines } from './numbered-lines.ts'

/** Longest document, in characters; all of it is in memory. */
const MAX_DOCUMENT = 67_108_864
const MAX_CODE = 1_048_576
const MAX_DEPTH = 8

const Row = z.object({
  text: z.string(),
  id: z.string().min(1).max(400).nullish(),
  source: z.string().max(400).nullish(),
  licence: z.string().max(200).nullish(),
})

/** A document and where it is: a row of a JSONL is one line, in a text its lines count on. */
interface Document {
  readonly line: number
  readonly text: string
  readonly isRow: boolean
  readonly row: z.infer<typeof Row> | null
}

/**
 * Takes in the traces of a file in CWM's text format: one document after the other, or a JSONL with a `text` field
 * (resources/formats/import-cwm.md).
 */
export async function importCwm(path: string, importer: Importer): Promise<void> {
  let isEmpty = true
  for await (const document of documentsOf(path)) {
    isEmpty = false
    await importer.ctx.ready()
    if ('problem' in document) importer.refuse({ line: document.line }, null, document.problem)
    else await takeDocument(path, document, importer)
  }
  if (isEmpty) importer.refuse({ line: 1 }, null, 'the file holds no trace')
}

async function takeDocument(path: string, document: Document, importer: Importer): Promise<void> {
  const { text, line, row } = document
  const name = row?.id ?? nameFor(path, line)
  try {
    const parsed = parseCwm(text)
    const code = withoutMarker(parsed.context)
    if (code.length > MAX_CODE)
      throw new CwmProblem(0, `its code has more than ${MAX_CODE} characters`)
    if (!code.isWellFormed()) throw new CwmProblem(0, 'its code holds half of a surrogate pair')
    const { source, licence } = row ?? {}
    const program: ToldProgram = { name, code, origin: source ?? null, licence: licence ?? null }
    const built = buildCwm(parsed, { code, file: fileFor(program) })
    const head = importedHead('cwm', program, { entry: built.entry, text })
    const { records, end, notes } = built
    await importer.take({ line }, head, {
      records,
      end: { end, wallMs: 0, determinism: null },
      notes,
    })
  } catch (error) {
    if (!(error instanceof CwmProblem)) throw error
    importer.refuse(placeOf(document, error.at), name, error.message)
  }
}

/** In a text the line of the problem; in a row of JSONL the row and how far into its text. */
function placeOf({ line, text, isRow }: Document, at: number) {
  const before = text.slice(0, at)
  if (isRow) return { line, step: before.split(FRAME_SEP).length - 1 }
  return { line: line + before.split('\n').length - 1 }
}

type Told = Document | { readonly line: number; readonly problem: string }

async function* documentsOf(path: string): AsyncGenerator<Told> {
  let isJsonl: boolean | null = null
  const texts = new Texts()
  for await (const line of numberedLines(path, MAX_DOCUMENT)) {
    if ('problem' in line) {
      yield { line: line.number, problem: line.problem }
      return
    }
    const { number, text } = line
    if (isJsonl === null && text.trim() === '') continue
    isJsonl ??= text.trimStart().startsWith('{')
    if (isJsonl) {
      if (text.trim() !== '') yield rowOf(number, text)
    } else yield* texts.add(number, text)
  }
  yield* texts.end()
}

function rowOf(line: number, text: string): Told {
  if (depthOf(text) > MAX_DEPTH) return { line, problem: 'it is nested too deep' }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { line, problem: 'it is not JSON' }
  }
  const row = Row.safeParse(parsed)
  if (!row.success) {
    return { line, problem: describeIssues('the row', row.error.issues).replace(/\.$/, '') }
  }
  return { line, text: row.data.text, isRow: true, row: row.data }
}

/** Parts the lines of a text file where a document begins. */
class Texts {
  private pieces: string[] = []
  private length = 0
  private line = 1

  end(): Generator<Told> {
    return this.take()
  }

  *add(number: number, text: string): Generator<Told> {
    const [first = '', ...others] = text.split(CONTEXT_START)
    this.push(first)
    for (const other of others) {
      yield* this.take()
      this.line = number
      this.push(`${CONTEXT_START}${other}`)
    }
    this.push('\n')
    if (this.length > MAX_DOCUMENT) {
      yield { line: this.line, problem: `it has more than ${MAX_DOCUMENT} characters` }
      this.pieces = []
      this.length = 0
    }
  }

  private push(piece: string): void {
    this.pieces.push(piece)
    this.length += piece.length
  }

  private *take(): Generator<Told> {
    const text = this.pieces.join('')
    this.pieces = []
    this.length = 0
    // What stands before a document: nothing, or the token that begins a text.
    if (text.replaceAll(BEGIN_OF_TEXT, '').trim() !== '') {
      yield {
        line: this.line,
        text: text.replace(/<\|begin_of_text\|>\s*$/, ''),
        isRow: false,
        row: null,
      }
    }
  }
}
