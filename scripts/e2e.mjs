// npm run e2e: the journeys in a real browser; further arguments go to Playwright.
import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { runCommand } from './problem.mjs'
import { runProgram } from './runtime.mjs'
import { provideChromium } from './system-tools.mjs'

await runCommand(async () => {
  await install()
  await provideChromium()
  await buildWeb()
  return runProgram('playwright', ['test', ...process.argv.slice(2)])
})
