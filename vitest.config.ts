import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of these kinds start our programs, which run built. */
const built = { globalSetup: ['test/support/global-setup.ts'] }

/** Real processes, browsers and pages that wait: on a busy machine one may be late. `npm test` names every test that needed this. */
const onceMore = { retry: 1 }

const drawn = 'test/support/seed.ts'

export default defineConfig({
  test: {
    // By itself it leaves a core free, which halves the speed of a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/architecture.test.ts'],
          setupFiles: [drawn],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'property',
          include: ['test/property/**/*.test.ts'],
          setupFiles: [drawn],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'store',
          include: ['test/store/**/*.test.ts'],
          setupFiles: [drawn],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...built,
        },
      },
      {
        test: {
          name: 'contract',
          ...onceMore,
          include: ['test/contract/**/*.test.ts'],
          setupFiles: [drawn],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...built,
        },
      },
      {
        test: {
          name: 'tracer',
          ...onceMore,
          include: ['test/tracer/**/*.test.ts'],
          setupFiles: [drawn],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...built,
        },
      },
      {
        test: {
          name: 'component',
          ...onceMore,
          include: ['test/component/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [drawn, 'test/component/set-up.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          ...onceMore,
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: [drawn],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // A second, as it is otherwise, can pass on a busy machine before a page has drawn.
          expect: { poll: { timeout: 15_000 } },
          ...built,
        },
      },
    ],
  },
})
