import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { SetUpError } from './paths.mjs'

/** Installs and builds what is missing or stale; runs on plain Node 18 or newer without any package. */
export async function setUp(parts) {
  await ensureInstalled()
  await ensureBuilt(parts)
}

/** Runs a script's `main`: its number becomes the exit status, a set-up failure one sentence. */
export async function runScript(main) {
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0
  } catch (error) {
    console.error(error instanceof SetUpError ? error.message : error)
    process.exitCode = 1
  }
}
