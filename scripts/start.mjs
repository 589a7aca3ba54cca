// npm start: everything from a bare clone to a running product.
import { buildWeb } from './build-web.mjs'
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

await runCommand(async () => {
  await install()
  await buildWeb()
  return runNode([inRoot('apps/api/src/local.ts'), ...process.argv.slice(2)], {
    env: {
      COUNTERSIGN_ENDS_WITH_PARENT: '1',
      // Worker threads come and go: their memory is to go back to the system with them.
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
      MALLOC_MMAP_THRESHOLD_: '131072',
      // What is soon forgotten may take 8 MB and not 16: idle memory stays below 170 MB.
      NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`,
      // Each worker thread reads the same modules: compiled once, they take less time and memory.
      NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled'),
    },
  })
})
