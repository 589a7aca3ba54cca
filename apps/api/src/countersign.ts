import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { commands } from './app/operator-commands/commands.ts'
import { endOnSignals } from './app/operator-commands/interruption.ts'
import { runCommand } from './app/operator-commands/run-command.ts'
import { queryNameServersFirst } from './platform/host-names/name-servers-first.ts'

// `npm run countersign -- …`, and `countersign …` in the image.
const { env: environment, stdin, stdout, stderr } = process
// What a command loads when it runs is compiled once. Beside the program, as who can write there can change the program, too:
// anyone can write to the folder for temporary files. Where we can't write there, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))
queryNameServersFirst()
// Piped into a program that reads no further, such as `head`.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
const interruption = endOnSignals()
const surroundings = { environment, stdin, stdout, stderr, interruption }
process.exitCode = await runCommand(commands, process.argv.slice(2), surroundings)
