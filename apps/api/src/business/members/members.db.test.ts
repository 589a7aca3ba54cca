import * as accounts from '@countersign/contract/accounts.ts'
import { getStatistics } from '@countersign/contract/activity.ts'
import * as calls from '@countersign/contract/members.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { getBusiness, getUserBusiness } from '@countersign/contract/businesses.ts'
import { getDocument } from '@countersign/contract/documents.ts'
import { login } from '@countersign/contract/sessions.ts'
import {
  getEvents,
  getSignatureRequest,
  listSignatureRequests,
  withdrawSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import { createSignerGroup, getSignerGroup } from '@countersign/contract/signer-groups.ts'
import { getTemplate } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#api/app/operator-commands/business/commands.ts'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { connect } from '#api/platform/db/connect.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { transferRequests } from '#api/signing/signature-requests/ownership/transfer-requests.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'

let api: TestApi
/** How far the product's clock is ahead of the machine's. */
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
})
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

test('a business that has sent two thousand invitations in a day is told when it can send the next ones', async () => {
  const admin = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { admins: [admin] })
  await invite(id, admin.as, { email: 'first@example.org' })
  // As if two thousand others had followed, the oldest five hours ago.
  const owner = connect(api.connection, 'owner', 1, () => {})
  await owner.query(
    `INSERT INTO business_invitations SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
       'email', 'n' || n || '@example.org', 'state', 'REVOKED', 'created_at', now() - n * interval '9 seconds'))).*
     FROM business_invitations i, generate_series(1, 1999) n WHERE i.business_id = $1`,
    [id],
  )
  await owner.end()
  const body = { users: [{ email: 'next@example.org' }, { email: 'after@example.org' }] }
  const refused = await api.ask(calls.inviteMembers, { params: { id }, body }, admin.as)
  expect(refused).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  const hours = Number(refused.headers.get('retry-after')) / 3600
  // Two of them have to be a day old.
  expect(hours).toBeGreaterThan(18.9)
  expect(hours).toBeLessThan(19.1)
})

test('who is invited gets a mail, sees the invitation and nobody else’s, and belongs to it by accepting', async () => {
  const { Anna, Ben, Dora } = await people('Anna', 'Ben', 'Dora')
  const id = await aBusiness(api, { admins: [Anna] })
  const inviteId = await invitationOf(id, Anna, Ben)
  const mail = await api.inbox.next(Ben.email, /join Lindenhof AG/)
  expect(mail.links.join()).toContain(`/invite/${inviteId}?email=${encodeURIComponent(Ben.email)}`)
  expect(mail.text).toContain(`Anna Keller (${Anna.email}) has invited you to join Lindenhof AG`)
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

test('an address with an apostrophe gets the invitation, and its link names that address', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const id = await aBusiness(api, { admins: [anna] })
  const email = `mary.o'brien.${crypto.randomUUID().slice(0, 8)}@example.org`
  const inviteId = await invitationOf(id, anna, { email })
  const { links } = await api.inbox.next(email, /join Lindenhof AG/)
  const link = new URL(links.find((one) => one.includes(`/invite/${inviteId}`)) ?? '')
  expect(link.searchParams.get('email')).toBe(email)
})

test('each of many is looked at for themselves; what is over or sent again is said, and no other business sees it', async () => {
  const { Anna, Ben, Otto } = await people('Anna', 'Ben', 'Otto')
  const id = await aBusiness(api, { admins: [Anna], members: [Ben] })
  const other = await aBusiness(api, { name: 'Other', admins: [Otto] })
  const cleo = `cleo.${crypto.randomUUID().slice(0, 8)}@example.org`
  const emails = [` ${cleo.toUpperCase()} `, 'no address', Ben.email, cleo, Otto.email]
  const first = await invite(id, Anna.as, ...emails.map((email) => ({ email })))
  expect(first.invitedMembers.map(({ email }) => email)).toEqual([cleo, Otto.email])
  expect(first.refused.map(({ reason }) => reason)).toEqual([
    'email_wrong',
    'already_member',
    'same_as_before',
  ])
  expect((await invite(id, Anna.as, { email: cleo })).refused).toEqual([
    { email: cleo, reason: 'already_invited' },
  ])
  // Anyone who is none of its admins, or belongs to another, has nothing to do with it.
  const inviteId = first.invitedMembers[0]?.id ?? ''
  const which = { params: { id, inviteId } }
  for (const call of [calls.resendInvitation, calls.revokeInvitation]) {
    expect(await api.ask(call, which, Ben.as)).toMatchObject({ status: 403 })
    expect(await api.ask(call, which, Otto.as)).toMatchObject({ status: 404 })
    expect(await api.ask(call, { params: { id: other, inviteId } }, Otto.as)).toMatchObject({ status: 404 })
  }
  expect((await api.call(getBusiness, { params: { id } }, Ben.as)).invitedMembers).toEqual([])
  // Otto belongs elsewhere: nothing holds him up, and he cannot have both.
  const ottos = first.invitedMembers[1]?.id ?? ''
  expect((await attributesOf(Otto)).acceptedBusinessInvite).toBeNull()
  expect((await api.call(calls.getOwnInvitations, {}, Otto.as)).invitations[0]?.belongsElsewhere).toBe(true)
  expect(await accept(Otto, ottos)).toMatchObject({ error: { key: 'business.already_member' } })
  await api.call(calls.declineInvitation, { params: { inviteId: ottos } }, Otto.as)
  expect((await api.inbox.next(Anna.email, /declined/)).text).toContain(Otto.email)
  expect(await api.ask(calls.resendInvitation, which, Anna.as)).toMatchObject({
    status: 429,
    error: { key: 'rate.exceeded' },
  })
  await api.inbox.next(cleo)
  ahead += 31 * day
  const list = await api.call(calls.listInvitations, { params: { id } }, (await again(Anna)).as)
  expect(list.invitedMembers.map(({ email, state }) => [email, state])).toEqual([
    [cleo, 'EXPIRED'],
    [Otto.email, 'DECLINED'],
  ])
  expect(await api.call(calls.resendInvitation, which, Anna.as)).toMatchObject({ state: 'OPEN' })
  await api.inbox.next(cleo, /join Lindenhof AG/)
  await api.call(calls.revokeInvitation, which, Anna.as)
  expect((await api.call(calls.listInvitations, { params: { id } }, Anna.as)).invitedMembers).toHaveLength(1)
  const late = await api.person({ firstName: 'Cleo', email: cleo })
  expect(await accept(late, inviteId)).toMatchObject({ status: 404 })
})

test('who has left the business isn’t told that someone they invited has declined', async () => {
  const { Anna, Ben, Cleo } = await people('Anna', 'Ben', 'Cleo')
  const id = await aBusiness(api, { admins: [Anna, Ben] })
  const inviteId = await invitationOf(id, Anna, Cleo)
  await api.call(calls.leaveBusiness, { params: { id }, body: {} }, Anna.as)
  await aBusiness(api, { name: 'Other', admins: [Anna] })
  await api.call(calls.declineInvitation, { params: { inviteId } }, Cleo.as)
  const { rowCount } = await api.context.pool.query(
    "SELECT FROM mails WHERE kind = 'business_invitation_declined' AND recipient = $1",
    [Anna.email],
  )
  expect(rowCount).toBe(0)
})

test('an invitation that has expired takes a seat again when it is resent, where one is left', async () => {
  const { Anna } = await people('Anna')
  const id = await aBusiness(api, { admins: [Anna] })
  const inviteId = await invitationOf(id, Anna, { email: 'late@example.org' })
  ahead += 31 * day
  const { as } = await again(Anna)
  const resend = () => api.ask(calls.resendInvitation, { params: { id, inviteId } }, as)
  await commands['seats']?.(api.context, {}, [id, '1'])
  expect(await resend()).toMatchObject({ error: { key: 'business.no_seat' } })
  await commands['seats']?.(api.context, {}, [id, '2'])
  expect(await resend()).toMatchObject({ status: 200, body: { state: 'OPEN' } })
  ahead = 0
})

test('nobody is written to over and over by invitations that are taken back', async () => {
  const { Anna } = await people('Anna')
  const id = await aBusiness(api, { admins: [Anna] })
  const guest = { email: `often.${crypto.randomUUID().slice(0, 8)}@example.org` }
  for (let times = 0; times < 5; times += 1) {
    const inviteId = await invitationOf(id, Anna, guest)
    await api.call(calls.revokeInvitation, { params: { id, inviteId } }, Anna.as)
  }
  const before = Date.now() + ahead
  const done = await invite(id, Anna.as, guest, { email: 'else@example.org' })
  expect(done.invitedMembers).toMatchObject([{ email: 'else@example.org' }])
  expect(done.refused).toMatchObject([{ email: guest.email, reason: 'limit_reached' }])
  const until = Date.parse(done.refused[0]?.until ?? '')
  expect(until).toBeGreaterThan(before + day - 60_000)
  expect(until).toBeLessThanOrEqual(before + day)
  const earlier =
    "UPDATE business_invitations SET created_at = created_at - interval '1 day' WHERE business_id = $1"
  await api.context.pool.query(earlier, [id])
  expect((await invite(id, Anna.as, guest)).invitedMembers).toMatchObject([guest])
})

test('an invitation is resent to one address five times a day, and no more often', async () => {
  const { anna } = await people('anna')
  const id = await aBusiness(api, { name: 'Sechs AG', admins: [anna] })
  const inviteId = await invitationOf(id, anna, { email: 'far@away.example' })
  const resend = async (minutes: number) => {
    ahead += minutes * 60_000
    return api.ask(calls.resendInvitation, { params: { id, inviteId } }, anna.as)
  }
  for (let times = 0; times < 5; times += 1) expect((await resend(11)).status).toBe(200)
  const refused = await resend(11)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20 * 3600)
  // The admin is signed in for a day.
  ahead = 0
})

test('a mailbox that has had too many emails from the sender is named, and the others are invited', async () => {
  const { Anna } = await people('Anna')
  const id = await aBusiness(api, { admins: [Anna] })
  const [full, free] = ['full', 'free'].map(
    (name) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`,
  )
  if (!full || !free) throw new Error('no guests')
  const { emailsPerRecipient } = api.context.config
  const now = new Date(Date.now() + ahead)
  await api.context.pool.query(
    'INSERT INTO throttles (key, failures, window_started_at) VALUES ($1, $2, $3)',
    [`emails:${(await api.call(accounts.getUser, {}, Anna.as)).id}:${full}`, emailsPerRecipient, now],
  )
  const done = await invite(id, Anna.as, { email: full }, { email: free })
  expect(done.invitedMembers).toMatchObject([{ email: free }])
  expect(done.refused).toMatchObject([{ email: full, reason: 'limit_reached' }])
  expect(Date.parse(done.refused[0]?.until ?? '')).toBe(now.getTime() + 3_600_000)
  expect((await api.call(calls.listInvitations, { params: { id } }, Anna.as)).invitedMembers).toHaveLength(1)
  await api.inbox.next(free, /join Lindenhof AG/)
})

test('of what happens at the same instant one comes first: invitations, answers and taking back', async () => {
  const { Anna, Otto, Ben } = await people('Anna', 'Otto', 'Ben')
  const first = await aBusiness(api, { admins: [Anna] })
  const other = await aBusiness(api, { name: 'Other', admins: [Otto] })
  const twice = await Promise.all([1, 2].map(() => invite(first, Anna.as, { email: Ben.email })))
  expect(twice.flatMap(({ invitedMembers }) => invitedMembers)).toHaveLength(1)
  const ids = [
    twice.flatMap(({ invitedMembers }) => invitedMembers)[0]?.id ?? '',
    await invitationOf(other, Otto, Ben),
  ]
  const replies = await Promise.all([...ids, ...ids].map((id) => accept(Ben, id)))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  const taken = replies.findIndex(({ ok }) => ok) % 2
  const joined = (await logOf(first))
    .concat(await logOf(other))
    .filter(({ type }) => type === 'member_joined')
  expect(joined).toHaveLength(1)
  // Where it was taken back first there is nothing to accept, and the other way round nothing to take back.
  const { Cleo } = await people('Cleo')
  const inviteId = await invitationOf(other, Otto, Cleo)
  const revoke = api.ask(calls.revokeInvitation, { params: { id: other, inviteId } }, Otto.as)
  const ends = await Promise.all([accept(Cleo, inviteId), revoke])
  expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect((await api.call(getUserBusiness, {}, Ben.as)).business?.id).toBe([first, other][taken])
})

test('two admins who make each other members at once: one stays', async () => {
  const { Anna, Ben } = await people('Anna', 'Ben')
  const id = await aBusiness(api, { admins: [Anna, Ben] })
  const [anna, ben] = await idsOf(id, Anna)
  const demote = (person: Person, other = '') =>
    api.ask(calls.changeToMembers, { params: { id }, body: { user_ids: [other] } }, person.as)
  const replies = await Promise.all([demote(Anna, ben), demote(Ben, anna)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  const winner = replies[0]?.ok ? Anna : Ben
  const own = await api.call(getUserBusiness, {}, winner.as)
  const self = own.business?.admins[0] ?? ''
  expect(await demote(winner, self)).toMatchObject({ error: { key: 'business.last_admin' } })
  const leave = () => api.ask(calls.leaveBusiness, { params: { id }, body: {} }, winner.as)
  expect(await leave()).toMatchObject({ status: 409, error: { key: 'business.last_admin' } })
  const remove = { params: { id }, body: { user_ids: [self] } }
  expect(await api.ask(calls.removeMembers, remove, winner.as)).toMatchObject({ status: 409 })
  const deletion = { body: { password: winner.password } }
  expect(await api.ask(accounts.deleteUser, deletion, winner.as)).toMatchObject({
    error: { key: 'business.last_admin' },
  })
  const both = { params: { id }, body: { user_ids: [anna ?? '', ben ?? ''] } }
  expect((await api.call(calls.changeToAdmins, both, winner.as)).admins).toHaveLength(2)
  expect((await leave()).status).toBe(200)
  expect((await attributesOf(winner)).removedFromBusiness).toBe(false)
  expect((await logOf(id)).map(({ type }) => type).slice(-3)).toEqual([
    'made_member',
    'made_admin',
    'member_left',
  ])
})

test('who is removed hands over what they made for the business, and nothing that was theirs before', async () => {
  const { Anna, Ben, Cleo } = await people('Anna', 'Ben', 'Cleo')
  const own = await aDraft(api, { owner: Ben, signers: [{ email: Cleo.email }] })
  const id = await aBusiness(api, { admins: [Anna], members: [Ben, Cleo] })
  const sent = await aSignatureRequest(api, { owner: Ben, signers: [{ email: Cleo.email }] })
  const draft = await aDraft(api, { owner: Ben, signers: [{ email: Cleo.email }] })
  const template = await aTemplate(api, { owner: Ben, roles: ['Tenant'] })
  const board = { name: 'Board', members: [{ email: 'a@example.org' }] }
  const group = await api.call(createSignerGroup, { body: board }, Ben.as)
  const [anna = '', ben = ''] = await idsOf(id, Anna)
  const named = { params: { id }, body: { user_ids: [ben] } }
  expect((await api.call(calls.previewRemoval, named, Anna.as)).members).toEqual([
    { id: ben, requests: 3, drafts: 2, open: 1, templates: 1, groups: 1, seals: 0 },
  ])
  const to = (transfer_to: string) => ({ params: { id }, body: { user_ids: [ben], transfer_to } })
  for (const nobody of [ben, crypto.randomUUID()])
    expect(await api.ask(calls.removeMembers, to(nobody), Anna.as)).toMatchObject({
      error: { fields: [{ field: 'transfer_to' }] },
    })
  expect((await api.call(calls.removeMembers, to(anna), Anna.as)).members.map(({ email }) => email)).toEqual([
    Cleo.email,
  ])
  expect((await api.inbox.next(Ben.email, /removed from/)).text).toContain('Anna Keller')
  // What they were asked again is accepted before anything else.
  expect(await api.ask(getSignatureRequest, { params: { id: own.id } }, Ben.as)).toMatchObject({
    error: { key: 'terms.acceptance_required' },
  })
  await api.call(accounts.acceptTerms, { body: { gtc: true } }, Ben.as)
  const titles = async (person: Person) =>
    (await api.call(listSignatureRequests, { query: {} }, person.as)).items.map((one) => one.id).toSorted()
  await expect.poll(() => titles(Anna)).toEqual(expect.arrayContaining([sent.id, draft.id]))
  await expect.poll(() => titles(Ben)).toEqual([own.id])
  const theirs = await api.call(getSignatureRequest, { params: { id: sent.id } }, Anna.as)
  expect(theirs).toMatchObject({ status_overall: 'OPEN', owner: { email: Anna.email } })
  const document = { params: { id: theirs.documents[0]?.id ?? '' } }
  expect(await api.ask(getDocument, document, Ben.as)).toMatchObject({ status: 404 })
  expect(await api.ask(getSignatureRequest, { params: { id: sent.id } }, Ben.as)).toMatchObject({
    status: 404,
  })
  const events = await api.call(getEvents, { params: { id: sent.id } }, Anna.as)
  expect(events.items.at(-1)).toMatchObject({
    type: 'owner_changed',
    actor: { email: Anna.email },
    data: { from: 'Ben Keller', to: 'Anna Keller' },
  })
  await api.call(withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, Anna.as)
  expect((await api.call(getTemplate, { params: { id: template.id } }, Anna.as)).name).toBe(template.name)
  expect((await api.call(getSignerGroup, { params: { id: group.id }, query: {} }, Anna.as)).id).toBe(group.id)
  expect((await logOf(id)).at(-1)).toMatchObject({
    type: 'member_removed',
    email: Ben.email,
    handedOverTo: anna,
  })
})

test('two workers that transfer the same, or one that begins again, do each request once', async () => {
  const { Anna, Ben } = await people('Anna', 'Ben')
  const drafts = [await aDraft(api, { owner: Ben }), await aDraft(api, { owner: Ben })]
  const [from, to] = [
    await api.call(accounts.getUser, {}, Ben.as),
    await api.call(accounts.getUser, {}, Anna.as),
  ]
  const [since, until] = [new Date(0), new Date(Date.now() + ahead + day)].map((at) => at.toISOString())
  const order = { from: from.id, to: to.id, since: since ?? '', until: until ?? '', actor: systemActor }
  const joined = new Date(Date.now() + ahead).toISOString()
  await Promise.all([transferRequests(api.context, order), transferRequests(api.context, order)])
  await transferRequests(api.context, order)
  for (const { id } of drafts) {
    const { items } = await api.call(getEvents, { params: { id } }, Anna.as)
    expect(items.filter(({ type }) => type === 'owner_changed')).toHaveLength(1)
  }
  // What someone took over continues with the rest when they leave, though it was made before they came.
  const { Cleo } = await people('Cleo')
  const { id: heir } = await api.call(accounts.getUser, {}, Cleo.as)
  await transferRequests(api.context, { ...order, from: to.id, to: heir, since: joined })
  for (const { id } of drafts)
    expect(await api.call(getSignatureRequest, { params: { id } }, Cleo.as)).toMatchObject({
      owner: { email: Cleo.email },
    })
})

test('an observer who takes a request over no longer observes it, and a draft that is sent doesn’t make them one', async () => {
  const { Anna, Ben, Cleo } = await people('Anna', 'Ben', 'Cleo')
  const id = await aBusiness(api, { admins: [Anna], members: [Ben, Cleo] })
  const made = { owner: Ben, signers: [{ email: 'gina@example.org' }] }
  const requests = [await aSignatureRequest(api, made), await aDraft(api, made)]
  for (const { id: request } of requests)
    for (const { email } of [Anna, Cleo])
      await api.call(addObserver, { params: { id: request }, body: { email } }, Ben.as)
  const [anna = '', ben = ''] = await idsOf(id, Anna)
  const removal = { params: { id }, body: { user_ids: [ben], transfer_to: anna } }
  await api.call(calls.removeMembers, removal, Anna.as)
  for (const { id: request } of requests) {
    const params = { id: request }
    const observed = async () => {
      const reply = await api.ask(getSignatureRequest, { params }, Anna.as)
      return reply.ok && reply.body.owner.email === Anna.email && reply.body.observers.map((one) => one.email)
    }
    await expect.poll(observed).toEqual([Cleo.email])
    const { items } = await api.call(getEvents, { params }, Anna.as)
    expect(items.slice(-2)).toMatchObject([
      { type: 'owner_changed' },
      { type: 'observer_removed', data: { email: Anna.email } },
    ])
  }
})

test('what someone took over goes on to the next, however old it is', async () => {
  const { Anna, Ben, Cleo, Dora } = await people('Anna', 'Ben', 'Cleo', 'Dora')
  const id = await aBusiness(api, { admins: [Anna], members: [Ben] })
  const template = await aTemplate(api, { owner: Ben, roles: ['Tenant'] })
  const { id: send } = await aBulkSend(api, { owner: Ben, template, table: 'Email\ntenant@example.org' })
  const board = { name: 'Board', members: [{ email: 'a@example.org' }] }
  const group = await api.call(createSignerGroup, { body: board }, Ben.as)
  const idOf = async ({ as }: Person) => (await api.call(accounts.getUser, {}, as)).id
  const [ben, cleo, dora] = [await idOf(Ben), await idOf(Cleo), await idOf(Dora)]
  await accept(Cleo, await invitationOf(id, Anna, Cleo))
  await accept(Dora, await invitationOf(id, Anna, Dora))
  const remove = (user: string, transfer_to: string) =>
    api.call(calls.removeMembers, { params: { id }, body: { user_ids: [user], transfer_to } }, Anna.as)
  await remove(ben, cleo)
  const named = { params: { id }, body: { user_ids: [cleo] } }
  expect((await api.call(calls.previewRemoval, named, Anna.as)).members).toMatchObject([
    { templates: 1, groups: 1 },
  ])
  await remove(cleo, dora)
  const { as } = Dora
  expect(await api.call(getTemplate, { params: { id: template.id } }, as)).toMatchObject({ id: template.id })
  const theirs = await api.call(getSignerGroup, { params: { id: group.id }, query: {} }, as)
  expect(theirs.id).toBe(group.id)
  expect((await api.call(getBulkSend, { params: { id: send }, query: {} }, as)).id).toBe(send)
})

test('what is still being transferred to someone who leaves goes to who takes over from them, or stays', async () => {
  const { Anna, Ben, Cleo, Dora } = await people('Anna', 'Ben', 'Cleo', 'Dora')
  const id = await aBusiness(api, { admins: [Anna], members: [Ben, Cleo, Dora] })
  const [ben, cleo, dora] = await Promise.all(
    [Ben, Cleo, Dora].map(async ({ as }) => (await api.call(accounts.getUser, {}, as)).id),
  )
  const drafts = [await aDraft(api, { owner: Ben }), await aDraft(api, { owner: Ben })]
  const ownersOf = async (ids: readonly { id: string }[]) => {
    const { rows } = await api.context.pool.query<{ owner_id: string }>(
      'SELECT owner_id FROM signature_requests WHERE id = ANY ($1)',
      [ids.map((one) => one.id)],
    )
    return rows.map(({ owner_id }) => owner_id)
  }
  // The job that transfers what was Ben's to Cleo, between two of its turns.
  const continueTransfer = () =>
    transferRequests(api.context, {
      from: ben ?? '',
      to: cleo ?? '',
      since: new Date(0).toISOString(),
      until: new Date(Date.now() + ahead + day).toISOString(),
      businessId: id,
      actor: systemActor,
    })
  const remove = (body: { user_ids: string[]; transfer_to?: string }) =>
    api.call(calls.removeMembers, { params: { id }, body }, Anna.as)
  await remove({ user_ids: [cleo ?? ''], transfer_to: dora ?? '' })
  await continueTransfer()
  expect(await ownersOf(drafts)).toEqual([dora, dora])
  const later = [await aDraft(api, { owner: Ben })]
  await remove({ user_ids: [dora ?? ''] })
  await continueTransfer()
  expect(await ownersOf(later)).toEqual([ben])
})

test('an invitation to a business that is deleted with its last account is over at once', async () => {
  const { Anna, Ben } = await people('Anna', 'Ben')
  const inviteId = await invitationOf(await aBusiness(api, { admins: [Anna] }), Anna, Ben)
  await api.call(accounts.deleteUser, { body: { password: Anna.password } }, Anna.as)
  expect((await api.call(calls.getOwnInvitations, {}, Ben.as)).invitations).toEqual([])
  expect(await accept(Ben, inviteId)).toMatchObject({ status: 404 })
})

test('an invitation that has expired by the product’s clock counts in no figure', async () => {
  ahead = 31 * day
  try {
    const { Anna } = await people('Anna')
    const id = await aBusiness(api, { admins: [Anna] })
    ahead = 0
    await invite(id, Anna.as, { email: 'guest@example.org' })
    const figures = () => api.call(getStatistics, { params: { id }, query: {} }, Anna.as)
    expect((await figures()).members).toMatchObject({ invited: 1 })
    ahead = 31 * day
    expect((await figures()).members).toMatchObject({ invited: 0 })
  } finally {
    ahead = 0
  }
})

test('with fewer seats who joined last is locked, but for signing links, and free again when someone goes', async () => {
  const { Anna, Ben, Cleo } = await people('Anna', 'Ben', 'Cleo')
  const id = await aBusiness(api, { admins: [Anna], members: [Ben, Cleo] })
  const guest = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  await aSignatureRequest(api, { owner: Cleo, signers: [{ email: guest }] })
  const seats = (amount: string) => commands['seats']?.(api.context, {}, [id, amount])
  expect(await seats('2')).toContain(Cleo.email)
  const list = (person: Person) => api.ask(listSignatureRequests, { query: {} }, person.as)
  expect(await list(Cleo)).toMatchObject({ status: 403, error: { key: 'business.member_locked' } })
  expect(await api.call(getUserBusiness, {}, Cleo.as)).toMatchObject({ locked: true, role: 'member' })
  expect((await list(Ben)).status).toBe(200)
  const link = guestOf(linkIn(await api.inbox.next(guest)))
  expect((await api.ask(accounts.getDirectUser, {}, link.as)).status).toBe(200)
  expect((await invite(id, Anna.as, { email: 'new@example.org' })).refused).toMatchObject([
    { reason: 'no_seat' },
  ])
  const cleos = (await api.call(accounts.getUser, {}, Cleo.as)).id
  await api.call(calls.leaveBusiness, { params: { id }, body: { transfer_to: cleos } }, Ben.as)
  expect((await api.inbox.next(Cleo.email, /Ben Keller’s documents/)).text).toContain('(0)')
  expect((await list(Cleo)).status).toBe(200)
  expect((await invite(id, Anna.as, { email: 'new@example.org' })).refused).toMatchObject([
    { reason: 'no_seat' },
  ])
  // Two who are invited, and one seat: anyone who is first has it.
  await seats('4')
  const { Dora, Emil } = await people('Dora', 'Emil')
  const invited = await invite(id, Anna.as, { email: Dora.email }, { email: Emil.email, role: 'admin' })
  await seats('3')
  const [doras = '', emils = ''] = invited.invitedMembers.map((one) => one.id)
  const replies = await Promise.all([accept(Dora, doras), accept(Emil, emils)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await expect(Promise.resolve().then(() => seats('0'))).rejects.toThrow(/countersign business/)
  expect((await logOf(id)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['seats_changed', 'member_locked', 'member_unlocked']),
  )
})

test('with the account of the last person the business goes', async () => {
  const { Anna } = await people('Anna')
  const id = await aBusiness(api, { admins: [Anna] })
  await api.call(accounts.deleteUser, { body: { password: Anna.password } }, Anna.as)
  expect((await logOf(id)).slice(-2)).toMatchObject([
    { type: 'member_left', email: Anna.email, reason: 'account_deleted' },
    { type: 'business_deletion_asked' },
  ])
})

/** Signed in again, where the session is over. */
async function again(person: Person): Promise<Person> {
  const { token } = await api.call(login, { body: { email: person.email, password: person.password } })
  return Object.assign(person, { as: `Bearer ${token}` })
}

/** Of its people: admins first, then by name. */
async function idsOf(id: string, person: Person): Promise<string[]> {
  const { admins, members } = await api.call(getBusiness, { params: { id } }, person.as)
  return [...admins, ...members]
}

test('a request names who took it over in its page, in lists and in a search, also after they deleted their account', async () => {
  const { Anna, Ben, Olga } = await people('Anna', 'Ben', 'Olga')
  const request = await aSignatureRequest(api, { owner: Ben, signers: [{ email: Olga.email }] })
  const { id: from } = await api.call(accounts.getUser, {}, Ben.as)
  const { id: to } = await api.call(accounts.getUser, {}, Anna.as)
  const until = new Date(Date.now() + ahead + day).toISOString()
  await transferRequests(api.context, {
    from,
    to,
    since: new Date(0).toISOString(),
    until,
    actor: systemActor,
  })
  await api.call(accounts.deleteUser, { body: { password: Anna.password } }, Anna.as)

  const owner = { name: 'Anna Keller', email: Anna.email }
  const page = await api.call(getSignatureRequest, { params: { id: request.id } }, Olga.as)
  expect(page).toMatchObject({ status_overall: 'WITHDRAWN', owner })
  for (const query of [{}, { search: 'Anna Kel' }]) {
    const { items } = await api.call(listSignatureRequests, { query }, Olga.as)
    expect(items).toMatchObject([{ id: request.id, owner }])
  }
})
