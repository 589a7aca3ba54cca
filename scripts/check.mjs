// npm run check: what can be said without a database or a browser.
import { command, format, imports, journeyTypes, lint, runChecks, types, webTypes } from './checks.mjs'
import { install } from './install.mjs'
import { runCommand } from './problem.mjs'

const unit = command('Unit tests', 'vitest', 'run', '--project', 'unit', '--project', 'web')

await runCommand(async () => {
  await install()
  await runChecks([format, lint, imports, types, webTypes, journeyTypes, unit])
})
