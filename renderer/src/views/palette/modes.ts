/** What the first character of the text asks for. */
export interface PaletteMode {
  readonly prefix: '' | '>' | '@' | '#' | ':' | '='
  readonly title: string
  readonly placeholder: string
  /** One sentence where nothing fits. */
  readonly nothing: string
}

/** Product.md 4.5. The one without a character comes last: every text begins with nothing. */
export const PALETTE_MODES: readonly PaletteMode[] = [
  {
    prefix: '>',
    title: 'Commands',
    placeholder: 'Type a command',
    nothing: 'No command has these letters.',
  },
  {
    prefix: '@',
    title: 'Functions',
    placeholder: 'Type the name of a function',
    nothing: 'No function of the trace has these letters.',
  },
  {
    prefix: '#',
    title: 'Labels',
    placeholder: 'Type a failure class',
    nothing: 'No failure class and no decision has these letters.',
  },
  {
    prefix: ':',
    title: 'Event number',
    placeholder: 'Type the number of an event',
    nothing: '',
  },
  {
    prefix: '=',
    title: 'Compare with',
    placeholder: 'Type the name of a program to compare with',
    nothing: 'No program has this name.',
  },
  {
    prefix: '',
    title: 'Traces and views',
    placeholder: 'Type the name of a program or a view',
    nothing: 'No program and no view has this name. Commands begin with >',
  },
]

/** The mode of a text, and what was typed after its character; the > that is there when it opens gives way to another. */
export function readText(text: string): { readonly mode: PaletteMode; readonly query: string } {
  const typed = text.replace(/^>(?=[@#:=])/, '')
  const mode = PALETTE_MODES.find(({ prefix }) => typed.startsWith(prefix))
  if (mode === undefined) throw new Error('No mode of the palette takes any text.')
  return { mode, query: typed.slice(mode.prefix.length).trim() }
}
