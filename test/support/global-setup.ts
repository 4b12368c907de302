import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../scripts/build.mjs'

/** What the tests of a kind start; hosts, workers and the page run as they are shipped: built. */
const PARTS: Readonly<Record<string, string[]>> = {
  store: ['main'],
  tracer: ['main'],
  contract: ['main', 'electron', 'renderer', 'samples'],
}

/** Builds what is stale of the parts that this project needs, or of all. */
export async function setup({ name }: TestProject): Promise<void> {
  await ensureBuilt(PARTS[name])
}
