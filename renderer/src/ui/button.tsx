import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> {
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
  readonly icon?: IconName
  readonly tone?: 'primary' | 'danger' | 'plain'
  /** Tooltip; of a disabled button the reason why. */
  readonly hint?: string | undefined
}

/** A button with a word on it. A disabled one stays visible and says why in its tooltip. */
export function Button({ children, icon, tone = 'plain', hint, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`button ${tone}`} title={hint}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> {
  readonly icon: IconName
  /** Its name for screen readers and its tooltip. */
  readonly label: string
  readonly hint?: string | undefined
}

/** A button that is only an icon; `label` names it. */
export function IconButton({ icon, label, hint, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="icon-button"
      aria-label={label}
      title={hint ?? label}
    >
      <Icon name={icon} />
    </button>
  )
}

interface DrawnButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> {
  /** Path of its 16-unit drawing. */
  readonly drawing: string
  readonly label: string
  readonly hint: string
  /** It leads nowhere now: it stays reachable, so that stepping loses no keyboard focus, and its hint says why. */
  readonly refused: boolean
}

/** A button with a drawing of its own, for acts that come and go with the state in focus. */
export function DrawnButton({ drawing, label, hint, refused, ...rest }: DrawnButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="icon-button"
      aria-disabled={refused}
      aria-label={label}
      title={hint}
    >
      <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path
          d={drawing}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
