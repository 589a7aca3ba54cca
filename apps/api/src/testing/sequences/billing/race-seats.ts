import { changeSeats } from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import type { Payer } from './payer.ts'
import type { Random } from '../random.ts'
import type { Stage } from './stage.ts'

/**
 * Two admins who see the same number change it at once. The last change that was accepted counts, here and at the provider;
 * who was refused is told so, and their number is never paid for. Answers what is wrong.
 */
export async function raceSeats(
  stage: Stage,
  payer: Payer,
  other: string,
  random: Random,
): Promise<string[]> {
  const { api } = stage
  const params = { id: payer.id }
  const before = (await api.call(getBusiness, { params }, payer.as)).billing
  if (!before) throw new Error('the business pays nothing')
  const now = before.nextSeats ?? before.seats
  const [first, second] = random.shuffle([2, 3, 4, 5, 6, 7, 8, 9].filter((seats) => seats !== now))
  const wishes = [first ?? 2, second ?? 3].map((seats) => ({ seats, timestamp: before.timestamp }))
  const ordered = await countOrders(stage, payer)
  const replies = await Promise.all(
    wishes.map((body, index) => api.ask(changeSeats, { params, body }, index === 0 ? payer.as : other)),
  )
  const accepted = wishes.filter((_, index) => replies[index]?.ok)
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.error.key]))
  const after = (await api.call(getBusiness, { params }, payer.as)).billing
  const there = await stateOf(stage, payer)
  const [winner] = accepted
  return [
    ...(accepted.length === 1 ? [] : [`${accepted.length} of two were accepted`]),
    ...refused.filter((key) => key !== 'billing.stale').map((key) => `refused with ${key}`),
    ...((after?.nextSeats ?? after?.seats) === winner?.seats ? [] : ['another number is shown']),
    ...((await countOrders(stage, payer)) === ordered + 1 ? [] : ['the provider was asked for both']),
    ...(there === winner?.seats ? [] : [`the provider has ${there} seats, ${winner?.seats} were accepted`]),
  ]
}

async function stateOf({ api, owner }: Stage, { id }: Payer): Promise<number | null> {
  const { rows } = await owner.query('SELECT customer_id FROM business_billing WHERE business_id = $1', [id])
  const state = await api.context.payment.forNew?.fetchState((rows[0] as { customer_id: string }).customer_id)
  const live = state?.subscriptions.filter(({ endedAt }) => endedAt === null) ?? []
  return live.length === 1 && live[0] ? (live[0].nextSeats ?? live[0].seats) : null
}

async function countOrders({ owner }: Stage, { id }: Payer): Promise<number> {
  const { rows } = await owner.query(
    'SELECT count(*)::int AS number FROM billing_orders WHERE business_id = $1',
    [id],
  )
  return (rows[0] as { number: number }).number
}
