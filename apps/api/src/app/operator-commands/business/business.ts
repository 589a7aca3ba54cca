import { destination } from 'pino'
import { openLog } from '#api/platform/logging/log.ts'
import { UsageError as WrongUse } from '#api/business/businesses/command.ts'
import { usage } from '#api/business/businesses/command-usage.ts'
import { defineCommand } from '../command.ts'
import { commands } from './commands.ts'

const text = (summary: string) => ({ type: 'string', summary }) as const
const flag = (summary: string) => ({ type: 'boolean', summary }) as const
const options = {
  name: text('of the business or the seal'),
  admin: text('email of the first admin'),
  label: text('of a seal, for people'),
  quality: text('AES or QES'),
  legislation: text('ZERTES or EIDAS'),
  service: text('trust service of a seal'),
  'seal-name': text("what the trust service calls the organisation's key"),
  organisation: text("the organisation in the seal's certificate"),
  certifies: flag('the seal certifies the document'),
  check: flag('only list what is missing'),
  all: flag('every business, or every account'),
  off: flag('end it'),
  plan: text('a plan'),
  called: text("the plan's name in the API"),
  seats: text('number of seats'),
  until: text('a day: 2027-01-31'),
  days: text('number of days'),
  since: text('a day: 2027-01-31'),
} as const

export const business = defineCommand({
  name: 'business',
  takes: 'COMMAND …',
  summary: 'businesses, their seats, seals and billing',
  description: usage,
  options,
  run: async (call) => {
    const [name = '', ...given] = call.positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new WrongUse(name ? `There is no command “business ${name}”.` : null)
    refuseOthers(name, call.options)
    const config = call.config()
    const { db, payment, pool } = await call.installation()
    // The answer goes to the standard output, and the log beside it.
    const log = openLog(config, 'command', destination(2))
    const context = { config, db, log, payment, pool, now: () => new Date() }
    const said = await command(context, call.options, given)
    return { lines: [said], json: { done: said } }
  },
})

/** Each of these commands has the options that its lines of the help name; the others it would leave unread. */
function refuseOthers(name: string, given: Readonly<Record<string, unknown>>): void {
  const own = new Set(
    usage
      .split(/^countersign business /m)
      .filter((part) => part.split(/\s/, 1)[0] === name)
      .flatMap((part) => [...part.matchAll(/--([a-z-]+)/g)].map(([, option]) => option)),
  )
  const other = Object.keys(options).find(
    (option) => given[option] !== undefined && given[option] !== false && !own.has(option),
  )
  if (other) throw new WrongUse(`Unknown option '--${other}'.`)
}
