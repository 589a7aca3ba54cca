import { updateUser } from '@countersign/contract/accounts.ts'
import { createBusiness } from '@countersign/contract/businesses.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import {
  delegateSignature,
  getSignatureRequest,
  initiateSignatureRequest,
  remindSigners,
} from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'

// One sender to one mailbox: 9 an hour. All new accounts together to one mailbox: 3. A new account: 8 a day.
let api: TestApi
let anna: Person
beforeAll(async () => {
  api = await startTestApi({ environment: { EMAILS_PER_RECIPIENT: '9', NEW_SENDER_EMAILS: '8' } })
  anna = await api.person({ firstName: 'Anna' })
})
beforeEach(async () => {
  await api.context.pool.query("DELETE FROM throttles WHERE starts_with(key, 'emails:')")
  await api.context.pool.query("UPDATE accounts SET created_at = now() - interval '8 days'")
})
afterAll(() => api.stop())

async function someoneNew(firstName: string): Promise<Person> {
  return api.person({ firstName })
}
const draftFor = (owner: Person, ...emails: string[]) =>
  aDraft(api, { owner, signers: emails.map((email) => ({ email })) })
const send = (owner: Person, id: string) => api.ask(initiateSignatureRequest, { params: { id } }, owner.as)
async function sendTo(owner: Person, ...emails: string[]): Promise<string> {
  const reply = await send(owner, (await draftFor(owner, ...emails)).id)
  return reply.ok ? 'sent' : reply.error.key
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('new accounts together send one mailbox three emails an hour, and an older account is not held back by them', async () => {
  const [first, second] = [await someoneNew('First'), await someoneNew('Second')]
  const victim = 'victim@example.org'
  const drafts = []
  for (const owner of [first, second, first, second, first])
    drafts.push([owner, await draftFor(owner, victim)] as const)
  const replies = await Promise.all(drafts.map(([owner, { id }]) => send(owner, id)))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(3)
  const refused = replies.filter((reply) => !reply.ok)
  expect(refused).toHaveLength(2)
  for (const reply of refused) {
    expect(reply).toMatchObject({ status: 429, error: { key: 'email.limit_reached' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3500)
  }
  expect(await sendTo(anna, victim)).toBe('sent')

  // What was refused is still a draft, and goes out once the hour is over.
  const kept = drafts[replies.findIndex(({ ok }) => !ok)]
  if (!kept) throw new Error('none was refused')
  const [owner, { id }] = kept
  expect(await api.call(getSignatureRequest, { params: { id } }, owner.as)).toMatchObject({
    status_overall: 'DRAFT',
  })
  await api.context.pool.query("UPDATE throttles SET window_started_at = now() - interval '3601 seconds'")
  expect((await send(owner, id)).ok).toBe(true)
})

test('one sender sends one mailbox nine an hour, however they are caused', async () => {
  const victim = 'dora@example.org'
  expect(await sendTo(anna, ...times(8).map(() => victim))).toBe('sent')
  const [one, another] = [await draftFor(anna, 'emil@example.org'), await draftFor(anna, 'fritz@example.org')]
  for (const { id } of [one, another]) expect((await send(anna, id)).ok).toBe(true)
  const observe = (id: string) => api.ask(addObserver, { params: { id }, body: { email: victim } }, anna.as)
  expect((await observe(one.id)).ok).toBe(true)
  expect(await observe(another.id)).toMatchObject({ status: 429, error: { key: 'email.limit_reached' } })
  expect(await sendTo(anna, victim)).toBe('email.limit_reached')
  expect(await sendTo(anna, 'georg@example.org')).toBe('sent')
  const { observers } = await api.call(getSignatureRequest, { params: { id: another.id } }, anna.as)
  expect(observers).toEqual([])
})

test('reminders and delegations count as well', async () => {
  const [ben, victim] = [await api.person({ firstName: 'Ben' }), 'hans@example.org']
  const draft = await draftFor(anna, ...times(5).map(() => victim), ben.email)
  expect((await send(anna, draft.id)).ok).toBe(true)
  const remind = await api.ask(remindSigners, { params: { id: draft.id }, body: {} }, anna.as)
  expect(remind).toMatchObject({ status: 429, error: { key: 'email.limit_reached' } })
  expect(await sendTo(anna, ...times(4).map(() => victim))).toBe('sent')
  const delegated = await api.ask(
    delegateSignature,
    { params: { id: draft.id }, body: { email: victim, message: '' } },
    ben.as,
  )
  expect(delegated).toMatchObject({ status: 429, error: { key: 'email.limit_reached' } })
})

test('a new account sends eight emails a day; a bulk send beyond that is refused before its first row', async () => {
  const owner = await someoneNew('Ida')
  expect(await sendTo(owner, ...times(8).map((n) => `person${n}@example.org`))).toBe('sent')
  expect(await sendTo(owner, 'another@example.org')).toBe('email.limit_reached')
  const template = await aTemplate(api, { owner, roles: ['Tenant'] })
  const table = ['email', ...times(9).map((n) => `tenant${n}@example.org`)].join('\n')
  await expect(aBulkSend(api, { owner, template, table })).rejects.toThrow('email.limit_reached')
  await api.context.pool.query("UPDATE accounts SET created_at = now() - interval '8 days'")
  expect(await sendTo(owner, 'another@example.org')).toBe('sent')
})

test('an API user that was made today sends as the people of its business do, if the business isn’t new', async () => {
  const [lena, otto] = [await someoneNew('Lena'), await someoneNew('Otto')]
  const [founded, established] = [
    await aBusiness(api, { admins: [lena] }),
    await aBusiness(api, { admins: [otto] }),
  ]
  await api.context.pool.query("UPDATE businesses SET created_at = now() - interval '8 days' WHERE id = $1", [
    established,
  ])
  const sendNine = async (program: { readonly as: string }, domain: string) => {
    const signatures = times(9).map((n) => ({
      signer_identity_data: { email_address: `person${n}@${domain}` },
    }))
    const body = { quality: 'SES', title: 'Lease', content: aPdf().toString('base64'), signatures } as const
    const reply = await api.ask(createRequestV2, { body }, program.as)
    return reply.ok ? 'sent' : reply.error.key
  }
  const [ofEstablished, ofFounded] = [
    await anApiUser(api, { admin: otto, businessId: established }),
    await anApiUser(api, { admin: lena, businessId: founded }),
  ]
  expect(await sendNine(ofEstablished, 'established.example')).toBe('sent')
  expect(await sendNine(ofFounded, 'founded.example')).toBe('email.limit_reached')
})

test('a name with an address or a link in it is refused where it is given', async () => {
  const bad = ['support@bank.example', 'Team https://evil.example', 'www.evil.example', 'bank.example/login']
  for (const firstName of bad) {
    const reply = await api.ask(updateUser, { body: { firstName } }, anna.as)
    expect(reply).toMatchObject({
      status: 400,
      error: { fields: [{ field: 'firstName', code: 'contains_link' }] },
    })
  }
  const business = await api.ask(
    createBusiness,
    { body: { name: 'Bank, see https://evil.example', gtc: true, dpa: true } },
    anna.as,
  )
  expect(business).toMatchObject({ error: { fields: [{ field: 'name', code: 'contains_link' }] } })
  for (const firstName of ['Anna-Maria', 'J. R. R.', 'St.Clair', 'O’Neill', '安娜'])
    expect(await api.call(updateUser, { body: { firstName } }, anna.as)).toMatchObject({ firstName })
  const other = await api.ask(
    createBusiness,
    { body: { name: 'Booking.com B.V.', gtc: true, dpa: true } },
    anna.as,
  )
  expect(other.ok).toBe(true)
})
