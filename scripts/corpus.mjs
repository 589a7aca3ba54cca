// npm run corpus -- FOLDER: what the product makes of each PDF in a folder.
import path from 'node:path'
import { install } from './install.mjs'
import { inRoot } from './paths.mjs'
import { Problem, runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'
import { providePdfTools } from './system-tools.mjs'

await runCommand(async () => {
  const [folder, ...files] = process.argv.slice(2)
  if (!folder) throw new Problem('Say which folder of PDF files: npm run corpus -- FOLDER [FILE …]')
  await install()
  await providePdfTools()
  // It is looked for where the command was typed.
  const where = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  return runNode([inRoot('corpus/main.ts'), where, ...files])
})
