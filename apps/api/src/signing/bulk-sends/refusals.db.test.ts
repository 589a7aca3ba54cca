import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import * as calls from '@countersign/contract/bulk-sends.ts'
import { getUser } from '@countersign/contract/accounts.ts'
import { removeMembers } from '@countersign/contract/members.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMember } from '#api/business/businesses/create-business.ts'
import { setSeatLimit } from '#api/business/members/set-seat-limit.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { connect } from '#api/platform/db/connect.ts'
import { Saturated } from '#api/platform/threads/task.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aField } from '#api/testing/signer-fields.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'
import { sendBulkRows } from './send-rows.ts'

// No worker runs: a test runs the job's turns.
let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi({ jobs: false, billing: 'chargebee' })
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const patience = { interval: 10 }
const see = async (id: string, { as }: Person) =>
  api.call(calls.getBulkSend, { params: { id }, query: { size: '100' } }, as)

/** A business in its trial, whose admin isn't a new sender any more. */
async function aSender(firstName: string, members: Person[] = []) {
  const admin = await api.person({ firstName })
  await owner.query("UPDATE accounts SET created_at = now() - interval '8 days' WHERE email = $1", [
    admin.email,
  ])
  return { admin, businessId: await aBusiness(api, { admins: [admin], members }) }
}

async function aSendToFive(admin: Person): Promise<string> {
  const template = await aTemplate(api, { owner: admin, roles: ['Manager', 'Tenant'] })
  const rows = [1, 2, 3, 4, 5].map((n) => `manager@${admin.email.replace('@', '.')},tenant${n}@example.org`)
  const table = ['email 1,email 2', ...rows].join('\n')
  return (await aBulkSend(api, { owner: admin, template, table })).id
}

test('rows that find all threads busy wait, and are sent once there is room', async () => {
  const { admin } = await aSender('Carla')
  const fields = [[aField(0, { label: 'City' })]]
  const template = await aTemplate(api, { owner: admin, roles: ['Tenant'], fields })
  const table = 'email,City\ntenant1@example.org,Афины\ntenant2@example.org,Αθήνα'
  const { id } = await aBulkSend(api, { owner: admin, template, table })
  const busy = vi.spyOn(api.context.threads.sign, 'run').mockRejectedValue(new Saturated('busy'))
  for (let turn = 0; turn < 4; turn += 1) await sendBulkRows(api.context, id)
  expect(busy).toHaveBeenCalled()
  busy.mockRestore()
  expect(await see(id, admin)).toMatchObject({ state: 'RUNNING', pending_count: 2, refused_count: 0 })
  const state = async () => {
    await sendBulkRows(api.context, id)
    return (await see(id, admin)).state
  }
  await expect.poll(state, patience).toBe('DONE')
  expect((await see(id, admin)).sent_count).toBe(2)
})

test('a person who can’t sign at the level is named with the column of the list, on the page and in the report', async () => {
  const known = await api.person({ firstName: 'Karl' })
  const { admin, businessId } = await aSender('Dora', [known])
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(updateBusinessSettings, { params: { id: businessId }, body: { settings } }, admin.as)
  const template = await aTemplate(api, { owner: admin, roles: ['Author', 'Reviewer'], quality: 'PART11' })
  const table = `Author email,Reviewer email\n${known.email},${known.email}\n${known.email},stranger@example.org`
  const { id } = await aBulkSend(api, { owner: admin, template, table })
  const state = async () => {
    await sendBulkRows(api.context, id)
    return (await see(id, admin)).state
  }
  await expect.poll(state, patience).toBe('DONE')
  expect((await see(id, admin)).rows.items).toMatchObject([
    { row: 2, state: 'SENT', problems: [] },
    {
      row: 3,
      state: 'REFUSED',
      problems: [
        {
          code: 'account_required',
          column: 'Reviewer email',
          role: 'Reviewer',
          field: 'signatures.1.account_email',
        },
      ],
    },
  ])
  const report = await (await api.call(calls.getBulkSendReport, { params: { id } }, admin.as)).text()
  expect(report).toContain('with Part 11 turned on can sign regulated records (Reviewer email)')
})

test('rows that the plan refuses say so, on the page and in the report', async () => {
  const { admin, businessId } = await aSender('Ben')
  const id = await aSendToFive(admin)
  await owner.query('UPDATE business_billing SET trial_ends_at = now() WHERE business_id = $1', [businessId])
  const state = async () => {
    await sendBulkRows(api.context, id)
    return (await see(id, admin)).state
  }
  await expect.poll(state, patience).toBe('DONE')
  const { rows, refused_count } = await see(id, admin)
  expect(refused_count).toBe(5)
  for (const row of rows.items)
    expect(row).toMatchObject({ state: 'REFUSED', problems: [{ code: 'payment_required', column: null }] })
  const report = await (await api.call(calls.getBulkSendReport, { params: { id } }, admin.as)).text()
  expect(report.split('Your business has no active plan')).toHaveLength(6)
})

test.each([
  [
    'has no seat any longer',
    'member_locked',
    (businessId: string) => setSeatLimit(api.context, businessId, 1, systemActor),
  ],
  [
    'was removed from the business whose plan includes it',
    'not_included',
    async (businessId: string, admin: Person, member: Person) => {
      const { id } = await api.call(getUser, {}, member.as)
      const call = { params: { id: businessId }, body: { user_ids: [id] } }
      await api.call(removeMembers, call, admin.as)
    },
  ],
])('rows of a person who %s are not sent', async (_, code, end) => {
  const { admin, businessId } = await aSender('Ida')
  const member = await api.person({ firstName: 'Kim' })
  await owner.query("UPDATE accounts SET created_at = now() - interval '8 days' WHERE email = $1", [
    member.email,
  ])
  await addMember(api.context, businessId, { email: member.email, role: 'member' })
  const id = await aSendToFive(member)
  await end(businessId, admin, member)
  const rows = async () => {
    await sendBulkRows(api.context, id)
    const { rows: found } = await owner.query<{ state: string; problems: { code: string }[] }>(
      'SELECT state, problems FROM bulk_send_rows WHERE send_id = $1',
      [id],
    )
    return found.map(({ state, problems }) => [state, ...problems.map((one) => one.code)].join(' '))
  }
  await expect.poll(rows, patience).toEqual(Array.from({ length: 5 }, () => `refused ${code}`))
})
