import { formatCount } from '../../../shared/base/words.ts'
import { useHost } from '../api/host.ts'
import { isActive, useJobs } from '../api/jobs.ts'
import { useAtom } from '../state/atom.ts'
import { openOverlay } from '../state/overlay.ts'
import { useShownRows } from '../state/status.ts'
import { THEME_TITLES, type Theme, themeAtom } from '../state/theme.ts'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { Progress } from '../ui/progress.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { FirstSteps } from './first-steps.tsx'

interface StatusBarProps {
  readonly jobsOpen: boolean
  readonly onJobs: () => void
}

/** Store · rows · focus · read-only · jobs · theme (product.md 3.3). */
export function StatusBar({ jobsOpen, onJobs }: StatusBarProps) {
  const host = useHost()
  const rows = useShownRows()
  return (
    <footer className="status-bar">
      <span className="status-item" title={host?.store} data-testid="status-store">
        {host === null ? '' : fileName(host.store)}
      </span>
      {rows === null ? null : (
        <span className="status-item" data-testid="status-rows">
          {formatCount(rows.shown)} of {formatCount(rows.total)} {rows.noun}
        </span>
      )}
      <Breadcrumb />
      <div className="spacer" />
      <FirstSteps />
      {host?.readOnly ? (
        <span className="status-item warning" title={host.readOnlyReason ?? undefined}>
          <Icon name="warning" size={12} /> read-only
        </span>
      ) : null}
      <JobsButton open={jobsOpen} onClick={onJobs} />
      <ThemeButton />
    </footer>
  )
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

function JobsButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const active = useJobs().filter((job) => isActive(job.state))
  const first = active.find(({ state }) => state === 'running') ?? active[0]
  return (
    <button
      type="button"
      className="status-item"
      aria-expanded={open}
      aria-controls="jobs-panel"
      data-testid="status-jobs"
      onClick={onClick}
    >
      {first === undefined ? (
        'Jobs'
      ) : (
        <>
          <span className="status-job">{first.title}</span>
          <Progress label={first.title} done={first.done} total={first.total} />
          {active.length > 1 ? `+${active.length - 1}` : null}
        </>
      )}
    </button>
  )
}

const THEME_ICONS: Readonly<Record<Theme, IconName>> = {
  system: 'system',
  light: 'sun',
  dark: 'moon',
  'contrast-light': 'contrast',
  'contrast-dark': 'contrast',
}

/** What finds the themes in the palette. */
const THEME_TEXT = '>Theme: '

function ThemeButton() {
  const theme = useAtom(themeAtom)
  return (
    <button
      type="button"
      className="status-item"
      aria-label={`Theme: ${THEME_TITLES[theme]}`}
      aria-haspopup="dialog"
      title={`Theme: ${THEME_TITLES[theme]}. Click to choose another.`}
      onClick={() => openOverlay({ name: 'palette', text: THEME_TEXT })}
    >
      <Icon name={THEME_ICONS[theme]} size={14} />
    </button>
  )
}
