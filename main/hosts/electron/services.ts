import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '../../app.ts'
import { locateApp } from '../node/locate.ts'
import { SEALED_HOW } from '../node/secret-file.ts'
import { runServices } from '../node/services.ts'
import { userPath } from '../node/user-path.ts'

const { values } = parseArgs({ options: { store: { type: 'string' } }, strict: false })
const store = typeof values.store === 'string' ? userPath(values.store) : null
const location = {
  /** In a package, files that other programs read lie beside the archive. */
  unpacked: (path: string) => path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked'),
}
runServices(process.parentPort, {
  keptHow: SEALED_HOW,
  createApp: (host) =>
    createApp(locateApp(join(import.meta.dirname, '../main'), store, location), host),
  log: (level, message) => void process.stderr.write(`${level}: ${message}\n`),
  exit: (status) => process.exit(status),
})
