import { createStoredAtom } from './stored.ts'

export const THEMES = ['system', 'light', 'dark', 'contrast-light', 'contrast-dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_TITLES: Readonly<Record<Theme, string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
  'contrast-light': 'high contrast, light',
  'contrast-dark': 'high contrast, dark',
}

function isTheme(value: unknown): value is Theme {
  return (THEMES as readonly unknown[]).includes(value)
}

export const themeAtom = createStoredAtom<Theme>('theme', 'system', (stored) =>
  isTheme(stored) ? stored : null,
)

/** The theme that the system asks for: light or dark, with more contrast where it wants that. */
function systemTheme(dark: boolean, contrast: boolean): Exclude<Theme, 'system'> {
  if (contrast) return dark ? 'contrast-dark' : 'contrast-light'
  return dark ? 'dark' : 'light'
}

/** Puts the theme on the document, now and whenever the user or the system changes it. */
export function startTheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const contrast = matchMedia('(prefers-contrast: more)')
  const apply = (): void => {
    const theme = themeAtom.get()
    document.documentElement.dataset.theme =
      theme === 'system' ? systemTheme(dark.matches, contrast.matches) : theme
  }
  apply()
  dark.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  const stop = themeAtom.subscribe(apply)
  return () => {
    dark.removeEventListener('change', apply)
    contrast.removeEventListener('change', apply)
    stop()
  }
}
