import { useMemo } from 'react'
import { walkHistory } from '../state/focus-history.ts'
import { openView } from '../state/place.ts'
import { type KeyBinding, useKeys } from '../ui/keys.ts'
import { VIEWS } from './views.ts'

/** Binds the keys that work in every view. `openSheet` must not change between renders. */
export function useGlobalKeys(openSheet: () => void): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      ...VIEWS.map(({ id, title, key }) => ({
        keys: [key],
        description: `Open ${title}`,
        run: () => openView(id),
      })),
      {
        keys: ['Alt+ArrowLeft'],
        description: 'Back to where the focus was before',
        run: () => void walkHistory(-1),
      },
      {
        keys: ['Alt+ArrowRight'],
        description: 'Forward again',
        run: () => void walkHistory(1),
      },
      { keys: ['?'], description: 'Show the keys', run: openSheet },
    ],
    [openSheet],
  )
  useKeys('Everywhere', bindings)
}
