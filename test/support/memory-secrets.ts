import type { Secrets } from '../../main/host-port.ts'

/** Keys that live as long as the test. */
export function memorySecrets(): Secrets {
  const keys = new Map<string, string>()
  return {
    keptHow: 'It is kept until the test ends.',
    get: async (origin) => keys.get(origin) ?? null,
    set: async (origin, secret) => {
      if (secret === null) keys.delete(origin)
      else keys.set(origin, secret)
    },
  }
}
