import { createStoredAtom } from './stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

function isTheme(value: unknown): value is Theme {
  return (THEMES as readonly unknown[]).includes(value)
}

export const themeAtom = createStoredAtom<Theme>('theme', 'system', (stored) =>
  isTheme(stored) ? stored : null,
)

/** Puts the theme on the document, now and whenever the user or the system changes it. */
export function startTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const theme = themeAtom.get()
    const shown = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    document.documentElement.dataset.theme = shown
  }
  apply()
  dark.addEventListener('change', apply)
  const stop = themeAtom.subscribe(apply)
  return () => {
    dark.removeEventListener('change', apply)
    stop()
  }
}
