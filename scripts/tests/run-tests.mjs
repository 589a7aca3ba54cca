// Runs the tests and the journeys. What fails is tried once more, on its own: a machine that is busy with something else
// must not decide whether the product works. What passes only then is named, for someone to look into.
import path from 'node:path'
import { root } from '../paths.mjs'
import { Problem } from '../problem.mjs'
import { runProgram } from '../runtime.mjs'
import { countPlaywright, countVitest, failedFiles, unsteadyJourneys } from './test-counts.mjs'

/** More files than this are no accident: they are not tried again. */
const secondTriesAtMost = 6

/** Unit and database tests. Answers {passed, counts, unsteady}. */
export async function runTests(reports) {
  const first = path.join(reports, 'tests.json')
  const passed = await vitest(first)
  const failed = failedFiles(first).map((file) => path.relative(root, file))
  if (passed || failed.length === 0 || failed.length > secondTriesAtMost)
    return { passed: passed && reported(countVitest(first)), counts: [countVitest(first)], unsteady: [] }
  process.stdout.write(`\nRetrying each on its own: ${failed.join(', ')}\n`)
  const second = path.join(reports, 'second-try.json')
  const passedThen = await vitest(second, ...failed, '--maxWorkers=1')
  const counts = passedThen
    ? [
        { ...countVitest(first), failed: 0 },
        { ...countVitest(second), skipped: 0, passed: countVitest(first).failed },
      ]
    : [countVitest(first)]
  return { passed: passedThen && reported(countVitest(second)), counts, unsteady: passedThen ? failed : [] }
}

/** The journeys in a browser, the same way. */
export async function runJourneys(reports) {
  const report = path.join(reports, 'journeys.json')
  const status = await runProgram('playwright', ['test', '--retries=1', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const count = countPlaywright(report)
  return { passed: status === 0 && reported(count), counts: [count], unsteady: unsteadyJourneys(report) }
}

async function vitest(report, ...more) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return (await runProgram('vitest', ['run', ...reporters, ...more])) === 0
}

function reported(count) {
  if (count.passed === 0) throw new Problem('The run ended well, but its report names no test.')
  return true
}
