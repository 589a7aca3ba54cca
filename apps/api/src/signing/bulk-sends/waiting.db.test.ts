import * as calls from '@countersign/contract/bulk-sends.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import { leaveBusiness } from '@countersign/contract/members.ts'
import { createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { createTemplate } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'
import { sendBulkRows } from './send-rows.ts'

// One sender to one mailbox: 20 emails an hour. No worker runs: a test runs the job's turns, and moves the clock.
const perHour = 20
const hour = 3_600_000
let ahead = 0
let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  const environment = { EMAILS_PER_RECIPIENT: String(perHour), NEW_SENDER_EMAILS: '30' }
  api = await startTestApi({ jobs: false, environment, now: () => new Date(Date.now() + ahead) })
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const see = (id: string, { as }: Person, query: object = {}) =>
  api.call(calls.getBulkSend, { params: { id }, query: { size: '100', ...query } }, as)

async function aSender(firstName: string, days = 8): Promise<Person> {
  const person = await api.person({ firstName })
  await api.context.pool.query(
    'UPDATE accounts SET created_at = now() - make_interval(days => $2) WHERE email = $1',
    [person.email, days],
  )
  return person
}

/** Runs the job until nothing more can be sent now. */
async function sendAllThatMay(id: string, sender: Person) {
  const isOver = async () => {
    await sendBulkRows(api.context, id)
    const { pending_count, waiting_count } = await see(id, sender)
    return pending_count === waiting_count
  }
  await expect.poll(isOver, { timeout: 120_000, interval: 1 }).toBe(true)
  return see(id, sender)
}

/** When the job of the send runs next, in minutes from now. */
async function nextRun(): Promise<number[]> {
  const { rows } = await owner.query<{ run_at: Date }>(
    "SELECT run_at FROM graphile_worker.jobs WHERE task_identifier = 'send-bulk-rows'",
  )
  return rows.map(({ run_at }) => (run_at.getTime() - Date.now() - ahead) / 60_000)
}

test('200 rows to one mailbox wait for its limit and hold no other row up; all are sent in the end, none twice', async () => {
  const anna = await aSender('Anna')
  const template = await aTemplate(api, { owner: anna, roles: ['Tenant'] })
  const desk = Array.from({ length: 200 }, (_, n) => `desk@example.org,${n}`)
  const others = Array.from({ length: 30 }, (_, n) => `tenant${n}@example.org,${n}`)
  const text = ['email,Number', ...desk, ...others].join('\n')
  const checked = await api.call(
    calls.checkBulkSend,
    { params: { id: template.id }, body: { table: { text } } },
    anna.as,
  )
  expect(checked.good_count).toBe(230)
  expect(checked.limited_mailboxes).toEqual([
    {
      email: 'desk@example.org',
      email_count: 200,
      per_hour: perHour,
      rows: Array.from({ length: 200 }, (_, n) => n + 2),
    },
  ])

  const { id } = await aBulkSend(api, { owner: anna, template, table: text })
  const first = await sendAllThatMay(id, anna)
  expect(first).toMatchObject({ state: 'RUNNING', sent_count: perHour + 30, waiting_count: 180 })
  const until = first.waits_until ?? ''
  expect((new Date(until).getTime() - Date.now()) / 60_000).toBeGreaterThan(50)
  const pending = await see(id, anna, { state: 'PENDING' })
  expect(pending.rows.total_items).toBe(180)
  for (const row of pending.rows.items)
    expect(row.waits_for).toMatchObject({ reason: 'RECIPIENT_LIMIT', email: 'desk@example.org', until })
  const runs = await nextRun()
  expect(Math.max(...runs)).toBeGreaterThan(50)

  for (let hours = 1; hours <= 9; hours += 1) {
    ahead += hour
    expect((await sendAllThatMay(id, anna)).sent_count).toBe(perHour * (hours + 1) + 30)
  }
  const last = await see(id, anna)
  expect(last).toMatchObject({ state: 'DONE', sent_count: 230, waiting_count: 0, waits_until: null })
  const { rows } = await api.context.pool.query<{ requests: number; mails: number; kept: number }>(
    `SELECT count(DISTINCT r.request_id)::int AS requests, count(m.id)::int AS mails,
       count(coalesce(r.wait_email, r.waits_until::text))::int AS kept
     FROM bulk_send_rows r LEFT JOIN mails m ON m.request_id = r.request_id AND m.kind = 'invitation' WHERE r.send_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ requests: 230, mails: 230, kept: 0 }])
})

test('an observer’s mailbox limits the whole send, a later signer’s does not', async () => {
  const ben = await aSender('Ben')
  const signers = [
    { email: 'one@example.net', sequence: 0 },
    { email: 'two@example.net', sequence: 1 },
  ]
  const draft = await aDraft(api, { owner: ben, signers })
  const roles = draft.signatures.map(({ sid }, index) => ({ sid, name: index === 0 ? 'Tenant' : 'Landlord' }))
  const save = (name: string) =>
    api.call(createTemplate, { body: { name, signature_request_id: draft.id, roles } }, ben.as)
  const later = await save('Later')
  const table = (start: string) =>
    ['Tenant email,Landlord email']
      .concat(Array.from({ length: perHour + 5 }, (_, n) => `${start}${n}@example.org,landlord@example.org`))
      .join('\n')
  const unhindered = await aBulkSend(api, { owner: ben, template: later, table: table('a') })
  expect(await sendAllThatMay(unhindered.id, ben)).toMatchObject({ state: 'DONE', sent_count: perHour + 5 })

  await api.call(addObserver, { params: { id: draft.id }, body: { email: 'archive@example.org' } }, ben.as)
  const observed = await save('Observed')
  const body = { table: { text: table('b') } }
  const checked = await api.call(calls.checkBulkSend, { params: { id: observed.id }, body }, ben.as)
  expect(checked.limited_mailboxes).toMatchObject([
    { email: 'archive@example.org', email_count: perHour + 5 },
  ])
  const limited = await aBulkSend(api, { owner: ben, template: observed, table: table('b') })
  expect(await sendAllThatMay(limited.id, ben)).toMatchObject({ sent_count: perHour, waiting_count: 5 })
})

test('the limit of a new account lets all rows wait, and says that it is the account’s', async () => {
  const carl = await aSender('Carl', 0)
  const template = await aTemplate(api, { owner: carl, roles: ['Tenant'] })
  const table = (start: string) =>
    ['email', ...Array.from({ length: 20 }, (_, n) => `${start}${n}@example.com`)].join('\n')
  const first = await aBulkSend(api, { owner: carl, template, table: table('c') })
  expect(await sendAllThatMay(first.id, carl)).toMatchObject({ state: 'DONE' })
  const second = await aBulkSend(api, { owner: carl, template, table: table('d') })
  const { waiting_count, sent_count, rows } = await sendAllThatMay(second.id, carl)
  expect([sent_count, waiting_count]).toEqual([10, 10])
  expect(rows.items.at(-1)?.waits_for).toMatchObject({ reason: 'SENDER_LIMIT', email: null })
})

test('a row that its mailbox could never take at once is refused before it is sent, and names the column', async () => {
  const dora = await aSender('Dora')
  const roles = Array.from({ length: perHour + 1 }, (_, n) => `R${n + 1}.`)
  const documents = [{ name: 'Rules.pdf', content: aPdf().toString('base64') }]
  const signatures = roles.map((role) => ({ role, account_email: 'someone@example.edu' }))
  const request = { title: 'Rules', documents, signatures }
  const { id: draft } = await api.call(createSignatureRequest, { body: request }, dora.as)
  const body = { name: 'Rules', signature_request_id: draft }
  const template = await api.call(createTemplate, { body }, dora.as)
  const columns = template.roles.map(({ name }) => `${name} email`).join(',')
  const rowOf = (email: string) => roles.map(() => email).join(',')
  const quiet = await aSender('Quinn')
  await api.context.pool.query("UPDATE accounts SET notification_level = 'none' WHERE email = $1", [
    quiet.email,
  ])
  const table = [columns, rowOf('desk@example.edu'), rowOf(dora.email), rowOf(quiet.email)].join('\n')
  const input = { params: { id: template.id }, body: { table: { text: table } } }
  const checked = await api.call(calls.checkBulkSend, input, dora.as)
  // The sender isn't written to, nor who wants no emails.
  expect([checked.good_count, checked.wrong]).toEqual([
    2,
    [
      {
        row: 2,
        problems: [
          { code: 'too_many_emails', column: 'R1. email', role: 'R1.', field: 'signatures.0.account_email' },
        ],
      },
    ],
  ])
  const { id } = await aBulkSend(api, { owner: dora, template, table })
  expect(await sendAllThatMay(id, dora)).toMatchObject({ state: 'DONE', sent_count: 2 })
  expect((await see(id, dora, { state: 'REFUSED' })).rows.items).toMatchObject([
    { row: 2, problems: [{ code: 'too_many_emails', column: 'R1. email', role: 'R1.' }] },
  ])
})

test('a stopped send keeps nothing of what its rows waited for', async () => {
  const emil = await aSender('Emil')
  const template = await aTemplate(api, { owner: emil, roles: ['Tenant'] })
  const rows = Array.from({ length: perHour + 2 }, () => 'desk@example.net')
  const table = ['email,Number', ...rows.map((email, n) => `${email},${n}`)].join('\n')
  const { id } = await aBulkSend(api, { owner: emil, template, table })
  expect(await sendAllThatMay(id, emil)).toMatchObject({ sent_count: perHour, waiting_count: 2 })
  await api.call(calls.cancelBulkSend, { params: { id } }, emil.as)
  const { rows: stopped, ...counts } = await see(id, emil, { state: 'CANCELLED' })
  expect(counts).toMatchObject({ state: 'CANCELLED', cancelled_count: 2, waiting_count: 0 })
  expect(stopped.items.map(({ waits_for }) => waits_for)).toEqual([null, null])
})

test('the rows that wait when their sender leaves the business are over at once, for the member who takes the send over', async () => {
  const [fritz, greta] = [await aSender('Fritz'), await aSender('Greta')]
  const business = await aBusiness(api, { admins: [greta], members: [fritz] })
  const template = await aTemplate(api, { owner: fritz, roles: ['Tenant'] })
  const emails = Array.from({ length: perHour + 3 }, (_, n) => `desk@example.com,${n}`)
  const { id } = await aBulkSend(api, {
    owner: fritz,
    template,
    table: ['email,Number', ...emails].join('\n'),
  })
  expect(await sendAllThatMay(id, fritz)).toMatchObject({ sent_count: perHour, waiting_count: 3 })
  const { id: heir } = await api.call(getUser, {}, greta.as)
  await api.call(leaveBusiness, { params: { id: business }, body: { transfer_to: heir } }, fritz.as)
  expect(await api.ask(calls.getBulkSend, { params: { id }, query: {} }, fritz.as)).toMatchObject({
    status: 404,
  })
  expect(await see(id, greta)).toMatchObject({
    state: 'CANCELLED',
    sent_count: perHour,
    pending_count: 0,
    cancelled_count: 3,
  })
})
