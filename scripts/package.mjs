import { electronBinary } from './electron.mjs'
import { commandFile } from './paths.mjs'
import { runNode } from './processes.mjs'
import { runScript, setUp } from './setup.mjs'

await runScript(async (args) => {
  await setUp()
  if (electronBinary() === null) {
    console.error('electron-builder will fetch the Electron binary; this needs the network.')
  }
  const { status } = await runNode([commandFile('electron-builder'), ...args])
  return status
})
