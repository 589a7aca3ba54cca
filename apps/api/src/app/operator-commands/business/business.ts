import { usage } from '#api/business/businesses/command-usage.ts'
import { defineCommand } from '../command.ts'

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
  run: async (call) => (await import('./run-business-command.ts')).runBusinessCommand(call),
})
