const PATHS = {
  corpus: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6 6.5v6',
  record: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  trace: 'M3 3v10M3 4.5h4.5M3 8h7M7.5 4.5v0M6 11.5h7M3 11.5h3M6 8v3.5',
  sample: 'M2.5 8h3l3-4.5h5M5.5 8h8M5.5 8l3 4.5h5',
  evaluate: 'M2.5 13.5h11M4.5 13.5v-4M8 13.5v-7M11.5 13.5v-10',
  predict:
    'M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  label: 'M2.5 3.5v5l5.5 5 5.5-5.5-5.5-5h-5zM5.5 6.2v.1',
  export: 'M8 2.5v7M5 6.8l3 3 3-3M2.5 10.5v3h11v-3',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.5 8.5l3 3 6-7',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.1',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  folder: 'M2 4h4.5l1.5 2h6v7H2z',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.5v1.7M8 12.8v1.7M1.5 8h1.7M12.8 8h1.7M3.4 3.4l1.2 1.2M11.4 11.4l1.2 1.2M12.6 3.4l-1.2 1.2M4.6 11.4l-1.2 1.2',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  contrast: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 2v12M8 4.5h3.5M8 7h4.9M8 9.5h4.9M8 12h3.2',
  system: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  plus: 'M8 3v10M3 8h10',
  collapse: 'M3 3h10v10H3zM5.5 8h5',
  expand: 'M3 3h10v10H3zM5.5 8h5M8 5.5v5',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM10.2 10.2l3.3 3.3',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  left: 'M10 4L6 8l4 4',
  right: 'M6 4l4 4-4 4',
  help: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.3M8 11.3v.1',
  keyboard: 'M1.5 4.5h13v7h-13zM4 7v.1M6.5 7v.1M9 7v.1M11.5 7v.1M5 9.5h6',
} as const

export type IconName = keyof typeof PATHS

/** A 16-unit line drawing in the colour of the text; the word beside it, or the button's name, says what it means. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
