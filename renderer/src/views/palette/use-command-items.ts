import { useMemo } from 'react'
import { useCommands } from '../../ui/keys.ts'
import { type PaletteList, paletteItem } from './palette-item.ts'
import { rankItems } from './rank.ts'

/** Opens the palette itself: of no use in it. */
const PALETTE_COMMAND = /^palette\./

/** Every command, with its keys, and with the reason where it cannot run now; null while `query` is. */
export function useCommandItems(query: string | null): PaletteList | null {
  const commands = useCommands()
  return useMemo(() => {
    if (query === null) return null
    const items = commands
      .filter(({ id }) => id === null || !PALETTE_COMMAND.test(id))
      .map(({ id, scope, description, keys, current, reason, run }) =>
        paletteItem({
          id: id ?? `${scope}: ${description}`,
          title: scope === 'Everywhere' ? description : `${scope}: ${description}`,
          keys,
          current,
          reason,
          run,
        }),
      )
    return rankItems(query, items)
  }, [query, commands])
}
