// The checks, one after the other: each prints its name and time, the first that fails ends the run.
import { Problem } from './problem.mjs'
import { runProgram } from './runtime.mjs'

/** A check that runs a command of the dependencies. */
export const command = (name, program, ...args) => ({
  name,
  run: async () => (await runProgram(program, args)) === 0,
})

export const format = command('Format', 'oxfmt', '--check')
export const lint = command('Lint', 'oxlint', '--type-aware', '--deny-warnings')
export const imports = command('Imports', 'node', 'scripts/check-imports.mjs')
export const types = command('Types', 'tsc', '--noEmit', '-p', '.')
export const journeyTypes = command('Types of the journeys', 'tsc', '--noEmit', '-p', 'e2e')
export const webTypes = command('Types of the web app', 'tsc', '--noEmit', '-p', 'apps/web')

/** Runs the checks in order and throws a Problem at the first that fails. */
export async function runChecks(checks) {
  for (const { name, run } of checks) {
    const startedAt = Date.now()
    process.stdout.write(`\n▸ ${name}\n`)
    const passed = await run()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (!passed) throw new Problem(`✗ ${name} failed after ${seconds} s.`)
    process.stdout.write(`✓ ${name}, ${seconds} s\n`)
  }
}
