import { readFile, stat } from 'node:fs/promises'
import { fileFor, importedHead, nameFor, type ToldProgram } from './built-trace.ts'
import type { Importer } from './importer.ts'
import { parseExact, readTutorTrace } from './pytutor-steps.ts'
import { buildPyTutor, StepProblem } from './pytutor-trace.ts'

/** Largest file, in bytes; all of it is in memory. */
const MAX_FILE = 67_108_864
/** What `generate_json_trace --create_jsvar` puts around a trace. */
const VARIABLE = /^\s*var\s+[\w$]+\s*=\s*(.*?);?\s*$/s

/**
 * Takes in the traces of a file in Python Tutor's JSON: one document, with or without a JavaScript variable around it,
 * or one document a line (resources/formats/import-pytutor.md).
 */
export async function importPyTutor(path: string, importer: Importer): Promise<void> {
  const text = await readText(path)
  if (typeof text !== 'string') return importer.refuse({ line: 1 }, null, text.problem)
  const whole = VARIABLE.exec(text)?.[1] ?? text
  if (whole.trim() === '') return importer.refuse({ line: 1 }, null, 'the file holds no trace')
  const parsed = parseExact(whole)
  const lines = text.split('\n')
  const isSeveral = !parsed.ok && lines.length > 1 && parseExact(String(lines[0])).ok
  if (!parsed.ok && !isSeveral) return importer.refuse({ line: 1 }, null, parsed.reason)
  const documents = isSeveral ? lines : [whole]
  for (const [index, document] of documents.entries()) {
    if (document.trim() === '') continue
    await importer.ctx.ready()
    await takeDocument(path, { line: index + 1, text: document }, importer)
  }
}

async function takeDocument(
  path: string,
  { line, text }: { line: number; text: string },
  importer: Importer,
): Promise<void> {
  const name = nameFor(path, line)
  const parsed = parseExact(text)
  if (!parsed.ok) return importer.refuse({ line }, name, parsed.reason)
  const read = readTutorTrace(parsed.value)
  if (!read.ok) return importer.refuse({ line, step: read.step }, name, read.reason)
  const program: ToldProgram = { name, code: read.trace.code, origin: null, licence: null }
  try {
    const { records, entry, end, notes } = buildPyTutor(read.trace, fileFor(program))
    const head = importedHead('pytutor', program, { entry, text })
    await importer.take({ line }, head, {
      records,
      end: { end, wallMs: 0, determinism: null },
      notes,
    })
  } catch (error) {
    if (!(error instanceof StepProblem)) throw error
    importer.refuse({ line, step: error.step }, name, error.message)
  }
}

async function readText(path: string): Promise<string | { problem: string }> {
  try {
    const { size } = await stat(path)
    if (size > MAX_FILE) return { problem: `it has ${size} bytes; a trace may have ${MAX_FILE}` }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'it is not UTF-8 text' }
    return { problem: (error as Error).message }
  }
}
