// npm test: every check there is, from a bare clone.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build-web.mjs'
import { format, imports, journeyTypes, lint, runChecks, types, webTypes } from './checks.mjs'
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runJourneys, runTests } from './tests/run-tests.mjs'
import { mayInstallPackages } from './system-tools.mjs'
import { summarise } from './tests/test-counts.mjs'

await runCommand(async () => {
  // The system's packages arrive while npm's do and while the first checks run: nothing needs them sooner. Where they can't
  // be installed, Playwright's browser may be, which is among npm's.
  const setUp = mayInstallPackages() ? setUpSystem() : undefined
  try {
    await install()
    await runAll(setUp)
  } finally {
    await setUp
  }
})

/** Answers whether all tools are there; what is missing it has printed. */
function setUpSystem() {
  const child = spawn(process.execPath, [inRoot('scripts/system-tools.mjs')], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (status) => resolve(status === 0))
  })
}

async function runAll(setUp) {
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
      format,
      lint,
      imports,
      types,
      webTypes,
      journeyTypes,
      { name: 'Set-up of the system', run: () => setUp ?? setUpSystem() },
      // Some tests ask the api for its pages.
      { name: 'Web build', run: async () => (await buildWeb(), true) },
      { name: 'Unit and database tests', run: tallied(runTests) },
      { name: 'Journeys', run: tallied(runJourneys) },
    ])
  } finally {
    process.stdout.write(`\n${summarise(counts, unsteady)}\n`)
    rmSync(reports, { recursive: true, force: true })
  }
}
