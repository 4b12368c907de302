import type { OpenedFile } from './record-draft.ts'

/** Larger sources are refused by the services. */
const MAX_SOURCE_BYTES = 1_048_576

export interface ReadFiles {
  readonly files: readonly OpenedFile[]
  /** One sentence for each file that is no Python text. */
  readonly refused: readonly string[]
}

/** Their text is often valid Python too, and would be recorded as a program that says nothing. */
const OF_PROGRAMS = /\.jsonl$/i

async function readOne(file: File): Promise<OpenedFile | string> {
  if (OF_PROGRAMS.test(file.name)) {
    return `${file.name} is no Python: a JSONL of programs is recorded by its path, under “File or folder”.`
  }
  if (file.size > MAX_SOURCE_BYTES) {
    return `${file.name} has ${file.size.toLocaleString('en')} bytes; a program may have 1,048,576.`
  }
  try {
    const code = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { name: file.name, code }
  } catch {
    return `${file.name} is not UTF-8 text, so it is not read as Python.`
  }
}

/** Reads the files that were picked, in order of their names. */
export async function readPicked(picked: Iterable<File>): Promise<ReadFiles> {
  const read = await Promise.all([...picked].map(readOne))
  const files = read.filter((one) => typeof one !== 'string')
  const refused = read.filter((one) => typeof one === 'string')
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), refused }
}
