import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { printTests, readReport } from '../../scripts/test-report.mjs'
import { temporaryFolder } from '../support/ndw.ts'

const folder = temporaryFolder('report')
afterAll(folder.remove)

interface Test {
  readonly status: 'passed' | 'failed' | 'pending'
  readonly fullName: string
  readonly failureMessages: readonly string[]
}

function reportOf(tests: readonly Test[], unloaded = 0): string {
  const path = join(folder.path, 'report.json')
  const count = (status: Test['status']): number => tests.filter((t) => t.status === status).length
  const broken = Array.from({ length: unloaded }, () => ({
    name: 'broken.test.ts',
    status: 'failed',
    message: 'Cannot find module x',
    assertionResults: [],
  }))
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      testResults: [
        { status: count('failed') > 0 ? 'failed' : 'passed', assertionResults: tests },
        ...broken,
      ],
    }),
  )
  return path
}

const passed: Test = { status: 'passed', fullName: 'a list is kept', failureMessages: [] }
const late: Test = {
  status: 'passed',
  fullName: 'a page opens',
  failureMessages: ['Timeout 30000ms exceeded.\n    at open (page.ts:3:1)'],
}
const failed: Test = { status: 'failed', fullName: 'a row is red', failureMessages: ['no row'] }

describe('the report of a test run', () => {
  it('tells a test that passed only on its second try, and why its first failed', () => {
    expect(readReport(reportOf([passed, late]), 0)).toEqual({
      passed: 2,
      failed: 0,
      failures: [],
      secondTries: [{ fullName: 'a page opens', why: 'Timeout 30000ms exceeded.' }],
    })
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
    printTests('Slow', [])
    expect(lines).not.toHaveBeenCalled()
    printTests('Slow', [{ fullName: 'a page opens', why: 'Timeout 30000ms exceeded.' }])
    expect(lines.mock.calls.flat().join('\n')).toContain(
      'Slow (1):\n  a page opens\n    Timeout 30000ms',
    )
    lines.mockRestore()
  })

  it('counts what failed, what could not be loaded, and a failure that no test accounts for', () => {
    expect(readReport(reportOf([passed, failed], 1), 1)).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        { fullName: 'a row is red', why: 'no row' },
        { fullName: 'broken.test.ts', why: 'Cannot find module x' },
      ],
      secondTries: [],
    })
    expect(readReport(reportOf([passed]), 1)).toMatchObject({ passed: 1, failed: 1 })
    expect(readReport(reportOf([passed]), 0).secondTries).toEqual([])
    expect(readReport(join(folder.path, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})
