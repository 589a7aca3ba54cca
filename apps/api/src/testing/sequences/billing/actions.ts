import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Card } from '#api/testing/billing/payer-page.ts'
import { recordUsage } from '#api/billing/usage/record-usage.ts'
import { reportUsage } from '#api/billing/usage/report-usage.ts'
import { syncBilling } from '#api/billing/subscriptions/sync/sync-billing.ts'
import { syncCustomer } from '#api/billing/subscriptions/sync/sync-customer.ts'
import { customerOf, enterOwnCard, type Payer, signIn } from './payer.ts'
import type { Random } from '../random.ts'
import type { Stage } from './stage.ts'

export type Action = (stage: Stage, payer: Payer, random: Random) => Promise<void>

/** A call of the admin's. What is refused by name is an answer like any other; anything else has to be a death of ours. */
async function ask<E extends Endpoint>(stage: Stage, payer: Payer, endpoint: E, input: InputOf<E>) {
  const reply = await stage.api.ask(endpoint, input, payer.as)
  if (reply.status !== 401) return reply
  await signIn(stage, payer)
  return stage.api.ask(endpoint, input, payer.as)
}

const cards: readonly Card[] = [
  'accepted',
  'accepted',
  'accepted',
  'asks each time',
  'accepted, then declined',
]

export const buy: Action = async (stage, payer, random) => {
  const isNew = !payer.hasCard || random.chance(0.2)
  await buyWith(stage, payer, random, isNew ? random.pick(cards) : null)
}

/** Without a card, what is on file pays. */
export async function buyWith(
  stage: Stage,
  payer: Payer,
  random: Random,
  card: Card | null,
  cycle?: 'month' | 'year',
): Promise<void> {
  const setupReference = card ? await enterOwnCard(stage, payer, card) : null
  const amountSeats = 2 + random.int(6)
  payer.chosen.add(amountSeats)
  const choice = {
    plan: random.pick(['team', 'pro'] as const),
    cycle: cycle ?? random.pick(['month', 'year'] as const),
  }
  const body = {
    ...choice,
    amountSeats,
    currency: 'CHF',
    setupReference,
    billing: { country: 'CH' },
  } as const
  await ask(stage, payer, calls.upgradeBusiness, { params: { id: payer.id }, body })
}

const changeSeats: Action = async (stage, payer, random) => {
  const shown = await ask(stage, payer, getBusiness, { params: { id: payer.id } })
  if (!shown.ok || !shown.body.billing) return
  const seats = 2 + random.int(8)
  payer.chosen.add(seats)
  const body = { seats, timestamp: shown.body.billing.timestamp }
  await ask(stage, payer, calls.changeSeats, { params: { id: payer.id }, body })
}

const cancel: Action = async (stage, payer) => {
  await ask(stage, payer, calls.changeBase, {
    params: { id: payer.id },
    body: { next: { type: 'CANCELED' } },
  })
}
const revoke: Action = async (stage, payer) => {
  await ask(stage, payer, calls.changeBase, { params: { id: payer.id }, body: { next: null } })
}
const sync: Action = ({ api }, { id }) => syncBilling(api.context, id)

const sign: Action = (stage, payer, random) => signTimes(stage, payer, 1 + random.int(3))

export async function signTimes({ api }: Stage, { accountId }: Payer, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const signed = { signingId: crypto.randomUUID(), ownerId: accountId, quality: 'SES' } as const
    await transaction(api.context.db, (tx) => recordUsage(api.context, tx, signed))
  }
}
const report: Action = async ({ api }) => {
  await reportUsage(api.context)
}

const hold: Action = ({ atProvider }) => atProvider('webhooks/hold')
/** Some are lost, some come twice, and in any order. */
const release: Action = async (stage, _, random) => {
  const { webhooks } = await stage.askProvider<{ webhooks: { held: string[] } }>('')
  const kept = webhooks.held.filter(() => random.chance(0.7))
  await stage.atProvider('webhooks/release', { ids: random.shuffle(kept) })
  const twice = kept.filter(() => random.chance(0.3))
  for (const id of random.shuffle(twice)) await stage.atProvider(`events/${id}/resend`)
}
/** What the jobs of received webhooks do. */
const workOff: Action = async ({ api, owner }) => {
  const { rows } = await owner.query<{ provider: 'CHARGEBEE' | 'STRIPE'; customer_id: string }>(
    'SELECT DISTINCT provider, customer_id FROM billing_events WHERE processed_at IS NULL AND customer_id IS NOT NULL',
  )
  for (const { provider, customer_id: customerId } of rows)
    await syncCustomer(api.context, { provider, customerId })
}

interface Payments {
  /** At Stripe; Chargebee does not wait for a bank. */
  readonly paymentIntents?: readonly { readonly id: string; readonly status: string }[]
}
/** A customer answers their bank about a payment that waits for them; the card may be declined all the same. */
const answerBank: Action = async (stage, payer, random) => {
  const customer = encodeURIComponent(await customerOf(stage, payer))
  const { paymentIntents = [] } = await stage.askProvider<Payments>(`/state?customer=${customer}`)
  for (const intent of paymentIntents.filter(({ status }) => status === 'requires_action'))
    await stage.atProvider(`payment-intents/${intent.id}/confirm`, { approve: random.chance(0.7) }, [402])
}

const decline: Action = async ({ api }, _, random) => {
  const { forNew } = api.context.payment
  await api.fault(forNew?.name.toLowerCase() ?? '', 'card_declined', 1 + random.int(2))
}
const goOn: Action = ({ advance }, _, random) => advance((1 + random.int(20)) * 86_400_000)

const weighted: readonly (readonly [weight: number, act: Action])[] = [
  [5, buy],
  [5, changeSeats],
  [2, cancel],
  [2, revoke],
  [2, sync],
  [3, sign],
  [2, report],
  [1, hold],
  [2, release],
  [3, workOff],
  [2, answerBank],
  [1, decline],
  [1, goOn],
]
export const actions: readonly Action[] = weighted.flatMap(([weight, act]) =>
  Array.from({ length: weight }, () => act),
)
