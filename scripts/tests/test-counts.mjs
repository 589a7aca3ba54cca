// What the runners' own reports say: how many tests passed and failed, and which.
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

/** The files of a vitest JSON report in which something failed, be it before the first test. */
export function failedFiles(file) {
  const results = read(file)?.testResults ?? []
  return results.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

/** Counts of a Playwright JSON report. A test that passed when it was tried again has passed. */
export function countPlaywright(file) {
  const stats = read(file)?.stats
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** The journeys that passed only when they were tried again. */
export function unsteadyJourneys(file) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  const specs = (read(file)?.suites ?? []).flatMap(specsOf)
  return specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${spec.file}: ${spec.title}`)
}

/** `12 passed, 0 failed`, what was skipped if anything was, and what passed at the second try alone. */
export function summarise(counts, unsteady = []) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [line, ...unsteady.map((name) => `  passed only when tried again: ${name}`)].join('\n')
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
