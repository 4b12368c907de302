import { existsSync, readFileSync } from 'node:fs'

/**
 * Numbers of a Vitest run from its JSON report. A file that could not be loaded counts as one failure, as do a missing
 * report and an exit status that no test accounts for.
 * @param {string} path
 * @param {number | null} status
 */
export function readReport(path, status) {
  if (!existsSync(path)) return { passed: 0, failed: 1, secondTries: [] }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  ).length
  const failed = report.numFailedTests + unloaded
  return {
    passed: report.numPassedTests,
    failed: status !== 0 && failed === 0 ? 1 : failed,
    secondTries: report.testResults.flatMap((file) => file.assertionResults.flatMap(secondTry)),
  }
}

/** A test that failed and then passed, which vitest.config.ts allows where real processes are waited for. */
function secondTry({ status, fullName, failureMessages }) {
  const [why] = failureMessages ?? []
  return status === 'passed' && why !== undefined ? [{ fullName, why: why.split('\n')[0] }] : []
}

/**
 * Named at the end, each with what its first try said: every one of them is a fault to find.
 * @param {readonly { fullName: string, why: string }[]} tests
 */
export function printSecondTries(tests) {
  if (tests.length === 0) return
  console.log(`\nPassed only on a second try (${tests.length}):`)
  for (const { fullName, why } of tests) console.log(`  ${fullName}\n    ${why}`)
}
