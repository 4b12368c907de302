import { ServiceError } from '../../../shared/rpc/wire.ts'
import { fileLines } from '../record/file-lines.ts'

/** A line of a file with its one-based number, or why it and what follows cannot be read. */
export type NumberedLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string }

/** Lines of a UTF-8 file up to the first that cannot be read; never throws for what the file holds. */
export async function* numberedLines(path: string, longest: number): AsyncGenerator<NumberedLine> {
  let number = 0
  try {
    for await (const text of fileLines(path, { longest })) {
      number++
      if (text.length > longest) throw new ServiceError('bad-input', tooLong(longest))
      yield { number, text }
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const problem = error.message.replace(`${path} cannot be read: `, '').replace(/\.$/, '')
    yield { number: number + 1, problem }
  }
}

function tooLong(longest: number): string {
  return `it has more than ${longest} characters`
}
