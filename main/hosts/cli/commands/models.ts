import { CODEC_IDS } from '../../../../shared/grammar/codecs.ts'
import type { Command } from '../command.ts'
import { columns } from '../output.ts'

/** `ndw models`: every engine, and why one cannot be used. */
export const models: Command = {
  usage: 'models',
  about: 'list the models and baselines that can predict, and why others cannot yet',
  options: {},
  positionals: [],
  missingStore: 'not needed',
  run: async ({ client, out, json }) => {
    const { engines } = await client.call('model.list', {})
    for (const engine of engines) {
      if (json) await out.json(JSON.stringify(engine))
      else {
        const { name, kind, about, reason } = engine
        const state = reason === null ? 'ready' : 'unusable'
        const says = reason === null ? about : `${about} ${reason}`
        await out.line(
          columns([
            [name, 20],
            [kind, 8],
            [state, 8],
            [says, 0],
          ]),
        )
      }
    }
    if (!json) out.note(`Codecs: ${CODEC_IDS.join(', ')}.`)
    return 0
  },
}
