import { corpus } from './corpus.ts'
import { drawing } from './drawing.ts'
import { exports } from './exports.ts'
import { host } from './host.ts'
import { jobs } from './jobs.ts'
import { labels } from './labels.ts'
import { modelFolders } from './model-folders.ts'
import { models } from './models.ts'
import { predictions } from './predictions.ts'
import { runs } from './runs.ts'
import { runtime } from './runtime.ts'
import { search } from './search.ts'
import { servers } from './servers.ts'
import { stepping } from './stepping.ts'
import { traces } from './traces.ts'
import { trajectories } from './trajectories.ts'
import { trees } from './trees.ts'

/** Every call and stream of the workbench, by name. */
export const contract = {
  ...corpus,
  ...traces,
  ...trees,
  ...trajectories,
  ...drawing,
  ...labels,
  ...exports,
  ...jobs,
  ...host,
  ...search,
  ...models,
  ...modelFolders,
  ...servers,
  ...runtime,
  ...runs,
  ...predictions,
  ...stepping,
}
export type WorkbenchContract = typeof contract
