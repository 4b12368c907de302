import { ensureBuilt } from '../../scripts/build.mjs'

/** Hosts, workers and the page run as they are shipped: built. Only what is stale is built again. */
export async function setup(): Promise<void> {
  await ensureBuilt(['main', 'electron', 'renderer'])
}
