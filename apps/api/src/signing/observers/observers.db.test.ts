import { getReport } from '@countersign/contract/audit-trail.ts'
import { confirmUserEmail, deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/observers.ts'
import { activateRetention } from '@countersign/contract/retention.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getDocument } from '@countersign/contract/documents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireRequests } from '#api/signing/signature-requests/ending/expire-requests.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { confirmationIn } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
let olga: Person
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(
    ['Ben', 'Anna', 'Olga'].map((firstName) =>
      api.person({ firstName, lang: firstName === 'Olga' ? 'de' : 'en' }),
    ),
  )
  ;[ben, anna, olga] = people as [Person, Person, Person]
})
afterAll(() => api?.stop())

let number = 0
const anEmail = () => `olivia${(number += 1)}@example.org`
const add = (id: string, email: string, as: string) =>
  api.ask(calls.addObserver, { params: { id }, body: { email } }, as)
const remove = (id: string, obs: string, as: string) =>
  api.ask(calls.removeObserver, { params: { id, obs } }, as)
const see = (id: string, as: string) => api.ask(requests.getSignatureRequest, { params: { id } }, as)
const emailsOf = (request: SignatureRequest) => request.observers.map(({ email }) => email)
const listed = async (as: string, search?: string) =>
  (await api.call(requests.listSignatureRequests, { query: search ? { search } : {} }, as)).items
const eventsOf = async (id: string, type: string) =>
  (await api.call(requests.getEvents, { params: { id } }, ben.as)).items.filter(
    (event) => event.type === type,
  )
/** The kinds of the mails about a request that were written for this address, sent or not. */
const mailsAbout = async (recipient: string, requestId: string) =>
  (
    await api.context.pool.query<{ kind: string }>(
      'SELECT kind FROM mails WHERE recipient = $1 AND request_id = $2',
      [recipient, requestId],
    )
  ).rows.map(({ kind }) => kind)

test('anyone who looks on is told at once, sees everything, and can neither sign nor change it', async () => {
  const title = 'Looked on'
  const sent = await aSignatureRequest(api, { owner: ben, title, signers: [{ email: anna.email }] })
  const reply = await add(sent.id, olga.email, ben.as)
  expect(reply).toMatchObject({ status: 201 })
  const mail = await api.inbox.next(olga.email, /Looked on/)
  expect(mail.subject).toBe('Ben Keller hat «Looked on» mit Ihnen geteilt')
  expect(mail.links).toEqual([`${api.url}/view/${sent.id}`])
  expect(mail.text).toContain(`Ben Keller (${ben.email}) hat Ihnen Lesezugriff auf diese Anfrage gegeben.`)
  expect(mail.text).not.toContain('registrieren')

  expect(await see(sent.id, olga.as)).toMatchObject({
    body: {
      viewer: {
        role: 'observer',
        status: 'WAITING',
        can: { sign: false, edit: false, addObserver: false, download: true },
      },
      observers: [{ email: olga.email, is_viewer: true }],
      attachments: [],
    },
  })
  expect(await listed(olga.as)).toMatchObject([{ id: sent.id, status: 'WAITING' }])
  const document = { params: { id: sent.documents[0]?.id ?? '' } }
  expect(await api.ask(getDocument, document, olga.as)).toMatchObject({ status: 200 })
  const order = { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }
  expect(await api.ask(sign, order, olga.as)).toMatchObject({ ok: false, status: 404 })
  const update = { params: { id: sent.id }, body: { title: 'Mine' } }
  expect(await api.ask(requests.updateSignatureRequest, update, olga.as)).toMatchObject({ status: 404 })

  // Found by whom it has, and for everybody who sees it the observer has a name in the list.
  expect(await listed(anna.as, olga.email)).toMatchObject([{ id: sent.id }])
  expect(await eventsOf(sent.id, 'observer_added')).toMatchObject([{ data: { email: olga.email } }])

  await api.call(sign, order, anna.as)
  await api.inbox.next(olga.email, /unterzeichnet|unterschrieben|signiert/i)
  expect(await listed(olga.as)).toMatchObject([{ id: sent.id, status: 'COMPLETED' }])
  const report = await api.call(getReport, { params: { id: sent.id }, query: { type: 'JSON' } }, olga.as)
  expect(JSON.parse(await report.text())).toMatchObject({ observers: [olga.email] })
})

test('the same email is let in once, however often and fast it is asked', async () => {
  const title = 'Once only'
  const email = anEmail()
  const sent = await aSignatureRequest(api, { owner: ben, title, signers: [{ email: anna.email }] })
  const replies = await Promise.all(
    [ben, anna, ben, anna, ben].map(({ as }) => add(sent.id, email.toUpperCase(), as)),
  )
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  for (const reply of replies) if (reply.ok) expect(emailsOf(reply.body)).toEqual([email])
  expect(await eventsOf(sent.id, 'observer_added')).toHaveLength(1)
  await api.inbox.next(email, /Once only/)
  const { rows } = await api.context.pool.query('SELECT 1 FROM mails WHERE recipient = $1', [email])
  expect(rows).toHaveLength(1)
})

test('owner and signers add; observers, strangers, guests and the person who is only listed in a draft do not', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    title: 'Who adds',
    signers: [{ email: anna.email }, { email: 'gast@example.org' }],
  })
  const stranger = await api.person({ firstName: 'Dora' })
  const guest = guestOf(linkIn(await api.inbox.next('gast@example.org', /Who adds/)))
  expect(await add(sent.id, olga.email, stranger.as)).toMatchObject({ status: 404 })
  expect(await add(sent.id, olga.email, guest.as)).toMatchObject({ status: 401 })
  expect(await add(sent.id, olga.email, anna.as)).toMatchObject({ status: 201 })
  expect(await add(sent.id, anEmail(), olga.as)).toMatchObject({ status: 404 })
  expect(await add(sent.id, ben.email, anna.as)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'email', code: 'owner' }] },
  })
  expect(await add(sent.id, 'nobody', ben.as)).toMatchObject({ status: 400 })
  // Everybody who takes part knows who looks on.
  const seen = await api.call(requests.getDirectSignatureRequest, { params: { id: sent.id } }, guest.as)
  expect(emailsOf(seen)).toContain(olga.email)

  const draft = await aDraft(api, { owner: ben, title: 'Not yet', signers: [{ email: anna.email }] })
  expect(await add(draft.id, olga.email, ben.as)).toMatchObject({ status: 201 })
  expect(await see(draft.id, olga.as)).toMatchObject({ status: 404 })
  expect(await add(draft.id, anEmail(), olga.as)).toMatchObject({ status: 404 })
  expect(await add(draft.id, anEmail(), anna.as)).toMatchObject({ status: 404 })
})

test('the owner shuts anybody out, an observer only themselves', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, title: 'Out', signers: [{ email: anna.email }] })
  await add(sent.id, olga.email, ben.as)
  const both = await add(sent.id, anEmail(), ben.as)
  if (!both.ok) throw new Error('not added')
  const [own, other] = [...both.body.observers].toSorted((a) => (a.email === olga.email ? -1 : 1))
  expect(await remove(sent.id, other?.id ?? '', olga.as)).toMatchObject({ status: 404 })
  expect(await remove(sent.id, own?.id ?? '', anna.as)).toMatchObject({ status: 404 })
  expect(await remove(sent.id, crypto.randomUUID(), ben.as)).toMatchObject({ status: 404 })
  const left = await remove(sent.id, own?.id ?? '', olga.as)
  expect(left).toMatchObject({ status: 200, body: { viewer: { can: { download: false } } } })
  expect(await see(sent.id, olga.as)).toMatchObject({ status: 404 })
  expect((await listed(olga.as)).map(({ id }) => id)).not.toContain(sent.id)
  expect(await remove(sent.id, own?.id ?? '', olga.as)).toMatchObject({ status: 404 })
  expect(await remove(sent.id, other?.id ?? '', ben.as)).toMatchObject({
    status: 200,
    body: { observers: [] },
  })
  expect(await eventsOf(sent.id, 'observer_removed')).toHaveLength(2)
  // Let in again they are someone who looks on again.
  await add(sent.id, olga.email, ben.as)
  expect(await see(sent.id, olga.as)).toMatchObject({ status: 200 })
})

test('who leaves looks on no more, until they are let in again', async () => {
  const title = 'Left behind'
  const sent = await aSignatureRequest(api, { owner: ben, title, signers: [{ email: anna.email }] })
  await add(sent.id, olga.email, ben.as)
  expect(await api.call(requests.deleteSignatureRequest, { params: { id: sent.id } }, olga.as)).toEqual({
    outcome: 'left',
  })
  const seen = await api.call(requests.getSignatureRequest, { params: { id: sent.id } }, ben.as)
  expect(seen.observers).toEqual([])
  await api.call(
    requests.updateSignatureRequest,
    { params: { id: sent.id }, body: { message: 'Hi' } },
    ben.as,
  )
  expect(await see(sent.id, olga.as)).toMatchObject({ status: 404 })
  await add(sent.id, olga.email, anna.as)
  expect(await see(sent.id, olga.as)).toMatchObject({ status: 200 })
  expect((await listed(olga.as)).map(({ id }) => id)).toContain(sent.id)
})

test('with the last who sees it, the observer, a request goes for good', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const added = await add(sent.id, olga.email, ben.as)
  const obs = added.ok ? (added.body.observers[0]?.id ?? '') : ''
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, anna.as)
  for (const { as } of [ben, anna])
    expect(await api.call(requests.deleteSignatureRequest, { params: { id: sent.id } }, as)).toEqual({
      outcome: 'left',
    })
  expect(await remove(sent.id, obs, olga.as)).toMatchObject({ status: 200 })
  const rows = async (table: string, column: string) =>
    (await api.context.pool.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [sent.id])).rows.length
  expect(await rows('signature_requests', 'id')).toBe(0)
  expect(await rows('evidence_events', 'request_id')).toBeGreaterThan(5)
})

test('who looks on hears of a withdrawal and of a decline', async () => {
  const shape = { owner: ben, signers: [{ email: anna.email }] }
  const [back, no] = [anEmail(), anEmail()]
  const withdrawn = await aSignatureRequest(api, { ...shape, title: 'Taken back' })
  await add(withdrawn.id, back, ben.as)
  await api.call(
    requests.withdrawSignatureRequest,
    { params: { id: withdrawn.id }, body: { message: 'Sorry' } },
    ben.as,
  )
  expect((await api.inbox.next(back, /withdrawn “Taken back”/)).text).toContain('Sorry')
  const declined = await aSignatureRequest(api, { ...shape, title: 'Turned down' })
  await add(declined.id, no, ben.as)
  await api.call(
    requests.declineSignatureRequest,
    { params: { id: declined.id }, body: { message: 'Too dear' } },
    anna.as,
  )
  await api.inbox.next(no, /declined to sign “Turned down”/)
})

test('an observer of another request is not removed through one’s own', async () => {
  const [mine, theirs] = await Promise.all(
    [ben, anna].map((owner) => aSignatureRequest(api, { owner, signers: [{ email: 'x@example.org' }] })),
  )
  const reply = await add(theirs?.id ?? '', olga.email, anna.as)
  const observer = reply.ok ? reply.body.observers[0]?.id : undefined
  expect(await remove(mine?.id ?? '', observer ?? '', ben.as)).toMatchObject({ status: 404 })
  expect(await see(theirs?.id ?? '', olga.as)).toMatchObject({ status: 200 })
})

test('observers come with the draft, are told when it is sent, and stay as the last list says', async () => {
  const title = 'Composed'
  const [first, second] = [anEmail(), anEmail()]
  const body = { title, observers: [first, second, first], documents: [], signatures: [] }
  const draft = await api.call(requests.createSignatureRequest, { body }, ben.as)
  expect(emailsOf(draft).toSorted()).toEqual([first, second].toSorted())
  const full = await aDraft(api, { owner: ben, title, signers: [{ email: anna.email }] })
  const put = (observers: string[]) =>
    api.ask(requests.updateSignatureRequest, { params: { id: full.id }, body: { observers } }, ben.as)
  await put([first, olga.email])
  const again = await put([olga.email, second])
  expect(again.ok && emailsOf(again.body).toSorted()).toEqual([second, olga.email].toSorted())
  expect(await put([ben.email])).toMatchObject({ status: 400, error: { fields: [{ field: 'observers.0' }] } })
  expect(await put(Array.from({ length: 51 }, anEmail))).toMatchObject({ status: 400 })
  expect(await mailsAbout(first, full.id)).toEqual([])
  await api.call(requests.initiateSignatureRequest, { params: { id: full.id } }, ben.as)
  await api.inbox.next(olga.email, /Composed/)
  expect((await api.inbox.next(second, /Composed/)).text).toContain(
    `sign up with this email address: ${second}`,
  )
  expect(await see(full.id, olga.as)).toMatchObject({ body: { viewer: { role: 'observer' } } })
  // Once it is sent a new list tells those who are new.
  const third = anEmail()
  await put([olga.email, third])
  await api.inbox.next(third, /Composed/)
  expect(await mailsAbout(first, full.id)).toEqual([])
  expect(await mailsAbout(olga.email, full.id)).toEqual(['observer_invited'])
})

test('a request has at most 50 observers, anyone who asks at the same time', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const observers = Array.from({ length: 48 }, anEmail)
  await api.call(requests.updateSignatureRequest, { params: { id: sent.id }, body: { observers } }, ben.as)
  const replies = await Promise.all(Array.from({ length: 5 }, () => add(sent.id, anEmail(), ben.as)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400, 400])
})

test('who signs up with that email finds the request', async () => {
  const email = anEmail()
  const sent = await aSignatureRequest(api, {
    owner: ben,
    title: 'Waiting',
    signers: [{ email: anna.email }],
  })
  await add(sent.id, email, ben.as)
  await api.inbox.next(email, /Waiting/)
  const olivia = await api.person({ firstName: 'Olivia', email })
  expect(await see(sent.id, olivia.as)).toMatchObject({ body: { viewer: { role: 'observer' } } })
  expect(await listed(olivia.as)).toMatchObject([{ id: sent.id, status: 'WAITING' }])
  // Someone else's email is not one's own.
  const other = await api.person({ firstName: 'Otto' })
  expect(await see(sent.id, other.as)).toMatchObject({ status: 404 })
})

test('an account that takes the email looks on, by either email the same person', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, title: 'Moved', signers: [{ email: anna.email }] })
  const olivia = await api.person({ firstName: 'Olivia' })
  const email = anEmail()
  await add(sent.id, email, ben.as)
  await api.inbox.next(email, /Moved/)
  await api.call(updateUser, { body: { email, password: olivia.password } }, olivia.as)
  const { token } = confirmationIn(await api.inbox.next(email, /new email/))
  await api.call(confirmUserEmail, { body: { token } }, olivia.as)
  expect(await see(sent.id, olivia.as)).toMatchObject({ body: { viewer: { role: 'observer' } } })

  const other = await aSignatureRequest(api, {
    owner: ben,
    title: 'Moved on',
    signers: [{ email: anna.email }],
  })
  await add(other.id, email, ben.as)
  await api.inbox.next(email, /Moved on/)
  const newest = anEmail()
  await api.call(updateUser, { body: { email: newest, password: olivia.password } }, olivia.as)
  const second = confirmationIn(await api.inbox.next(newest, /new email/))
  await api.call(confirmUserEmail, { body: { token: second.token } }, olivia.as)
  const again = await add(other.id, newest, anna.as)
  expect(again.ok && emailsOf(again.body)).toEqual([email])
  expect(await mailsAbout(newest, other.id)).toEqual([])
})

test('who looks on hears of the end once, by the level they chose', async () => {
  const quiet = await api.person({ firstName: 'Quentin' })
  await api.call(updateUser, { body: { attributes: { emailNotificationLevel: 'none' } } }, quiet.as)
  const outsider = anEmail()
  const shape = { owner: ben, title: 'Lease over', signers: [{ email: anna.email }] }
  const sent = await aSignatureRequest(api, shape)
  for (const email of [outsider, quiet.email, anna.email]) await add(sent.id, email, ben.as)
  await api.context.pool.query(
    `UPDATE signature_requests SET expires_at = now() - interval '1 hour' WHERE id = $1`,
    [sent.id],
  )
  await expireRequests(api.context)
  expect((await api.inbox.next(outsider, /Expired: “Lease over”/)).text).toContain('No action is needed')
  await api.inbox.next(anna.email, /Expired: “Lease over”/)
  const { rows } = await api.context.pool.query<{ recipient: string }>(
    `SELECT recipient FROM mails WHERE request_id = $1 AND kind = 'expired' ORDER BY recipient`,
    [sent.id],
  )
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(
    [anna.email, ben.email, outsider].toSorted(),
  )
})

test('of an account that is deleted nobody looks on any longer, and the others see that it left', async () => {
  const olivia = await api.person({ firstName: 'Olivia' })
  const shape = { owner: ben, signers: [{ email: anna.email }] }
  const [open, over] = [await aSignatureRequest(api, shape), await aSignatureRequest(api, shape)]
  for (const { id } of [open, over]) await add(id, olivia.email, ben.as)
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: over.id }] } }, anna.as)
  await api.call(deleteUser, { body: { password: olivia.password } }, olivia.as)
  for (const { id } of [open, over]) {
    const seen = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
    expect(seen.observers).toEqual([])
    expect(await eventsOf(id, 'observer_removed')).toMatchObject([{ data: { cause: 'account_deleted' } }])
  }
  const { rows } = await api.context.pool.query('SELECT 1 FROM request_words WHERE words LIKE $1', [
    `%${olivia.email}%`,
  ])
  expect(rows).toEqual([])
})

test('an observer who is the last to stop following does not delete what is under auto-deletion', async () => {
  const owner = await api.person({ firstName: 'Rita' })
  await api.call(activateRetention, { body: { days: 60, terminal_state: false } }, owner.as)
  const signer = anEmail()
  const sent = await aSignatureRequest(api, { owner, signers: [{ email: signer }] })
  const added = await add(sent.id, olga.email, owner.as)
  const obs = added.ok ? (added.body.observers[0]?.id ?? '') : ''
  const as = guestOf(linkIn(await api.inbox.next(signer))).as
  const params = { id: sent.id }
  await api.call(requests.declineDirect, { params, body: {} }, as)
  await api.call(deleteUser, { body: { password: owner.password } }, owner.as)
  expect(await remove(sent.id, obs, olga.as)).toMatchObject({ status: 200 })
  expect(await see(sent.id, olga.as)).toMatchObject({ status: 404 })
  const kept = await api.call(requests.getDirectSignatureRequest, { params }, as)
  expect(kept.status_overall).toBe('DECLINED')
})
