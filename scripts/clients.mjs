// npm run clients: writes the generated part of both clients from the contract's description of the integration API.
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  return runNode([inRoot('scripts/clients/write.mjs')])
})
