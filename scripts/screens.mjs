// npm run screens: a picture of every screen, into docs/screens; names of screens take these alone.
import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'
import { provideChromium } from './system-tools.mjs'

await runCommand(async () => {
  await install()
  await provideChromium()
  await buildWeb()
  return runNode([inRoot('e2e/screens/main.ts'), ...process.argv.slice(2)])
})
