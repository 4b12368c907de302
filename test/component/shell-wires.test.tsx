import { describe, expect, it } from 'vitest'
import { createSession } from '../../renderer/src/api/session.ts'
import { createPortWire } from '../../renderer/src/api/wires.ts'

/** The services' end of the port that the desktop window hands over. */
function answer(port: MessagePort): void {
  port.addEventListener('message', ({ data }) => {
    if (data.name === 'host.describe') {
      const value = {
        host: 'electron',
        version: '1',
        store: 'store.ndw',
        readOnly: false,
        readOnlyReason: null,
        capabilities: { reveal: true, pickFolder: true },
      }
      port.postMessage({ t: 'value', id: data.id, value })
    } else if (data.name === 'host.reveal') {
      port.postMessage({ t: 'error', id: data.id, code: 'failed', message: 'It is gone.' })
    }
  })
  port.start()
}

describe('the desktop window’s port', () => {
  it('carries calls, failures in words, and its own end', async () => {
    const { port1, port2 } = new MessageChannel()
    answer(port2)
    const session = createSession(() => Promise.resolve(createPortWire(port1)))
    await session.connect()
    expect(session.status()).toEqual({ state: 'open' })
    await expect(session.call('host.reveal', { path: 'x' })).rejects.toThrow('It is gone.')
    const lost = new Promise<void>((resolve) => session.onStatus(resolve))
    port2.close()
    await lost
    expect(session.status().state).toBe('lost')
    await expect(session.call('host.describe', {})).rejects.toThrow(/lost/)
  })
})
