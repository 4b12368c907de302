import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import type { Secrets } from '../../host-port.ts'
import { createSecretFile, SEALED_HOW } from '../node/secret-file.ts'

/** Keys sealed by the key store of the system; where it has none, nothing is kept. */
export function createSystemSecrets(): Secrets {
  return createSecretFile({
    path: join(app.getPath('userData'), 'keys.json'),
    keptHow: SEALED_HOW,
    seal: {
      close: (secret) => {
        requireStore()
        return safeStorage.encryptString(secret).toString('base64')
      },
      open: (sealed) => {
        requireStore()
        return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
      },
    },
  })
}

/** Without a key ring, Linux would seal with a password that everybody knows. */
function requireStore(): void {
  const isOpen =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
  if (safeStorage.isEncryptionAvailable() && !isOpen) return
  throw new Error(
    'This system has no key store that is open (a key ring such as GNOME Keyring or KWallet), so no key can be kept; give it in NDW_KEY with the address in NDW_KEY_FOR.',
  )
}
