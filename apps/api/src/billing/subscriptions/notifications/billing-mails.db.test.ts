import * as calls from '@countersign/contract/subscriptions.ts'
import { updateUser } from '@countersign/contract/accounts.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { enterCard } from '#api/testing/billing/payer-page.ts'
import { remindOfTrial } from '../trials/remind-of-trial.ts'
import { syncBilling } from '../sync/sync-billing.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ billing: 'stripe' })
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

async function aTrialOf(person: Person) {
  const id = await aBusiness(api, { name: 'Lindenhof AG', admins: [person] })
  await api.call(getBusiness, { params: { id } }, person.as)
  return { id, params: { id } }
}
/** As they are written, once no job is left that writes one. */
async function mailsTo({ email }: Person): Promise<number | null> {
  const jobs = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'mail-billing'"
  await expect.poll(async () => (await owner.query(jobs)).rowCount).toBe(0)
  const mails = "SELECT FROM mails WHERE kind = 'billing' AND recipient = $1"
  return (await owner.query(mails, [email])).rowCount
}

test('what becomes of a plan is mailed once to each admin, in their language', async () => {
  const [anna, ben] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Ben' })]
  await api.call(updateUser, { body: { attributes: { lang: 'de' } } }, anna.as)
  const { id, params } = await aTrialOf(anna)
  const { addMember } = await import('#api/business/businesses/create-business.ts')
  await addMember(api.context, id, { email: ben.email, role: 'admin' })
  const action = await api.call(calls.createSetupIntent, { params, body: { country: 'CH' } }, anna.as)
  const choice = { plan: 'team', cycle: 'month', amountSeats: 3, currency: 'CHF' } as const
  const body = { ...choice, setupReference: await enterCard(api, action), billing: { country: 'CH' } }
  await api.call(calls.upgradeBusiness, { params, body }, anna.as)
  const mail = await api.inbox.next(anna.email, /Team/)
  expect(mail.subject).toBe('Das Abonnement Team von Lindenhof AG ist aktiv')
  expect(mail.links).toContain(`${api.url}/business/billing/plan`)
  await api.inbox.next(ben.email, /The Team plan of Lindenhof AG is active/)
  await syncBilling(api.context, id)

  const timestamp = async () => (await api.call(getBusiness, { params }, anna.as)).billing?.timestamp ?? ''
  await api.call(calls.changeSeats, { params, body: { seats: 5, timestamp: await timestamp() } }, anna.as)
  await api.inbox.next(ben.email, /now has 5 seats/)
  await api.call(calls.changeSeats, { params, body: { seats: 4, timestamp: await timestamp() } }, anna.as)
  await api.inbox.next(ben.email, /will have 4 seats from \d+ \w+ \d{4}/)
  await api.call(calls.changeBase, { params, body: { next: { type: 'CANCELED' } } }, anna.as)
  await api.inbox.next(ben.email, /ends on \d+ \w+ \d{4}/)
  await api.call(calls.changeBase, { params, body: { next: null } }, anna.as)
  await api.inbox.next(ben.email, /keeps its plan/)
  await syncBilling(api.context, id)
  expect([await mailsTo(ben), await mailsTo(anna)]).toEqual([5, 5])
})

test('admins hear 7, 3 and 1 days before the trial ends and on its last day, once each and not at night', async () => {
  const carl = await api.person({ firstName: 'Carl' })
  const { id } = await aTrialOf(carl)
  const end = new Date('2027-03-14T07:30:00Z')
  await owner.query('UPDATE business_billing SET trial_ends_at = $2 WHERE business_id = $1', [id, end])
  const remindAt = (at: string) => remindOfTrial({ ...api.context, now: () => new Date(at) })
  for (const [at, when] of [
    ['2027-03-06T19:00:00Z', null],
    // In Zurich it is seven in the morning.
    ['2027-03-07T06:05:00Z', null],
    ['2027-03-07T07:05:00Z', 'in 7 days'],
    ['2027-03-09T12:05:00Z', null],
    ['2027-03-11T22:05:00Z', 'in 3 days'],
    ['2027-03-12T12:05:00Z', null],
    // The evening before, less than half a day.
    ['2027-03-13T20:05:00Z', 'tomorrow'],
    ['2027-03-13T23:05:00Z', null],
    ['2027-03-14T07:05:00Z', 'today'],
    ['2027-03-14T08:05:00Z', null],
  ] as const) {
    const told = await Promise.all([remindAt(at), remindAt(at)])
    expect([at, told[0] + told[1]]).toEqual([at, when === null ? 0 : 1])
    if (when) await api.inbox.next(carl.email, new RegExp(`Lindenhof AG’s trial ends ${when}`))
  }
  expect(await mailsTo(carl)).toBe(4)
})

test('who has cancelled the trial, or bought, hears no more of it', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const { id, params } = await aTrialOf(dora)
  await api.call(calls.cancelTrial, { params }, dora.as)
  await owner.query('UPDATE business_billing SET trial_ends_at = $2 WHERE business_id = $1', [
    id,
    new Date('2027-03-14T07:30:00Z'),
  ])
  await remindOfTrial({ ...api.context, now: () => new Date('2027-03-13T12:05:00Z') })
  expect(await mailsTo(dora)).toBe(0)
})
