import { openOverlay } from '../state/overlay.ts'
import { openView, useView } from '../state/place.ts'
import { IconButton } from '../ui/button.tsx'
import { commandHint } from '../ui/command-hint.ts'
import { Icon } from '../ui/icon.tsx'
import { useKeysOf } from '../ui/keys.ts'
import { PALETTE_COMMANDS } from '../views/palette/palette-commands.ts'
import { ModelChip } from '../views/predict/model-chip.tsx'
import { VIEWS, viewCommand } from './views.ts'

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
          title={commandHint(view.title, keysOf(viewCommand(view)))}
          onClick={() => openView(view.id)}
        >
          <Icon name={view.icon} size={20} />
          {view.title}
        </button>
      ))}
      <div className="spacer" />
      <ModelChip />
      <IconButton
        icon="search"
        label="Commands"
        hint={commandHint('Commands', keysOf(PALETTE_COMMANDS['palette.commands']))}
        onClick={() => openOverlay({ name: 'palette', text: '>' })}
      />
      <IconButton
        icon="keyboard"
        label="Keys"
        hint={commandHint('Keys', keysOf({ id: 'keys.sheet', keys: ['?'] }))}
        onClick={() => openOverlay({ name: 'sheet' })}
      />
    </nav>
  )
}
