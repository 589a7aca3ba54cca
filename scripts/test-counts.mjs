// How many tests passed and failed, from the runners' own reports.
import { readFileSync } from 'node:fs'

/** Counts of a vitest JSON report; nothing passed when there is no report. */
export function countVitest(file) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of a Playwright JSON report. A test that passed only when tried again counts as failed. */
export function countPlaywright(file) {
  const stats = read(file)?.stats
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/** `12 passed, 0 failed`, and what was skipped if anything was. */
export function summarise(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
