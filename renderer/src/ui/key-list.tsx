import { showKey } from './key-notation.ts'

/** Keys of one act, each as on a keyboard. */
export function KeyList({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => <kbd key={key}>{showKey(key)}</kbd>)
}
