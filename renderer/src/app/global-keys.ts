import { useEffect, useMemo } from 'react'
import { useAtom } from '../state/atom.ts'
import { copyText } from '../state/copy-text.ts'
import { useFocusWays, walkHistory } from '../state/focus-history.ts'
import { keymapAtom, keysOf } from '../state/keymap.ts'
import { resetSizes } from '../state/layout.ts'
import { applyLayout, LAYOUT_PRESETS } from '../state/layout-presets.ts'
import { openOverlay } from '../state/overlay.ts'
import { openView, placeAtom } from '../state/place.ts'
import { THEME_TITLES, THEMES, themeAtom } from '../state/theme.ts'
import { dismissToast, showToast } from '../state/toasts.ts'
import { addressNow, formatAddress } from '../state/url.ts'
import { type KeyBinding, setKeymap, setRefusal, useKeys } from '../ui/keys.ts'
import { walkPanes } from '../ui/pane-walk.ts'
import { PANE_COMMANDS } from '../views/common/pane-commands.ts'
import { PALETTE_COMMANDS } from '../views/palette/palette-commands.ts'
import { SEARCH_COMMANDS } from '../views/search/search-commands.ts'
import { useTabBindings } from './tab-keys.ts'
import { VIEWS, viewCommand } from './views.ts'

let takeRefusalBack = (): void => {}

/** Says why a key did nothing, one reason at a time; who has moved on need not read it. */
function sayRefusal(reason: string): void {
  takeRefusalBack()
  const toast = showToast(reason)
  const stop = placeAtom.subscribe(() => takeRefusalBack())
  takeRefusalBack = () => {
    stop()
    dismissToast(toast)
  }
}

/** In a browser the whole address; in the desktop window what its palette takes. */
function copyLink(): Promise<void> {
  const { protocol, origin, pathname } = location
  // The palette takes `#` alone for labels.
  const page = protocol.startsWith('http') ? `${origin}${pathname}` : 'workbench:'
  const about = 'It opens this place wherever the same traces are.'
  return copyText(`${page}${formatAddress(addressNow())}`, 'the link', about)
}

/** What works in every view and never changes. */
const CONSTANT: readonly KeyBinding[] = [
  {
    ...PALETTE_COMMANDS['palette.commands'],
    run: () => openOverlay({ name: 'palette', text: '>' }),
  },
  { ...PALETTE_COMMANDS['palette.go'], run: () => openOverlay({ name: 'palette', text: '' }) },
  { ...SEARCH_COMMANDS['search.open'], run: () => openOverlay({ name: 'search' }) },
  ...VIEWS.map((view) => ({ ...viewCommand(view), run: () => openView(view.id) })),
  { ...PANE_COMMANDS['pane.next'], run: () => walkPanes(document.querySelector('main'), 1) },
  { ...PANE_COMMANDS['pane.previous'], run: () => walkPanes(document.querySelector('main'), -1) },
  {
    id: 'keys.sheet',
    keys: ['?'],
    description: 'Show the keys',
    run: () => openOverlay({ name: 'sheet' }),
  },
  {
    id: 'keys.change',
    keys: [],
    description: 'Change the keys',
    run: () => openOverlay({ name: 'keys' }),
  },
  {
    id: 'models.open',
    keys: [],
    description: 'Models: choose one, or add one',
    run: () => openOverlay({ name: 'models' }),
  },
  {
    id: 'link.copy',
    keys: ['y'],
    description: 'Copy a link to what is shown',
    run: () => void copyLink(),
  },
  ...LAYOUT_PRESETS.map((layout) => ({
    id: `layout.${layout.id}`,
    keys: [],
    description: `Layout: ${layout.title}, ${layout.about}`,
    run: () => applyLayout(layout),
  })),
  {
    id: 'layout.reset',
    keys: [],
    description: 'Layout: first size of every pane and column',
    run: resetSizes,
  },
]

function useThemeCommands(): readonly KeyBinding[] {
  const chosen = useAtom(themeAtom)
  return useMemo(
    () =>
      THEMES.map((theme) => ({
        id: `theme.${theme}`,
        keys: [],
        description: `Theme: ${THEME_TITLES[theme]}`,
        current: theme === chosen,
        run: () => themeAtom.set(theme),
      })),
    [chosen],
  )
}

/** Puts the user's keys in force. */
function useKeymap(): void {
  const keymap = useAtom(keymapAtom)
  useEffect(() => setKeymap((id, own) => keysOf(keymap, id, own)), [keymap])
}

/** Binds what works in every view; draws nothing. `toggleJobs` must not change between renders. */
export function GlobalKeys({ toggleJobs }: { toggleJobs: () => void }) {
  const themes = useThemeCommands()
  const { back, forward } = useFocusWays()
  const tabs = useTabBindings()
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      ...CONSTANT,
      {
        id: 'focus.back',
        keys: ['Alt+ArrowLeft'],
        description: 'Back to where the focus was before',
        reason: back ? null : 'The focus was nowhere else before.',
        run: () => void walkHistory(-1),
      },
      {
        id: 'focus.forward',
        keys: ['Alt+ArrowRight'],
        description: 'Forward again',
        reason: forward ? null : 'This is the last place the focus was at.',
        run: () => void walkHistory(1),
      },
      {
        id: 'jobs.toggle',
        keys: ['Mod+j'],
        description: 'Show or hide the list of jobs',
        run: toggleJobs,
      },
      ...tabs,
      ...themes,
    ],
    [back, forward, toggleJobs, tabs, themes],
  )
  useKeymap()
  useEffect(() => setRefusal(sayRefusal), [])
  useKeys('Everywhere', bindings)
  return null
}
