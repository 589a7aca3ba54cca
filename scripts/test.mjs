// npm test: every check there is, from a bare clone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build-web.mjs'
import { format, imports, journeyTypes, lint, runChecks, types, webTypes } from './checks.mjs'
import { install } from './install.mjs'
import { runCommand } from './problem.mjs'
import { runJourneys, runTests } from './run-tests.mjs'
import { provideSystemTools } from './system-tools.mjs'
import { summarise } from './test-counts.mjs'

await runCommand(async () => {
  await install()
  const reports = mkdtempSync(path.join(tmpdir(), 'countersign-reports-'))
  const counts = []
  const unsteady = []
  const tallied = (run) => async () => {
    const result = await run(reports)
    counts.push(...result.counts)
    unsteady.push(...result.unsteady)
    return result.passed
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
      // Some tests ask the api for its pages.
      { name: 'Web build', run: async () => (await buildWeb(), true) },
      { name: 'Unit and database tests', run: tallied(runTests) },
      { name: 'Journeys', run: tallied(runJourneys) },
    ])
  } finally {
    process.stdout.write(`\n${summarise(counts, unsteady)}\n`)
    rmSync(reports, { recursive: true, force: true })
  }
})
