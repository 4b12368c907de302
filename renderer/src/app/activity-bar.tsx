import { openView, useView } from '../state/place.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { showKey } from '../ui/keys.ts'
import { VIEWS } from './views.ts'

/** The views, top to bottom, and the key sheet at its foot. */
export function ActivityBar({ onKeys }: { onKeys: () => void }) {
  const current = useView()
  return (
    <nav className="activity-bar" aria-label="Views">
      {VIEWS.map(({ id, title, icon, key }) => (
        <button
          type="button"
          key={id}
          className="activity"
          aria-current={id === current ? 'page' : undefined}
          title={`${title} (${showKey(key)})`}
          onClick={() => openView(id)}
        >
          <Icon name={icon} size={20} />
          {title}
        </button>
      ))}
      <div className="spacer" />
      <IconButton icon="keyboard" label="Keys" hint="Keys (?)" onClick={onKeys} />
    </nav>
  )
}
