import type { Wire } from '../../../shared/rpc/wire.ts'
import type { Port } from './services-messages.ts'

/** A wire over a port that may still be on its way; what is posted before it arrives is kept in order. */
export function portWire(arriving: Promise<Port>): Wire {
  const then = (use: (port: Port) => void): void => void arriving.then(use)
  // Started a turn later, so that listeners added right after this call miss nothing.
  then((port) => queueMicrotask(() => port.start()))
  return {
    post: (message) => then((port) => port.postMessage(message)),
    onMessage: (listener) => then((port) => port.on('message', ({ data }) => listener(data))),
    onClose: (listener) => then((port) => port.on('close', listener)),
    close: () => then((port) => port.close()),
  }
}
