import { runScript, setUp } from './setup.mjs'

await runScript(() => setUp())
