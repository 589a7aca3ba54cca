import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { openInstallation } from './open-installation.ts'
import { commands, usage, UsageError } from './businesses/commands.ts'

// `npm run business -- …`: what the operator does about businesses and seals. Exit status: 0 done, 1 not, 2 not understood.

const known = ['ConfigError', 'DatabaseStartError', 'NoInstallation', 'NotDone', 'PaymentFailed']

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const { name, message, stack } = error as Error
  process.stderr.write(`${known.includes(name) || error instanceof UsageError ? message : stack}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name]
  if (!command) throw new UsageError(usage)
  const { values, positionals } = read(args)
  const installation = await openInstallation(readConfig(process.env))
  try {
    const { db, payment } = installation
    const context = { db, payment, now: () => new Date() }
    process.stdout.write(`${await command(context, values, positionals)}\n`)
    return 0
  } finally {
    await installation.close()
  }
}

function read(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        business: text,
        name: text,
        admin: text,
        label: text,
        quality: text,
        legislation: text,
        service: text,
        'seal-name': text,
        organisation: text,
        certifies: { type: 'boolean' },
        check: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`, { cause: error })
  }
}
