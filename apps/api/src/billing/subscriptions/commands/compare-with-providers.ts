import type { CommandContext } from '#api/business/businesses/command.ts'
import { isLive } from '#api/billing/plans/billing-state.ts'
import type { Subscription } from '#api/billing/subscriptions/billing.ts'
import { chooseLive } from '#api/billing/subscriptions/sync/convergence.ts'
import { findLive, listCustomers } from '#api/billing/subscriptions/repository.ts'
import { type CustomerState, PaymentFailed, type SubscriptionState } from '#api/providers/payment/port.ts'
import { counted } from '#api/platform/values/counted.ts'

export interface Comparison {
  readonly checked: number
  readonly differences: readonly string[]
}

/** Our live subscription of each business beside the one its provider has. A webhook under way is a difference, too. */
export async function compareWithProviders({ db, payment }: CommandContext): Promise<Comparison> {
  const customers = await listCustomers(db)
  const differences: string[] = []
  for (const { businessId, customerId, deletedAt, name, provider: providerName } of customers) {
    const about = `${name} (${businessId}), ${providerName} ${customerId}`
    const provider = payment.named(providerName)
    if (!provider) {
      differences.push(`${about}: ${providerName} is not set up`)
      continue
    }
    const state = await ask(() => provider.fetchState(customerId))
    if (typeof state === 'string') {
      differences.push(`${about}: could not be compared: ${state}`)
      continue
    }
    const own = await findLive(db, businessId)
    const found = deletedAt === null ? compare(own, state) : compareDeleted(deletedAt, state)
    differences.push(...found.map((difference) => `${about}: ${difference}`))
  }
  return { checked: customers.length, differences }
}

async function ask(work: () => Promise<CustomerState | null>): Promise<CustomerState | string | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    return error.message
  }
}

function compare(own: Subscription | null, state: CustomerState | null): string[] {
  if (!state) return ['the provider does not know this customer']
  const { live, others } = chooseLive(state, own)
  const here = describe(own)
  const there = describe(live)
  return [
    ...(here === there ? [] : [`here ${here}, at the provider ${there}`]),
    ...others.map(({ id }) => `another live subscription at the provider: ${id}`),
  ]
}

/** Of a deleted business nothing may be live, and whether the provider still knows it doesn't matter. */
function compareDeleted(deletedAt: Date, state: CustomerState | null): string[] {
  const live = state?.subscriptions.filter(({ status }) => isLive(status)) ?? []
  return live.map(({ id }) => `deleted on ${deletedAt.toISOString()}, and ${id} is still charged`)
}

function describe(one: Subscription | SubscriptionState | null): string {
  if (!one) return 'no live subscription'
  const next = one.nextSeats === null ? '' : ` (then ${one.nextSeats})`
  return `${one.id} ${one.plan} by the ${one.cycle}, ${counted(one.seats, 'seat')}${next}, ${one.status}`
}
