import * as accounts from '@countersign/contract/accounts.ts'
import { createApiUser } from '@countersign/contract/api-users.ts'
import { addDomain } from '@countersign/contract/business-domains.ts'
import { declineInvitation, inviteMembers } from '@countersign/contract/members.ts'
import * as calls from '@countersign/contract/businesses.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { login } from '@countersign/contract/sessions.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '#api/evidence/verify-chain.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { deleteDueBusinesses } from './end-business.ts'
import { iterateBusinessChains } from '#api/evidence/business-chains-repository.ts'
import { listBusinessEvents } from './event-repository.ts'

let api: TestApi
/** Days ahead of the machine's clock. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead * 86_400_000) })
})
afterAll(() => api?.stop())

const password = 'quiet-harbour-lantern-42'
const accepted = { gtc: true, dpa: true }
const create = (by: Person, more: object = {}) =>
  api.ask(calls.createBusiness, { body: { name: 'Lindenhof AG', ...accepted, ...more } }, by.as)
const askToDelete = (id: string, by: Person, name = 'Lindenhof AG') =>
  api.ask(calls.deleteBusiness, { params: { id }, body: { name } }, by.as)
const revoke = (id: string, by: Person) => api.ask(calls.revokeBusinessDeletion, { params: { id } }, by.as)
const keyOf = async (reply: Promise<{ ok: boolean; error?: { key: string } }>) => (await reply).error?.key
const typesOf = async (id: string) => (await listBusinessEvents(api.context.db, id)).map(({ type }) => type)
async function people(...names: string[]): Promise<Person[]> {
  return Promise.all(names.map((firstName) => api.person({ firstName })))
}

async function deleteDueIn(days: number): Promise<void> {
  ahead = days
  try {
    await Promise.all([deleteDueBusinesses(api.context), deleteDueBusinesses(api.context)])
  } finally {
    ahead = 0
  }
}

test('a personal account becomes a business once, whose founder is its admin and has accepted both', async () => {
  const [anna] = (await people('Anna')) as [Person]
  expect(await keyOf(create(anna, { dpa: false }))).toBe('terms.not_accepted')
  expect(await keyOf(create(anna, { phone: 'call me' }))).toBe('validation.failed')
  // Twice at once, and again: one business.
  const both = await Promise.all([
    create(anna, { phone: '+41 (0)44 123 45 67', country: 'CH', ucc: 'friend' }),
    create(anna, { phone: '+41 (0)44 123 45 67', country: 'CH', ucc: 'friend' }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await keyOf(create(anna))).toBe('business.already_member')
  const { business, role } = await api.call(calls.getUserBusiness, {}, anna.as)
  if (!business) throw new Error('there is none')
  expect(role).toBe('admin')
  expect(business).toMatchObject({ name: 'Lindenhof AG', phone: '+41441234567', country: 'CH', members: [] })
  expect(Date.parse(business.gtcAcceptedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(business.dpaAcceptedAt).toBe(business.gtcAcceptedAt)
  const row = api.context.db.selectFrom('businesses').select('ucc').where('id', '=', business.id)
  expect(await row.executeTakeFirst()).toEqual({ ucc: 'friend' })
  const [created, joined] = await listBusinessEvents(api.context.db, business.id)
  expect([created?.actor.email, joined?.data]).toMatchObject([
    anna.email,
    { email: anna.email, role: 'admin', by: 'founder' },
  ])
})

test('who signs up for a business gets the account and its business together, or neither', async () => {
  const email = 'greta@muehle.example'
  await api.call(accounts.requestConfirmation, { body: { email, flow: 'business', lang: 'de' } })
  const mail = await api.inbox.next(email)
  const link = new URL(mail.links.find((one) => one.includes('token=')) ?? '')
  expect(link.pathname).toBe('/business/signup/steps')
  const token = link.searchParams.get('token') ?? ''
  expect(await api.call(accounts.validConfirmation, { body: { token } })).toEqual({ email, flow: 'business' })
  const register = (business: object, more: object = {}) =>
    api.ask(accounts.register, {
      body: {
        firstName: 'Greta',
        lastName: 'Moll',
        password,
        token,
        gtc: true,
        celloUCC: 'friend',
        ...more,
        business: { name: 'Mühle GmbH', dpa: true, ...business },
      },
    })
  expect(await keyOf(register({ dpa: false }))).toBe('terms.not_accepted')
  expect(await keyOf(register({ phone: '12' }))).toBe('validation.failed')
  expect((await register({ country: 'DE' })).status).toBe(201)
  const session = await api.call(login, { body: { email, password } })
  const { business, role } = await api.call(calls.getUserBusiness, {}, `Bearer ${session.token}`)
  expect([business?.name, business?.country, role]).toEqual(['Mühle GmbH', 'DE', 'admin'])
  // Anyone who has an account is shown their own way.
  await api.call(accounts.requestConfirmation, { body: { email, flow: 'business' } })
  expect((await api.inbox.next(email)).links.join()).toContain('/business/register')
})

test('its admins change what it is called and how it is reached; a wrong support contact is blanked', async () => {
  const [anna, ben, dora] = (await people('Anna', 'Ben', 'Dora')) as [Person, Person, Person]
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const update = (body: object, by = anna) => api.ask(calls.updateBusiness, { params: { id }, body }, by.as)
  const supportContact = { email: 'help@lindenhof.example', phone: 'call me' }
  expect(await update({ name: 'Lindenhof Holding AG', supportContact })).toMatchObject({
    body: {
      name: 'Lindenhof Holding AG',
      email: anna.email,
      settings: { supportContact: { email: 'help@lindenhof.example', phone: null } },
    },
  })
  expect(await keyOf(update({ email: 'nobody' }))).toBe('validation.failed')
  expect(await keyOf(update({ name: 'Mine' }, ben))).toBe('business.not_allowed')
  expect(await keyOf(update({ name: 'Mine' }, dora))).toBe('not_found')
  await update({ name: 'Lindenhof Holding AG' })
  expect((await typesOf(id)).filter((type) => type === 'business_changed')).toHaveLength(1)
})

test('people outside know of it what they need, where it has to do with them', async () => {
  const [anna, ben, dora] = (await people('Anna', 'Ben', 'Dora')) as [Person, Person, Person]
  const id = await aBusiness(api, { admins: [anna] })
  await aSignatureRequest(api, { owner: anna, signers: [ben, { email: 'guest@example.org' }] })
  const publicOf = (by: Person) => api.ask(calls.getPublicInformation, { params: { id } }, by.as)
  const known = { id, name: 'Lindenhof AG', logo: null, supportContact: { email: null, phone: null } }
  expect(await publicOf(anna)).toMatchObject({ body: known })
  expect(await publicOf(ben)).toMatchObject({ body: known })
  expect((await publicOf(dora)).status).toBe(404)
  const guest = guestOf(linkIn(await api.inbox.next('guest@example.org')))
  const byLink = (business: string) =>
    api.ask(calls.getDirectPublicInformation, { params: { id: business } }, guest.as)
  expect(await byLink(id)).toMatchObject({ body: known })
  expect((await byLink(await aBusiness(api, { admins: [dora] }))).status).toBe(404)
})

test('a business is deleted after 30 days: its people keep what is theirs, and nothing of it opens anything', async () => {
  const [anna, ben] = (await people('Anna', 'Ben')) as [Person, Person]
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const seal = await aSeal(api, id, { name: `seal-${id.slice(0, 8)}` })
  const request = await aSignatureRequest(api, { owner: ben, signers: [anna] })
  const invited = await api.person({ firstName: 'Ina' })
  const users = [{ email: invited.email, role: 'member' as const }]
  await api.call(inviteMembers, { params: { id }, body: { users } }, anna.as)
  // Anyone who is invited may know by whom.
  const known = api.ask(calls.getPublicInformation, { params: { id } }, invited.as)
  expect(await known).toMatchObject({ body: { name: 'Lindenhof AG' } })
  const { apiUser, key } = await api.call(
    createApiUser,
    { params: { id }, body: { description: 'ERP', scopes: ['activities'] } },
    anna.as,
  )
  const claimed = { params: { id }, body: { domain: 'lindenhof.example' } }
  await api.call(addDomain, claimed, anna.as)
  expect(await keyOf(askToDelete(id, anna, 'Lindenhof'))).toBe('validation.failed')
  expect(await keyOf(askToDelete(id, ben))).toBe('business.not_allowed')
  const asked = await askToDelete(id, anna)
  const day = asked.ok ? Date.parse(asked.body.deleteAt ?? '') : 0
  expect(Math.abs(day - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000)
  expect(await askToDelete(id, anna)).toMatchObject({ body: { deleteAt: new Date(day).toISOString() } })
  expect((await api.inbox.next(anna.email, /will be deleted/)).links.join()).toContain('/business/profile')
  await api.inbox.next(ben.email, /will be deleted/)

  // A day before nothing happens, and until then it can be revoked.
  await deleteDueIn(29)
  expect((await revoke(id, anna)).status).toBe(200)
  expect(await keyOf(revoke(id, anna))).toBe('business.not_being_deleted')
  await api.inbox.next(ben.email, /won’t be deleted/)
  await askToDelete(id, anna)
  await api.inbox.next(ben.email, /will be deleted/)
  // Also where two processes do it at once.
  await deleteDueIn(60)
  await api.inbox.next(ben.email, /was deleted/)
  expect(await api.call(calls.getUserBusiness, {}, ben.as)).toMatchObject({ business: null, role: null })
  const types = await typesOf(id)
  expect(types.filter((type) => type === 'business_deleted')).toHaveLength(1)
  expect(types).toEqual(
    expect.arrayContaining(['seal_disabled', 'api_user_deleted', 'invitation_revoked', 'domain_removed']),
  )
  expect((await api.call(accounts.getUser, {}, invited.as)).attributes.acceptedBusinessInvite).not.toBe(false)
  const programs = { body: { username: apiUser.username, 'api-key': key } }
  expect((await api.ask(loginApiUser, programs)).status).toBe(401)
  const { disabled_at } = await api.context.db
    .selectFrom('seals')
    .select('disabled_at')
    .where('id', '=', seal.id)
    .executeTakeFirstOrThrow()
  expect(disabled_at).not.toBeNull()
  for await (const { businessId, chain } of iterateBusinessChains(api.context.db))
    if (businessId === id) expect(verifyChain(id, chain)).toEqual([])

  // First the terms of a personal account; then all is as it was.
  const document = { params: { id: request.documents[0]?.id ?? '' } }
  expect(await keyOf(api.ask(downloadDocument, document, ben.as))).toBe('terms.acceptance_required')
  expect((await api.call(accounts.getUser, {}, ben.as)).attributes.businessDeleted).toBe(true)
  const { attributes } = await api.call(accounts.acceptTerms, { body: { gtc: true } }, ben.as)
  expect(attributes.businessDeleted).toBe(false)
  expect((await api.ask(downloadDocument, document, ben.as)).status).toBe(200)
  expect((await api.ask(calls.getBusiness, { params: { id } }, ben.as)).status).toBe(404)
})

test('what the API users of a deleted business have sent is withdrawn, and goes if nobody else sees it', async () => {
  const [anna, ben] = (await people('Anna', 'Ben')) as [Person, Person]
  const id = await aBusiness(api, { admins: [anna] })
  const program = await anApiUser(api, { admin: anna, businessId: id })
  const send = (email: string) => {
    const signatures = [{ account_email: email, signer_identity_data: { email_address: email } }]
    const body = { title: 'Lease', quality: 'SES' as const, content: aPdf().toString('base64'), signatures }
    return api.call(createRequestV2, { body }, program.as)
  }
  const open = await send(ben.email)
  const guests = await send('guest@example.org')
  const declined = await send(ben.email)
  const left = { params: { id: declined.id }, body: { message: '' } }
  await api.call(requests.declineSignatureRequest, left, ben.as)
  await api.call(requests.deleteSignatureRequest, { params: { id: declined.id } }, ben.as)
  await askToDelete(id, anna)
  await deleteDueIn(31)
  const statuses = async () => {
    const { rows } = await api.context.pool.query<{ id: string; status: string }>(
      'SELECT id, status FROM signature_requests WHERE id = ANY($1)',
      [[open.id, guests.id, declined.id]],
    )
    return Object.fromEntries(rows.map((row) => [row.id, row.status]))
  }
  await expect.poll(statuses).toEqual({ [open.id]: 'WITHDRAWN', [guests.id]: 'WITHDRAWN' })
  await api.inbox.next(ben.email, /withdrawn “Lease”/)
  await api.inbox.next('guest@example.org', /withdrawn “Lease”/)
  const { items } = await api.call(requests.getEvents, { params: { id: open.id } }, ben.as)
  expect(items.find(({ type }) => type === 'withdrawn')?.data).toEqual({ cause: 'business_deleted' })
})

test('a deleted business keeps nothing of the people it invited, nor what it had set', async () => {
  const [anna, ina] = (await people('Anna', 'Ina')) as [Person, Person]
  const id = await aBusiness(api, { admins: [anna] })
  const settings = { signerGroups: { maxGroups: 3, maxParticipants: 5 } }
  await api.call(calls.updateBusinessSettings, { params: { id }, body: { settings } }, anna.as)
  await api.call(
    calls.updateBusiness,
    { params: { id }, body: { name: 'Lindenhof AG', country: 'CH' } },
    anna.as,
  )
  const users = [ina.email, 'x@example.org'].map((email) => ({ email, role: 'member' as const }))
  const body = { users, message: 'Welcome, Ina' }
  const { invitedMembers } = await api.call(inviteMembers, { params: { id }, body }, anna.as)
  const inviteId = invitedMembers.find(({ email }) => email === ina.email)?.id ?? ''
  await api.call(declineInvitation, { params: { inviteId } }, ina.as)
  await askToDelete(id, anna)
  const kept = async () => [
    await api.context.db
      .selectFrom('businesses')
      .select(['country', 'settings'])
      .where('id', '=', id)
      .executeTakeFirst(),
    await api.context.db
      .selectFrom('business_invitations')
      .select(['email', 'message'])
      .where('business_id', '=', id)
      .execute(),
  ]
  expect(JSON.stringify(await kept())).toMatch(/"CH".*"maxGroups":3.*Welcome, Ina/)
  await deleteDueIn(31)
  expect(await kept()).toEqual([{ country: null, settings: {} }, []])
})

test('of revoking and deleting at the same moment one happens, wholly', async () => {
  const [anna] = (await people('Anna')) as [Person]
  const id = await aBusiness(api, { admins: [anna] })
  await askToDelete(id, anna)
  await api.context.db
    .updateTable('businesses')
    .set({ delete_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  const [revoked] = await Promise.all([revoke(id, anna), deleteDueBusinesses(api.context)])
  const { business } = await api.call(calls.getUserBusiness, {}, anna.as)
  expect(business !== null).toBe(revoked.ok)
  expect((await typesOf(id)).includes('business_deleted')).toBe(!revoked.ok)
})
