import { listAdministration } from '@countersign/contract/administration-log.ts'
import * as calls from '@countersign/contract/subscriptions.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commands } from '#api/app/operator-commands/business/commands.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aLostKey, loseFirstAnswers } from '#api/testing/connections/lost-answers.ts'
import { operate } from '#api/app/operator-commands/testing/operate.ts'
import { enterCard, tellProvider } from '#api/testing/billing/payer-page.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee' })
  // A sync by webhook would mend what the commands should find.
  await tellProvider(api, 'webhooks/hold')
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const run = (line: string, options: Record<string, string | boolean> = {}) => {
  const [name = '', ...given] = line.split(' ')
  const command = commands[name]
  if (!command) throw new Error(`there is no command ${name}`)
  return command(api.context, options, given)
}
/** The command as the operator runs it, beside the service. */
async function asProcess(...line: string[]) {
  const { status, output, errors } = await operate(['business', ...line], api.environment)
  return { status, said: output + errors }
}

/** What `billing` says so many minutes later. */
const later = async (minutes: number): Promise<string> => {
  const context = { ...api.context, now: () => new Date(Date.now() + minutes * 60_000) }
  try {
    return (await commands['billing']?.(context, {}, [])) ?? ''
  } catch (error) {
    if (!(error instanceof NotDone)) throw error
    return error.message
  }
}
const show = (id: string, as: string) => api.call(getBusiness, { params: { id } }, as)
const actions = async (id: string, as: string) =>
  (await api.call(listAdministration, { params: { id }, query: {} }, as)).items.map(({ type }) => type)

/** A business on its trial, with as many people. */
async function newcomer(people = 1) {
  const person = await api.person({ firstName: 'Dora' })
  const members = await Promise.all(
    Array.from({ length: people - 1 }, () => api.person({ firstName: 'Ben' })),
  )
  const id = await aBusiness(api, { admins: [person], members })
  return { id, person, as: person.as }
}

/** One that has bought a plan; its subscription's id at the provider. */
async function customer() {
  const one = await newcomer()
  const params = { id: one.id }
  const action = await api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, one.as)
  const choice = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
  const body = { ...choice, setupReference: await enterCard(api, action), billing: { country: 'CH' } }
  await api.call(calls.upgradeBusiness, { params, body }, one.as)
  const { rows } = await owner.query('SELECT id FROM subscriptions WHERE business_id = $1', [one.id])
  return { ...one, subscription: (rows[0] as { id: string }).id }
}

test('a subscription that has ended at the provider is a difference until it is synced', async () => {
  const { id, as, subscription } = await customer()
  expect(await run('billing')).toContain('Billing is in order')
  await api.context.payment.forNew?.cancelNow(subscription, `${subscription}:by-hand`)
  await expect(run('billing')).rejects.toThrow(
    new RegExp(`${id}.*here ${subscription} team by the month, 3 seats, active, at the provider no live`),
  )
  expect(await run(`billing-sync ${id}`)).toContain('no live subscription')
  expect(await run('billing')).toContain('Billing is in order')
  expect(await actions(id, as)).toContain('plan_ended')
})

test('the process exits with 1 while there are differences, and syncs them away', async () => {
  const { id, subscription } = await customer()
  await api.context.payment.forNew?.cancelNow(subscription, `${subscription}:by-hand`)
  expect(await asProcess('billing')).toMatchObject({ status: 1, said: expect.stringContaining(id) })
  const synced = await asProcess('billing-sync', id)
  expect(synced).toMatchObject({ status: 0, said: expect.stringContaining('no live subscription') })
  expect(await asProcess('billing')).toMatchObject({ status: 0 })
  expect(await asProcess('manual', id, '--plan', 'gold')).toMatchObject({ status: 2 })
})

test('all businesses are synced, and those whose provider is away are named', async () => {
  const { id, subscription } = await customer()
  await api.context.payment.forNew?.cancelNow(subscription, `${subscription}:by-hand`)
  await api.fault('chargebee', 'status_503', 1000)
  await expect(run('billing-sync', { all: true })).rejects.toThrow('billing.provider_unavailable')
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await expect.poll(() => run('billing-sync', { all: true }), { interval: 500 }).toContain('(CHARGEBEE)')
  await expect(run(`billing-sync ${id}`)).resolves.toContain('no live subscription')
})

test('what the jobs should have done by now is listed: webhooks, orders, problems and signatures', async () => {
  const { id, person } = await customer()
  const at = new Date()
  await owner.query(`INSERT INTO billing_events VALUES ('CHARGEBEE', 'ev_lost', 'card_added', 'c1', $1)`, [
    at,
  ])
  await owner.query(
    `INSERT INTO billing_orders (id, business_id, account_id, kind, provider, wish, created_at)
     SELECT gen_random_uuid(), $1, id, 'CANCEL', 'CHARGEBEE', '{}', $2 FROM accounts WHERE email = $3`,
    [id, at, person.email],
  )
  await owner.query(
    `INSERT INTO signature_usage (signing_id, business_id, quality, at, extra, report_after)
     VALUES (gen_random_uuid(), $1, 'qes', $2, true, 'infinity')`,
    [id, at],
  )
  expect(await later(0)).toContain('Billing is in order')
  expect(await later(6)).toContain(`(CANCEL, CHARGEBEE) of business ${id}: open since`)
  expect(await later(9)).not.toContain('ev_lost')
  expect(await later(11)).toContain('webhook ev_lost (card_added, CHARGEBEE)')
  expect(await later(59)).not.toContain('beyond the included')
  expect(await later(61)).toContain(`business ${id}: 1 signature beyond the included not charged`)
  await owner.query(
    `INSERT INTO billing_problems VALUES ($1, 'two_live_subscriptions', '{"live":"x"}', $2)`,
    [id, at],
  )
  await expect(run('billing')).rejects.toThrow('two_live_subscriptions since')
  await owner.query(`DELETE FROM billing_problems`)
  await owner.query(`DELETE FROM billing_orders WHERE state = 'OPEN'`)
})

test('a customer who pays by invoice has the plan and the seats of the contract until it ends', async () => {
  const { id, as } = await newcomer(3)
  const contract = { plan: 'enterprise', called: 'ent-lindenhof', seats: '2' }
  expect(await run(`manual ${id}`, { ...contract, until: '2099-01-31' })).toContain(
    'ent-lindenhof (enterprise)',
  )
  expect(await show(id, as)).toMatchObject({
    seats: { total: 2, used: 3 },
    billing: { paymentMethod: 'MANUAL', seats: 2 },
    pricePlan: { current: { base: { type: 'ENTERPRISE', endAt: '2099-01-31T23:59:59.000Z' } } },
  })
  expect((await actions(id, as)).slice(0, 3)).toEqual(['member_locked', 'seats_changed', 'manual_plan_set'])
  await run(`manual ${id}`, { ...contract, seats: '5' })
  expect(await actions(id, as)).toContain('member_unlocked')
  await run(`manual ${id}`, { off: true })
  expect((await show(id, as)).billing?.paymentMethod).toBe('TRIALING')
  await expect(run(`manual ${id}`, { off: true })).rejects.toThrow('does not pay by invoice')
})

test('a plan by invoice is refused while a subscription is live, and leaves the customer record as it was', async () => {
  const { id, as, subscription } = await customer()
  const contract = { plan: 'enterprise', seats: '9' }
  await expect(run(`manual ${id}`, contract)).rejects.toThrow(
    `Lindenhof AG has the live subscription ${subscription}`,
  )
  await expect(run(`trial ${id}`, { days: '30' })).rejects.toThrow('has the plan team')
  expect((await show(id, as)).billing).toMatchObject({ paymentMethod: 'CHARGEBEE', seats: 3 })
  await api.context.payment.forNew?.cancelNow(subscription, `${subscription}:by-hand`)
  await run(`billing-sync ${id}`)
  const find = 'SELECT provider, customer_id FROM business_billing WHERE business_id = $1'
  const before = (await owner.query(find, [id])).rows
  await run(`manual ${id}`, contract)
  expect(await run('billing')).toContain('Billing is in order')
  await run(`manual ${id}`, { off: true })
  expect((await owner.query(find, [id])).rows).toEqual(before)
})

test.each([
  ['a plan that does not exist', { plan: 'gold', seats: '3' }, '--plan has to be one of'],
  ['no seats', { plan: 'enterprise' }, '--seats has to be a number'],
  ['a name that the API does not know', { plan: 'pro', called: 'lindenhof', seats: '3' }, 'begin with ent'],
  ['more seats than the plan has', { plan: 'individual', seats: '2' }, 'individual has 1 to 1 seats'],
  ['a day that is over', { plan: 'pro', seats: '3', until: '2020-01-31' }, 'is over'],
  ['a day that is not in the calendar', { plan: 'pro', seats: '3', until: '2099-02-30' }, 'is not a day'],
])('a plan by invoice with %s is refused', async (_, wrong, why) => {
  const { id, as } = await newcomer()
  await expect(run(`manual ${id}`, wrong)).rejects.toThrow(why)
  expect((await show(id, as)).billing?.paymentMethod).toBe('TRIALING')
})

test('a business is blocked until it is unblocked', async () => {
  const { id, as } = await newcomer()
  await run(`block ${id}`)
  expect((await show(id, as)).billing?.paymentMethod).toBe('BLOCKED')
  expect(await run(`block ${id}`)).toContain('is blocked already')
  await run(`unblock ${id}`)
  expect((await show(id, as)).billing?.paymentMethod).toBe('TRIALING')
  expect((await actions(id, as)).slice(0, 2)).toEqual(['business_unblocked', 'business_blocked'])
})

test('a trial that is given after a plan has ended has no payment issue', async () => {
  const { id, as, subscription } = await customer()
  await api.context.payment.forNew?.cancelNow(subscription, `${subscription}:by-hand`)
  await run(`billing-sync ${id}`)
  expect((await show(id, as)).billing).toMatchObject({ paymentMethod: 'NEEDS_PAYMENT_METHOD' })
  await run(`trial ${id}`, { days: '14' })
  expect(await show(id, as)).toMatchObject({
    billing: { paymentMethod: 'TRIALING', stripeSubscriptionStatus: 'canceled', paymentIssue: false },
    pricePlan: { name: 'pro', current: { base: { type: 'TRIAL' } } },
  })
})

test('a plan by invoice that is over is not called a trial', async () => {
  const { id, as } = await newcomer()
  await run(`manual ${id}`, { plan: 'enterprise', called: 'ent-lindenhof', seats: '40', until: '2099-01-31' })
  await owner.query('UPDATE business_billing SET manual_until = now() WHERE business_id = $1', [id])
  expect(await show(id, as)).toMatchObject({
    billing: { paymentMethod: 'NEEDS_PAYMENT_METHOD' },
    pricePlan: { current: { base: { type: 'CANCELED', startAt: expect.any(String) } } },
  })
})

test('a trial that was cancelled runs again', async () => {
  const { id, as } = await newcomer()
  await api.call(calls.cancelTrial, { params: { id } }, as)
  await run(`trial ${id}`, { days: '30' })
  const { billing, pricePlan } = await show(id, as)
  expect(billing?.paymentMethod).toBe('TRIALING')
  const days = (Date.parse(pricePlan?.current.base.endAt ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
  expect(await actions(id, as)).toContain('trial_set')
})

test('the new price plan is offered once', async () => {
  const { id, as } = await newcomer()
  const waits = async () => (await show(id, as)).pricePlan?.fairFlatMigration
  expect(await waits()).toBe(false)
  await run('offer-fair-flat', { all: true })
  expect(await waits()).toBe(true)
  expect(await run(`offer-fair-flat ${id}`)).toContain('has the offer already')
  await api.call(calls.acceptFairFlat, { params: { id }, body: { accept: true } }, as)
  expect(await run(`offer-fair-flat ${id}`)).toContain('has answered')
  expect(await waits()).toBe(false)
  expect((await actions(id, as)).slice(0, 2)).toEqual(['price_plan_answered', 'price_plan_offered'])
})

test('the new free plan is offered to personal accounts that have the old one', async () => {
  const [emil, fay] = [await api.person({ firstName: 'Emil' }), await api.person({ firstName: 'Fay' })]
  const { person } = await newcomer()
  const waits = async ({ as }: typeof emil) => (await api.call(getUser, {}, as)).freePlan?.migration
  await run(`offer-free-migration ${emil.email}`)
  expect([await waits(emil), await waits(fay)]).toEqual([true, false])
  await expect(run(`offer-free-migration ${emil.email}`)).rejects.toThrow('no offer yet')
  await expect(run(`offer-free-migration ${person.email}`)).rejects.toThrow('without a business')
  expect(await run('offer-free-migration', { all: true })).toBe('1 account is offered the new free plan.')
  expect(await waits(fay)).toBe(true)
})

test('surveys are listed from a day on', async () => {
  const { id, as } = await newcomer()
  const body = { about: 'trial', rating: 2, reason: 'price', comment: 'Too much for two' } as const
  await api.call(calls.answerSurvey, { params: { id }, body }, as)
  expect(await run('surveys')).toMatch(/trial {2}Lindenhof AG {2}2\/5 {2}price {2}"Too much for two"$/)
  expect(await run('surveys', { since: '2099-01-31' })).toBe('There are no surveys.')
  await expect(run('surveys', { since: 'May' })).rejects.toThrow('May is not a day like 2027-01-31.')
})

test('a survey whose response was lost is kept once', async () => {
  await loseFirstAnswers(api.connection)
  const { id, as } = await newcomer()
  const body = { about: 'trial', rating: 4, reason: 'other', comment: 'Answered once' } as const
  const key = aLostKey()
  for (let tries = 0; tries < 3; tries += 1)
    expect(await api.call(calls.answerSurvey, { params: { id }, body }, as, key)).toEqual({})
  expect((await run('surveys')).split('Answered once')).toHaveLength(2)
})
