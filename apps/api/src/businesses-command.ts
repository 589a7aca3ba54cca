import { parseArgs } from 'node:util'
import { destination, pino } from 'pino'
import { readConfig } from './platform/settings/config.ts'
import { openInstallation } from './app/open-installation.ts'
import { UsageError } from './business/businesses/command.ts'
import { commands } from './app/operator-commands/commands.ts'

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
  if (!command) throw new UsageError()
  const { values, positionals } = read(args)
  const config = readConfig(process.env)
  const installation = await openInstallation(config)
  try {
    const { db, payment, pool } = installation
    // The answer goes to the standard output, and the log beside it.
    const log = pino({ level: config.logLevel, base: null }, destination(2))
    const context = { config, db, log, payment, pool, now: () => new Date() }
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
        all: { type: 'boolean' },
        off: { type: 'boolean' },
        plan: text,
        called: text,
        seats: text,
        until: text,
        days: text,
        since: text,
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}
