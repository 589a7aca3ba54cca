import { commands } from './app/operator-commands/commands.ts'
import { runCommand } from './app/operator-commands/run-command.ts'
import { queryNameServersFirst } from './platform/host-names/name-servers-first.ts'

// `npm run countersign -- …`, and `countersign …` in the image.
const { env: environment, stdin, stdout, stderr } = process
queryNameServersFirst()
process.exitCode = await runCommand(commands, process.argv.slice(2), { environment, stdin, stdout, stderr })
