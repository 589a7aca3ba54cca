// npm run e2e: the journeys in Chromium; with --browsers, the main ones in Firefox and WebKit. Further arguments go to Playwright.
import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { runCommand } from './problem.mjs'
import { runProgram } from './runtime.mjs'
import { provideChromium, provideOtherBrowsers } from './system-tools.mjs'

await runCommand(async () => {
  await install()
  const given = process.argv.slice(2)
  const wanted = given.filter((argument) => argument !== '--browsers')
  const isOthers = wanted.length < given.length
  await (isOthers ? provideOtherBrowsers() : provideChromium())
  await buildWeb()
  const config = isOthers ? ['--config', 'playwright.browsers.config.ts'] : []
  return runProgram('playwright', ['test', ...config, ...wanted])
})
