import { UsageError } from '#api/business/businesses/command.ts'
import { usage } from '#api/business/businesses/command-usage.ts'
import { openLog } from '#api/platform/logging/log.ts'
import type { Answer, Call } from '../command.ts'
import { commonOptions } from '../read-arguments.ts'
import { commands } from './commands.ts'

type BusinessCall = Call<Readonly<Record<string, string | boolean | undefined>>>

export async function runBusinessCommand(call: BusinessCall): Promise<Answer> {
  const [name = '', ...given] = call.positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(name ? `There is no command “business ${name}”.` : null)
  refuseOthers(name, call.options)
  const config = await call.config()
  const { db, payment, pool } = await call.installation()
  const log = openLog(config, 'command', call.log)
  const context = { config, db, log, payment, pool, now: () => new Date() }
  const said = await command(context, call.options, given)
  return { lines: [said], json: { done: said } }
}

/** Each of these commands has the options that its lines of the help name; the others it would leave unread. */
function refuseOthers(name: string, given: Readonly<Record<string, unknown>>): void {
  const own = new Set(
    usage
      .split(/^countersign business /m)
      .filter((part) => part.split(/\s/, 1)[0] === name)
      .flatMap((part) => [...part.matchAll(/--([a-z-]+)/g)].map(([, option]) => option)),
  )
  const other = Object.keys(given).find(
    (option) =>
      given[option] !== undefined &&
      given[option] !== false &&
      !own.has(option) &&
      !Object.hasOwn(commonOptions, option),
  )
  if (other) throw new UsageError(`Unknown option '--${other}'.`)
}
