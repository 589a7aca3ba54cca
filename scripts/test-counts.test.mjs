import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countPlaywright, countVitest, summarise } from './test-counts.mjs'

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

test('adds up what both runners report', () => {
  const unit = report('unit', { numPassedTests: 40, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 })
  const journeys = report('journeys', { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 } })

  expect(summarise([countVitest(unit), countPlaywright(journeys)])).toBe('42 passed, 0 failed')
})

test('hides neither failures, nor tests that passed at the second try, nor skipped ones', () => {
  const unit = report('unit', { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 })
  const journeys = report('journeys', { stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 } })

  expect(summarise([countVitest(unit), countPlaywright(journeys)])).toBe('42 passed, 3 failed, 4 skipped')
})

test('counts nothing where a run left no report', () => {
  expect(
    summarise([countVitest(path.join(folder, 'none')), countPlaywright(path.join(folder, 'none'))]),
  ).toBe('0 passed, 0 failed')
})
