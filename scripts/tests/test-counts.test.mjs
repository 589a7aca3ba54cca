import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest, failedFiles, summarise, unsteadyJourneys } from './test-counts.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-counts-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function report(name, content) {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the summary adds up what both runners report', () => {
  const unit = report('unit', { numPassedTests: 40, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 })
  const journeys = report('journeys', { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } })

  expect(summarise([countVitest(unit), countPlaywright(journeys)])).toBe('42 passed, 0 failed')
})

test('the summary hides neither failures nor skipped ones', () => {
  const unit = report('unit', { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  const journeys = report('journeys', { stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 1 } })

  expect(summarise([countVitest(unit), countPlaywright(journeys)])).toBe('42 passed, 2 failed, 4 skipped')
})

test('the summary names what passed only when it was tried again', () => {
  const failed = report('unit', {
    testResults: [
      { name: '/a.test.ts', status: 'passed' },
      { name: '/b.test.ts', status: 'failed' },
    ],
  })
  const journeys = report('journeys', {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [
      {
        suites: [
          {
            specs: [
              { file: 'sign.spec.ts', title: 'Anna signs', tests: [{ status: 'flaky' }] },
              { file: 'sign.spec.ts', title: 'Ben signs', tests: [{ status: 'expected' }] },
            ],
          },
        ],
      },
    ],
  })

  expect(failedFiles(failed)).toEqual(['/b.test.ts'])
  expect(summarise([countPlaywright(journeys)], unsteadyJourneys(journeys))).toBe(
    '2 passed, 0 failed\n  passed only when tried again: sign.spec.ts: Anna signs',
  )
})

test('the summary counts nothing where a run left no report', () => {
  expect(
    summarise([countVitest(path.join(folder, 'none')), countPlaywright(path.join(folder, 'none'))]),
  ).toBe('0 passed, 0 failed')
})
