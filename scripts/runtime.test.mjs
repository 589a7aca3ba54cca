import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const own = (name) => JSON.stringify(new URL(name, import.meta.url).href)

/** Ends as `npm run e2e` does when its program does. */
function statusAfter(program) {
  const script = `
    import { runCommand } from ${own('problem.mjs')}
    import { runNode } from ${own('runtime.mjs')}
    await runCommand(() => runNode(['-e', ${JSON.stringify(program)}]))`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script]).status
}

test.each([
  ['process.exitCode = 0', 0],
  ['process.exitCode = 1', 1],
  ['process.exit(130)', 130],
  ['throw new Error("no")', 1],
  ['process.kill(process.pid, "SIGKILL")', 137],
  ['process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 60_000)', 143],
])('a command whose program runs %s ends with %i', (program, status) => {
  expect(statusAfter(program)).toBe(status)
})
