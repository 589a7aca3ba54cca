import * as accounts from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/business-people.ts'
import { getBusiness, getUserBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/businesses/event-repository.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'

let api: TestApi
/** How far the product's clock is ahead of the machine's. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
}, 60_000)
afterAll(() => api?.stop())

const day = 86_400_000

async function people<Name extends string>(...names: Name[]): Promise<Record<Name, Person>> {
  const all = await Promise.all(names.map((firstName) => api.person({ firstName })))
  return Object.fromEntries(names.map((name, index) => [name, all[index]])) as Record<Name, Person>
}

const invite = (id: string, as: string, ...users: { email: string; role?: 'admin' | 'member' }[]) =>
  api.call(calls.inviteMembers, { params: { id }, body: { users, message: 'Welcome' } }, as)

async function invitationOf(id: string, admin: Person, guest: Pick<Person, 'email'>): Promise<string> {
  const { invitedMembers } = await invite(id, admin.as, { email: guest.email })
  return invitedMembers[0]?.id ?? ''
}

const accept = (person: Person, inviteId: string) =>
  api.ask(calls.acceptInvitation, { params: { inviteId } }, person.as)

const attributesOf = async (person: Person) => (await api.call(accounts.getUser, {}, person.as)).attributes
const logOf = async (id: string) =>
  (await listBusinessEvents(api.context.db, id)).map(({ type, data }) => ({ type, ...data }))

test('who is invited gets a mail, sees the invitation and nobody else’s, and belongs to it by accepting', async () => {
  const { Anna, Ben, Dora } = await people('Anna', 'Ben', 'Dora')
  const id = await aBusiness(api, { admins: [Anna] })
  const inviteId = await invitationOf(id, Anna, Ben)
  const mail = await api.inbox.next(Ben.email, /join Lindenhof AG/)
  expect(mail.links.join()).toContain(`/invite/${inviteId}?email=${encodeURIComponent(Ben.email)}`)
  expect(mail.text).toContain('> Welcome')
  expect((await attributesOf(Ben)).acceptedBusinessInvite).toBe(false)
  expect(await api.call(calls.getOwnInvitation, { params: { inviteId } }, Ben.as)).toMatchObject({
    business: { id, name: 'Lindenhof AG' },
    invitedBy: 'Anna Keller',
    belongsElsewhere: false,
  })
  const others = { params: { inviteId } }
  expect(await api.ask(calls.getOwnInvitation, others, Dora.as)).toMatchObject({ status: 404 })
  expect(await accept(Dora, inviteId)).toMatchObject({ status: 404 })
  expect((await api.call(getBusiness, { params: { id } }, Anna.as)).seats).toEqual({ total: null, used: 2 })
  // The newest that waits, as the specification has it.
  await api.call(accounts.acceptTerms, { body: { business_invite: true } }, Ben.as)
  expect((await attributesOf(Ben)).acceptedBusinessInvite).toBe(true)
  expect(await api.call(getUserBusiness, {}, Ben.as)).toMatchObject({ role: 'member', business: { id } })
  expect(await accept(Ben, inviteId)).toMatchObject({ status: 404 })
  expect((await logOf(id)).slice(2)).toMatchObject([
    { type: 'member_invited', invitationId: inviteId, email: Ben.email, role: 'member' },
    { type: 'member_joined', email: Ben.email, name: 'Ben Keller', role: 'member', by: 'invitation' },
  ])
})
