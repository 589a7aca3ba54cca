// npm run bench
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'
import { buildWeb } from './build-web.mjs'
import { provideChromium, providePdfTools } from './system-tools.mjs'

await runCommand(async () => {
  await install()
  await provideChromium()
  await providePdfTools()
  await buildWeb()
  return runNode([inRoot('bench/main.ts'), ...process.argv.slice(2)])
})
