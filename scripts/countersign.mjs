// npm run countersign; `npm run verify` is `npm run countersign -- verify`, and `npm run business` likewise.
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  return runNode([inRoot('apps/api/src/countersign.ts'), ...process.argv.slice(2)], {
    // A file is looked for where the command was typed; the data folder is the repository's.
    env: { INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
  })
})
