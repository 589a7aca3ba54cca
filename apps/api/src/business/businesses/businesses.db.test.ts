import { getStatistics } from '@countersign/contract/activity.ts'
import { getAesForBusiness } from '@countersign/contract/aes-for-business.ts'
import * as calls from '@countersign/contract/businesses.ts'
import { addSealMembers, listSeals } from '@countersign/contract/seals.ts'
import { sign } from '@countersign/contract/signing.ts'
import { deleteUser } from '@countersign/contract/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'
import { verifyChain } from '#api/evidence/verify-chain.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { addMember, createBusiness } from './create-business.ts'
import { iterateBusinessChains } from '#api/evidence/business-chains-repository.ts'
import { listBusinessEvents } from './event-repository.ts'
import { findBusinessOf } from './find-business-of.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

async function aCompany() {
  const [anna, ben, dora] = await Promise.all(
    ['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !dora) throw new Error('nobody came')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  return { anna, ben, dora, id }
}

test('a business is known to those who belong to it, each with their role, and to nobody else', async () => {
  const { anna, ben, dora, id } = await aCompany()
  const own = await api.call(calls.getUserBusiness, {}, anna.as)
  expect(own).toMatchObject({ role: 'admin', business: { id, name: 'Lindenhof AG', email: anna.email } })
  expect((await api.call(calls.getUserBusiness, {}, ben.as)).role).toBe('member')
  expect(await api.call(calls.getUserBusiness, {}, dora.as)).toEqual({
    business: null,
    role: null,
    locked: false,
  })
  const { admins } = await api.call(calls.listBusinessAdmins, { params: { id } }, ben.as)
  const { members } = await api.call(calls.listBusinessMembers, { params: { id } }, ben.as)
  expect([admins, members].map((people) => people.map(({ email }) => email))).toEqual([
    [anna.email],
    [ben.email],
  ])
  expect(own.business?.admins).toEqual(admins.map((one) => one.id))
})

test('admins change what it has chosen, a part at a time; who did it is written down for good', async () => {
  const { anna, ben, dora, id } = await aCompany()
  const change = (settings: calls.SettingsChange, as: string) =>
    api.ask(calls.updateBusinessSettings, { params: { id }, body: { settings } }, as)
  await change({ signatureRequests: { part11: { enabled: true } } }, anna.as)
  const paid = { idents: { zertes: { payForMembers: true } } }
  const second = await change({ licenses: paid }, anna.as)
  const zertes = { payForMembers: true, payForInvitations: false }
  expect(second.ok && second.body.settings).toMatchObject({
    signatureRequests: { part11: { enabled: true } },
    licenses: { idents: { zertes, eidas: { payForMembers: false } } },
  })
  // A call that changes nothing isn't recorded as an action.
  await change({ licenses: paid }, anna.as)
  const part11 = { signatureRequests: { part11: { enabled: false } } }
  expect(await change(part11, ben.as)).toMatchObject({
    status: 403,
    error: { key: 'business.not_allowed' },
  })
  expect(await change(part11, dora.as)).toMatchObject({ status: 404 })
  const unknown = { signatureRequests: { fax: { enabled: true } } } as calls.SettingsChange
  expect(await change(unknown, anna.as)).toMatchObject({ status: 400 })
  expect((await findBusinessOf(api.context.db, (await idOf(ben.email)) ?? ''))?.settings.part11.enabled).toBe(
    true,
  )
  const events = await listBusinessEvents(api.context.db, id)
  expect(events.map(({ type, actor }) => [type, actor.email])).toEqual([
    ['business_created', null],
    ['member_added', null],
    ['member_added', null],
    ['settings_changed', anna.email],
    ['settings_changed', anna.email],
  ])
})

test('what was done cannot be changed, and hangs together', async () => {
  const { id } = await aCompany()
  const chain = await chainOf(id)
  expect(verifyChain(id, chain)).toEqual([])
  const changed = chain.map((event, index) => (index === 1 ? { ...event, data: { role: 'admin' } } : event))
  expect(verifyChain(id, changed).map(({ kind }) => kind)).toContain('changed')
  const isWhole = async () =>
    (await verifyEvidence(api.context.db, { signer: [], timestamp: [] })).chainBreaks.filter(
      ({ requestId }) => requestId === id,
    )
  expect(await isWhole()).toEqual([])
  await expect(
    api.context.db.deleteFrom('business_events').where('business_id', '=', id).execute(),
  ).rejects.toThrow(/permission denied/)
})

test('nobody belongs to two, and who deletes their account has left', async () => {
  const { anna, ben, id } = await aCompany()
  const other = await createBusiness(api.context, {
    name: 'Other',
    admin: (await api.person({ firstName: 'Otto' })).email,
  })
  await expect(addMember(api.context, other.id, { email: ben.email, role: 'member' })).rejects.toThrow(
    /belongs to a business/,
  )
  await expect(addMember(api.context, id, { email: 'no@example.org', role: 'member' })).rejects.toThrow(
    /no account/,
  )
  await api.call(deleteUser, { body: { password: ben.password } }, ben.as)
  const { members } = await api.call(calls.listBusinessMembers, { params: { id } }, anna.as)
  expect(members).toEqual([])
  expect((await listBusinessEvents(api.context.db, id)).at(-1)?.type).toBe('member_left')
})

async function chainOf(id: string) {
  for await (const { businessId, chain } of iterateBusinessChains(api.context.db))
    if (businessId === id) return chain
  throw new Error('There is no such business')
}

async function idOf(email: string): Promise<string | undefined> {
  const row = await api.context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.id
}

test('a business is answered with its seals, figures and AES for business, each to those whom its own call answers', async () => {
  const { anna, ben, id } = await aCompany()
  const params = { id }
  await aSeal(api, id, { name: `first-${id.slice(0, 8)}` })
  const { name } = await aSealFor(id, anna.as, ben.email)
  const { id: requestId } = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await aSignatureRequest(api, { owner: anna, signers: [{ email: ben.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: requestId }] } }, anna.as)

  const seen = await api.call(calls.getBusiness, { params }, anna.as)
  expect((await api.call(calls.getUserBusiness, {}, anna.as)).business).toEqual(seen)
  expect(seen.seals).toEqual((await api.call(listSeals, { params }, anna.as)).seals)
  expect(seen.seals).toHaveLength(2)
  expect(seen.aes4biz).toEqual(await api.call(getAesForBusiness, { params }, anna.as))
  const { requests, members, start_date, end_date } = await api.call(getStatistics, { params }, anna.as)
  expect(seen.dashboard).toEqual({
    startDate: start_date,
    endDate: end_date,
    signatures: 1,
    completed: requests.completed,
    open: requests.open,
    dueSoon: requests.due_soon,
    members,
  })
  expect([requests.completed, requests.open]).toEqual([1, 1])

  const asMember = await api.call(calls.getBusiness, { params }, ben.as)
  expect(asMember).toMatchObject({ dashboard: null, aes4biz: null })
  expect(asMember.seals.map((seal) => [seal.name, seal.members.length])).toEqual([[name, 1]])

  await api.context.pool.query('UPDATE business_members SET locked_at = now() WHERE account_id = $1', [
    seen.members[0],
  ])
  const locked = (await api.call(calls.getUserBusiness, {}, ben.as)).business
  expect(locked).toMatchObject({ seals: [], dashboard: null, aes4biz: null })
})

async function aSealFor(id: string, as: string, email: string) {
  const name = `second-${id.slice(0, 8)}`
  await aSeal(api, id, { name })
  return api.call(addSealMembers, { params: { id, sealId: name }, body: { members: [email] } }, as)
}
