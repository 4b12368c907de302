import { useMemo } from 'react'
import { useAtomPart } from '../state/atom.ts'
import { closeTab, inNewTab, moveTab, reopenTab, stepTab, tabsAtom } from '../state/tabs.ts'
import { isMac } from '../ui/key-notation.ts'
import type { KeyBinding } from '../ui/keys.ts'

/** A browser keeps the keys of its own tabs to itself: they are ours in the desktop window alone. */
const isDesktop = !location.protocol.startsWith('http')
const TAB = isMac ? 'Ctrl' : 'Mod'

function keysFor(desktop: string, everywhere?: string): readonly string[] {
  return [...(isDesktop ? [desktop] : []), ...(everywhere === undefined ? [] : [everywhere])]
}

const ONLY = 'There is no other tab.'

/** What is done with the tabs of the window. */
export function useTabBindings(): readonly KeyBinding[] {
  const count = useAtomPart(tabsAtom, ({ tabs }) => tabs.length)
  const index = useAtomPart(tabsAtom, ({ tabs, front }) => tabs.findIndex(({ id }) => id === front))
  const isAnyClosed = useAtomPart(tabsAtom, ({ closed }) => closed.length > 0)
  return useMemo(() => {
    const among = count > 1 ? null : ONLY
    const move = (by: 1 | -1, key: string, way: string) => ({
      id: `tab.move-${way}`,
      keys: [key],
      description: `Move the tab to the ${way}`,
      reason: among ?? (index + by < 0 || index + by >= count ? 'It is the last there.' : null),
      run: () => moveTab(by),
    })
    return [
      {
        id: 'tab.open',
        keys: keysFor('Mod+t'),
        description: 'Open what is shown in a second tab, too',
        run: () => inNewTab(),
      },
      {
        id: 'tab.close',
        keys: keysFor('Mod+w', 'Alt+Backspace'),
        description: 'Close the tab',
        reason: among,
        run: () => closeTab(),
      },
      {
        id: 'tab.reopen',
        keys: keysFor('Mod+Shift+t', 'Alt+Shift+Backspace'),
        description: 'Open the tab closed last again',
        reason: isAnyClosed ? null : 'No tab was closed.',
        run: reopenTab,
      },
      {
        id: 'tab.next',
        keys: keysFor(`${TAB}+Tab`, 'Alt+PageDown'),
        description: 'Next tab',
        reason: among,
        run: () => stepTab(1),
      },
      {
        id: 'tab.previous',
        keys: keysFor(`${TAB}+Shift+Tab`, 'Alt+PageUp'),
        description: 'Previous tab',
        reason: among,
        run: () => stepTab(-1),
      },
      move(1, 'Alt+Shift+PageDown', 'right'),
      move(-1, 'Alt+Shift+PageUp', 'left'),
    ]
  }, [count, index, isAnyClosed])
}
