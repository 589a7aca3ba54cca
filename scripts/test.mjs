// npm test: every check there is, from a bare clone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build-web.mjs'
import { format, imports, journeyTypes, lint, runChecks, types, webTypes } from './checks.mjs'
import { install } from './install.mjs'
import { Problem, runCommand } from './problem.mjs'
import { runProgram } from './runtime.mjs'
import { provideSystemTools } from './system-tools.mjs'
import { countPlaywright, countVitest, summarise } from './test-counts.mjs'

await runCommand(async () => {
  await install()
  const reports = mkdtempSync(path.join(tmpdir(), 'countersign-reports-'))
  const vitestReport = path.join(reports, 'vitest.json')
  const journeysReport = path.join(reports, 'journeys.json')
  const counts = () => [countVitest(vitestReport), countPlaywright(journeysReport)]

  const tests = async () =>
    (await runProgram('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ])) === 0
  const journeys = async () =>
    (await runProgram('playwright', ['test', '--reporter=list,json'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
    })) === 0
  const reported = async (run, count) => {
    const passed = await run()
    if (passed && count().passed === 0) throw new Problem('The run ended well, but its report names no test.')
    return passed
  }

  try {
    await runChecks([
      { name: 'Set-up', run: async () => (await provideSystemTools(), true) },
      format,
      lint,
      imports,
      types,
      webTypes,
      journeyTypes,
      { name: 'Unit and database tests', run: () => reported(tests, () => countVitest(vitestReport)) },
      { name: 'Web build', run: async () => (await buildWeb(), true) },
      { name: 'Journeys', run: () => reported(journeys, () => countPlaywright(journeysReport)) },
    ])
  } finally {
    process.stdout.write(`\n${summarise(counts())}\n`)
    rmSync(reports, { recursive: true, force: true })
  }
})
