import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly label: string
  readonly className: string
  /** Asked for by Esc, the close button and a click beside the dialog: the owner then no longer renders it. */
  readonly onClose: () => void
  /** Beside the heading. Without it there is no heading, and the dialog has to say itself how it is closed. */
  readonly header?: ReactNode
  readonly children: ReactNode
}

/**
 * What lies in front of everything while it is mounted. It keeps the keyboard focus inside, and gives it back to what
 * had it when it goes. An element marked `data-autofocus` has the focus first.
 */
export function Dialog({ label, className, onClose, header, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => current?.close()
  }, [])
  const onClick = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does what a click beside the dialog does
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {header === undefined ? null : (
        <header>
          <h2>{label}</h2>
          {header}
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
      )}
      {children}
    </dialog>
  )
}
