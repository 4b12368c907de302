import { existsSync, readFileSync } from 'node:fs'

/**
 * Numbers of a Vitest run from its JSON report. A file that could not be loaded counts as one failure, as do a missing
 * report and an exit status that no test accounts for.
 * @param {string} path
 * @param {number | null} status
 */
export function readReport(path, status) {
  if (!existsSync(path)) {
    return { passed: 0, failed: 1, failures: [unaccounted(status)], secondTries: [] }
  }
  const report = JSON.parse(readFileSync(path, 'utf8'))
  const failures = report.testResults.flatMap(failuresOf)
  if (status !== 0 && failures.length === 0) failures.push(unaccounted(status))
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures,
    secondTries: report.testResults.flatMap((file) => file.assertionResults.flatMap(secondTry)),
  }
}

/** What failed of a file: its tests, or the file itself, which could not be loaded. */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [named(name, [message])]
  return tests.map(({ fullName, failureMessages }) => named(fullName, failureMessages))
}

function unaccounted(status) {
  return named('The run of the tests itself', [`It ended with status ${status}.`])
}

function named(fullName, [why = '']) {
  return { fullName, why: why.split('\n')[0] }
}

/** A test that failed and then passed, which vitest.config.ts allows where real processes are waited for. */
function secondTry({ status, fullName, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0 ? [named(fullName, failureMessages)] : []
}

/**
 * Named at the end, each with what it said first, where somebody who reads a long log looks. A second try is a fault to
 * find as well.
 * @param {string} title
 * @param {readonly { fullName: string, why: string }[]} tests
 */
export function printTests(title, tests) {
  if (tests.length === 0) return
  console.log(`\n${title} (${tests.length}):`)
  for (const { fullName, why } of tests) console.log(`  ${fullName}\n    ${why}`)
}
