// npm run fuzz -- [--seconds N] [--target NAME] [--seed N]: tries what reads the bytes of others with broken ones.
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  return runNode([inRoot('packages/pdf-signature/fuzz/main.ts'), ...process.argv.slice(2)])
})
