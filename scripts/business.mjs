// npm run business
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  return runNode([inRoot('apps/api/src/businesses-command.ts'), ...process.argv.slice(2)])
})
