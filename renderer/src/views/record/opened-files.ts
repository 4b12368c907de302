import { decodeSource } from '../../../../shared/trace/source-encoding.ts'
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
  // Of a folder that was picked it is the path from there.
  const name = file.webkitRelativePath || file.name
  const decoded = decodeSource(new Uint8Array(await file.arrayBuffer()), (bytes, encoding) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes),
  )
  if (decoded.ok) return { name, code: decoded.text }
  return `${name} ${decoded.problem}, so it is not read as Python.`
}

/** Reads the files that were picked, in order of their names. */
export async function readPicked(picked: Iterable<File>): Promise<ReadFiles> {
  const read = await Promise.all([...picked].map(readOne))
  const files = read.filter((one) => typeof one !== 'string')
  const refused = read.filter((one) => typeof one === 'string')
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), refused }
}

/** Reads the .py files of a folder that was picked, and of the folders in it. */
export async function readFolder(picked: readonly File[]): Promise<ReadFiles> {
  const programs = picked.filter(({ name }) => name.endsWith('.py'))
  if (programs.length === 0) return { files: [], refused: ['The folder holds no .py file.'] }
  return readPicked(programs)
}
