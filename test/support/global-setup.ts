import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../scripts/browser.mjs'
import { ensureBuilt } from '../../scripts/build.mjs'

/** What the tests of a kind start; hosts, workers and the page run as they are shipped: built. */
const PARTS: Readonly<Record<string, string[]>> = {
  store: ['main'],
  tracer: ['main', 'sandbox'],
  contract: ['main', 'electron', 'renderer', 'sandbox', 'samples'],
}

/** Builds what is stale of the parts that this project needs, or of all, and finds the browser. */
export async function setup({ name }: TestProject): Promise<void> {
  await ensureBuilt(PARTS[name])
  if (name === 'e2e') process.env.WORKBENCH_BROWSER ??= findBrowser()
}
