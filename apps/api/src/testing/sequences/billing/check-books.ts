import type { Payer } from './payer.ts'
import type { Stage } from './stage.ts'

const facts = ({ status, plan, cycle, currency, seats, nextSeats, cancelAt }: Facts) =>
  JSON.stringify([status, plan, cycle, currency, seats, nextSeats, cancelAt?.getTime() ?? null])
interface Facts {
  readonly status: string
  readonly plan: string
  readonly cycle: string
  readonly currency: string
  readonly seats: number
  readonly nextSeats: number | null
  readonly cancelAt: Date | null
}

/** What is not as it has to be once all has settled; nothing, if all is well. */
export async function checkBooks(stage: Stage, payer: Payer): Promise<string[]> {
  const { api, owner } = stage
  const { rows: billing } = await owner.query(
    'SELECT customer_id, seats FROM business_billing JOIN businesses b ON b.id = business_id WHERE business_id = $1',
    [payer.id],
  )
  // Billing that nobody looked at has not begun.
  const { customer_id: customerId = null, seats = null } = (billing[0] ?? {}) as {
    customer_id?: string | null
    seats?: number | null
  }
  if (customerId === null) return []
  const state = await api.context.payment.forNew?.fetchState(customerId)
  const theirs = state?.subscriptions ?? []
  const { rows: ours } = await owner.query<Facts & { id: string; live: boolean }>(
    `SELECT id, live, status, plan, cycle, currency, seats, next_seats AS "nextSeats", cancel_at AS "cancelAt"
     FROM subscriptions WHERE business_id = $1`,
    [payer.id],
  )
  const live = theirs.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
  const ownLive = ours.filter((one) => one.live)
  const problems = [
    ...(live.length > 1 ? [`${live.length} subscriptions are live at the provider`] : []),
    ...(ownLive.length === live.length ? [] : [`${ownLive.length} live here, ${live.length} there`]),
    ...theirs.flatMap((one) => {
      const own = ours.find(({ id }) => id === one.id)
      if (!own) return [`${one.id} is not known here`]
      return facts(own) === facts(one) ? [] : [`${one.id}: here ${facts(own)}, there ${facts(one)}`]
    }),
    ...live.flatMap((one) => [
      ...(one.seats === seats ? [] : [`${one.seats} seats are paid for, ${seats} are there`]),
      ...[one.seats, one.nextSeats ?? one.seats]
        .filter((number) => !payer.chosen.has(number))
        .map((number) => `nobody chose ${number} seats`),
    ]),
    ...(await checkOrders(stage, payer)),
    ...(await checkUsage(stage, payer, customerId)),
  ]
  return problems
}

async function checkOrders({ owner }: Stage, { id }: Payer): Promise<string[]> {
  const { rows } = await owner.query(
    `SELECT id, kind FROM billing_orders WHERE business_id = $1 AND state = 'OPEN'`,
    [id],
  )
  return rows.map((row: { id: string; kind: string }) => `the order ${row.id} (${row.kind}) is still open`)
}

async function checkUsage(stage: Stage, { id }: Payer, customerId: string): Promise<string[]> {
  const { rows } = await stage.owner.query<{ signing_id: string; reported: boolean }>(
    `SELECT signing_id, reported_at IS NOT NULL AS reported FROM signature_usage WHERE business_id = $1 AND extra`,
    [id],
  )
  const charged = await stage.charged(customerId)
  return [
    ...charged.filter((one, index) => charged.indexOf(one) < index).map((one) => `${one} is charged twice`),
    ...charged
      .filter((one) => !rows.some((row) => row.signing_id === one))
      .map((one) => `${one} is not ours`),
    ...rows
      .filter((row) => row.reported && !charged.includes(row.signing_id))
      .map((row) => `${row.signing_id} is not charged`),
  ]
}
