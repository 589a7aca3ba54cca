import { day, numberIn, type Options, UsageError } from '#api/business/businesses/command.ts'
import type { BusinessBilling } from '#api/billing/subscriptions/billing.ts'
import type { PlanNameRow } from '#api/platform/db/billing-tables.ts'

export type ManualSubscription = NonNullable<BusinessBilling['manual']>

const plans: readonly PlanNameRow[] = ['individual', 'team', 'pro', 'scale', 'enterprise']

function readOff({ plan, called, seats, until }: Options): null {
  if ([plan, called, seats, until].some((one) => one !== undefined)) throw new UsageError()
  return null
}

/** Null: `--off`. */
export function readManual(options: Options): ManualSubscription | null {
  if (options['off'] === true) return readOff(options)
  const { plan, called = plan, until } = options
  if (!isPlan(plan)) throw new UsageError(`--plan has to be one of ${plans.join(', ')}.`)
  // The names that the API knows: those of the plans, and any that begins with ent.
  if (called !== plan && !(typeof called === 'string' && /^ent[\w-]{0,60}$/.test(called)))
    throw new UsageError(`--called has to begin with ent: ent-lindenhof, for example.`)
  return {
    plan,
    name: called,
    seats: numberIn(options, 'seats', 100_000),
    // Until the end of that day.
    until: until === undefined ? null : new Date(day(until).getTime() + 86_400_000 - 1000),
  }
}

const isPlan = (given: unknown): given is PlanNameRow => plans.some((plan) => plan === given)
