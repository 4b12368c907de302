import type { ReactNode } from 'react'

/** A row of controls above a pane. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="toolbar" role="toolbar" aria-label={label}>
      {children}
    </div>
  )
}
