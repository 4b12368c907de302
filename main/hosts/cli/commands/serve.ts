import { readWebOptions, WEB_USAGE } from '../../web/options.ts'
import { runWebHost } from '../../web/run.ts'
import { UsageError } from '../arguments.ts'
import type { Output } from '../output.ts'

/** `ndw serve`: the web host in this process, until Ctrl-C. */
export async function serve(entriesDir: string, args: readonly string[], out: Output): Promise<0> {
  if (args.includes('--help')) {
    await out.line(`ndw serve: serve the workbench on loopback. ${WEB_USAGE}`)
    return 0
  }
  const options = readOptions(args)
  await runWebHost(entriesDir, options)
  return 0
}

function readOptions(args: readonly string[]) {
  try {
    return readWebOptions(args, Boolean(process.env.CI))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
