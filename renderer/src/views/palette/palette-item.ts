/** A line of the palette. */
export interface PaletteItem {
  readonly id: string
  /** What it is found by. */
  readonly title: string
  /** Places of the characters of the title that were typed. */
  readonly marks: readonly number[]
  /** Said beside the title. */
  readonly detail: string | null
  readonly keys: readonly string[]
  /** It is what is in force now, such as the theme. */
  readonly current: boolean
  /** Why it cannot be chosen; null when it can. */
  readonly reason: string | null
  readonly run: () => void
}

/** What the palette shows for a text. */
export interface PaletteList {
  readonly items: readonly PaletteItem[]
  /** One sentence where there is no item, or not every one; null where nothing is to be said. */
  readonly note: string | null
}

/** An item with what most items have. */
export function paletteItem(
  item: Pick<PaletteItem, 'id' | 'title' | 'run'> & Partial<PaletteItem>,
): PaletteItem {
  return { marks: [], detail: null, keys: [], current: false, reason: null, ...item }
}
