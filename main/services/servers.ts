import type { servers } from '../../shared/contract/servers.ts'
import { parseAddress } from '../runtime/remote/address.ts'
import { examinedWords } from '../runtime/remote/examine.ts'
import type { Area } from './area.ts'

export const serverHandlers: Area<typeof servers> = ({ host, engines, servers: source }) => ({
  'server.check': async ({ name }, { signal }) => {
    const examined = await source.examine(await engines.server(name), signal)
    const { server, version, models, model, logProbabilities, ...found } = examined
    const { contextLength, answerMs } = found
    return {
      ...{ server, version, models: [...models], model, logProbabilities },
      ...{ contextLength, answerMs, text: examinedWords(examined) },
    }
  },
  'server.setKey': async ({ name, key }) => {
    const server = await engines.server(name)
    const { origin } = parseAddress(server.url)
    await host.secrets.set(origin, key)
    await source.forget(server)
    return { origin, keptHow: host.secrets.keptHow }
  },
})
