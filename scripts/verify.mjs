// npm run verify
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  return runNode([inRoot('apps/api/src/verify.ts'), ...process.argv.slice(2)], {
    // A file is looked for where the command was typed; the data folder is the repository's.
    env: { INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
  })
})
