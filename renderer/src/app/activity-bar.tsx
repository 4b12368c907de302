import { openOverlay } from '../state/overlay.ts'
import { openView, useView } from '../state/place.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { showKey } from '../ui/key-notation.ts'
import { useKeysOf } from '../ui/keys.ts'
import { PALETTE_COMMANDS } from '../views/palette/palette-commands.ts'
import { VIEWS, viewCommand } from './views.ts'

/** A name with the key that does the same. */
function withKey(name: string, [key]: readonly string[]): string {
  return key === undefined ? name : `${name} (${showKey(key)})`
}

/** The views, top to bottom, and the palette and the key sheet at its foot. */
export function ActivityBar() {
  const current = useView()
  const keysOf = useKeysOf()
  return (
    <nav className="activity-bar" aria-label="Views">
      <h1 className="visually-hidden">Neural Debugger Workbench</h1>
      {VIEWS.map((view) => (
        <button
          type="button"
          key={view.id}
          className="activity"
          aria-current={view.id === current ? 'page' : undefined}
          title={withKey(view.title, keysOf(viewCommand(view)))}
          onClick={() => openView(view.id)}
        >
          <Icon name={view.icon} size={20} />
          {view.title}
        </button>
      ))}
      <div className="spacer" />
      <IconButton
        icon="search"
        label="Commands"
        hint={withKey('Commands', keysOf(PALETTE_COMMANDS['palette.commands']))}
        onClick={() => openOverlay({ name: 'palette', text: '>' })}
      />
      <IconButton
        icon="keyboard"
        label="Keys"
        hint={withKey('Keys', keysOf({ id: 'keys.sheet', keys: ['?'] }))}
        onClick={() => openOverlay({ name: 'sheet' })}
      />
    </nav>
  )
}
