import { MOST_VIEWS, type SavedView } from '../../../shared/contract/corpus.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { WritableDb } from '../database.ts'
import { settingGet } from '../readers/setting-reader.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

export function settingSet(
  db: WritableDb,
  { name, value }: Writes['settingSet']['input'],
): Writes['settingSet']['output'] {
  db.run(sql`INSERT INTO setting (name, value) VALUES (${name}, ${JSON.stringify(value)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  return {}
}

/** JSON that only these writers write. */
function viewsOf(db: WritableDb): SavedView[] {
  return (settingGet(db, { name: 'views' }) ?? []) as SavedView[]
}

function keep(db: WritableDb, views: readonly SavedView[]): { views: SavedView[] } {
  const sorted = views.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  settingSet(db, { name: 'views', value: sorted })
  return { views: sorted }
}

export function viewSave(
  db: WritableDb,
  { view }: Writes['viewSave']['input'],
): Writes['viewSave']['output'] {
  const others = viewsOf(db).filter(({ name }) => name !== view.name)
  if (others.length >= MOST_VIEWS) {
    throw new ServiceError(
      'conflict',
      `This workspace keeps ${MOST_VIEWS} views already; remove one to save another.`,
    )
  }
  const rest = view.isDefault ? others.map((one) => ({ ...one, isDefault: false })) : others
  return keep(db, [...rest, view])
}

export function viewRemove(
  db: WritableDb,
  { name }: Writes['viewRemove']['input'],
): Writes['viewRemove']['output'] {
  const views = viewsOf(db)
  const rest = views.filter((view) => view.name !== name)
  if (rest.length === views.length) {
    throw new ServiceError('not-found', `There is no view named ${JSON.stringify(name)}.`)
  }
  return keep(db, rest)
}
