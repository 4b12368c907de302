import { ServiceError } from '../../../shared/rpc/wire.ts'

const LIMIT = 64 * 1024

/** The first line of standard input; on a terminal it is asked for and nothing of it is shown. */
export async function readSecret(asks: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) {
    stderr.write(`${asks} (it is not shown): `)
    stdin.setRawMode(true)
  }
  try {
    return (await firstLine(stdin, stdin.isTTY)).trim()
  } finally {
    if (stdin.isTTY) {
      stdin.setRawMode(false)
      stderr.write('\n')
    }
    stdin.pause()
  }
}

const ENTER = ['\r', '\n', '\u0004']
const CTRL_C = '\u0003'
const ERASE = ['\u007f', '\b']

/** With the keys of a terminal in raw mode: erase takes back, Ctrl-C gives up. */
async function firstLine(input: NodeJS.ReadStream, isRaw: boolean): Promise<string> {
  let line = ''
  for await (const chunk of input.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    for (const character of String(chunk)) {
      if (ENTER.includes(character)) return line
      if (isRaw && character === CTRL_C) throw new ServiceError('cancelled', 'No key was given.')
      if (isRaw && ERASE.includes(character)) line = line.slice(0, -1)
      else line += character
    }
    if (line.length > LIMIT) throw new ServiceError('bad-input', 'That is too long for a key.')
  }
  return line
}
