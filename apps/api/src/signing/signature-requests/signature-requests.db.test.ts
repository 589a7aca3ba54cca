import { getDirectUser } from '@countersign/contract/accounts.ts'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { downloadDirectDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDirectToken } from '#api/signing/direct-links/read-direct-token.ts'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn, place } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const signerOf = (person: Person) => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
})
const byId = (id: string) => ({ params: { id } })
/** The kinds of the mails that were written for this address, sent or not. */
const mailsTo = async (recipient: string) =>
  (
    await api.context.pool.query<{ kind: string }>('SELECT kind FROM mails WHERE recipient = $1', [recipient])
  ).rows.map(({ kind }) => kind)
const guest = () => `guest.${crypto.randomUUID().slice(0, 8)}@example.org`

test('a draft is its owner’s alone: the signers in it see nothing and are told nothing', async () => {
  const email = guest()
  const draft = await aDraft(api, { owner: ben, signers: [signerOf(anna), { email }] })
  expect(draft).toMatchObject({
    status_overall: 'DRAFT',
    viewer: { role: 'owner', can: { edit: true, initiate: true, sign: false } },
  })
  expect(await api.ask(requests.getSignatureRequest, byId(draft.id), anna.as)).toMatchObject({ status: 404 })
  expect(await mailsTo(email)).toEqual([])
})

test('a request that is sent while its signer signs up belongs to the new account', async () => {
  const email = guest()
  const draft = await aDraft(api, { owner: ben, title: 'At once', signers: [{ email }] })
  const client = new pg.Client(api.connection)
  await client.connect()
  // Of this database: the server has others, on which other tests run.
  const locked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const waiting = async () => (await api.context.pool.query(locked)).rowCount
  // Keeps the sending between looking for the signer's account and writing down that there is none.
  await client.query('BEGIN')
  await client.query('SELECT FROM signatures WHERE request_id = $1 FOR UPDATE', [draft.id])
  const sending = api.call(requests.initiateSignatureRequest, byId(draft.id), ben.as)
  await expect.poll(waiting).toBe(1)
  const signingUp = api.person({ firstName: 'Nora', email })
  await expect.poll(waiting).toBe(2)
  await client.query('COMMIT')
  await client.end()
  await sending
  const nora = await signingUp
  const { items } = await api.call(requests.listSignatureRequests, { query: {} }, nora.as)
  expect(items.map(({ id }) => id)).toEqual([draft.id])
})

test('signers are named by their place in the list where a field of theirs is wrong', async () => {
  const draft = await aDraft(api, { owner: ben })
  const documentId = draft.documents[0]?.id ?? ''
  const at = (position: object) => [
    { document_id: documentId, visual_signature: { position: { ...place.position, ...position } } },
  ]
  const signatures = [
    { account_email: 'not an address' },
    { account_email: 'a@example.org', document_signatures: at({ page: '7' }) },
    { account_email: 'b@example.org', document_signatures: at({ x: 500, width: 200 }) },
  ]
  const wrong = await api.ask(
    requests.updateSignatureRequest,
    { ...byId(draft.id), body: { signatures } },
    ben.as,
  )
  expect(wrong).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'signatures.0.account_email' }] },
  })
  const places = await api.ask(
    requests.updateSignatureRequest,
    { ...byId(draft.id), body: { signatures: signatures.slice(1) } },
    ben.as,
  )
  expect(places).toMatchObject({
    status: 400,
    error: {
      fields: [
        { field: 'signatures.0.document_signatures.0.visual_signature.position.page', code: 'unknown' },
        { field: 'signatures.1.document_signatures.0.visual_signature.position', code: 'outside_page' },
      ],
    },
  })
  // One signer has one email.
  const two = { account_email: 'a@example.org', signer_identity_data: { email_address: 'b@example.org' } }
  const body = { signatures: [{ account_email: 'c@example.org' }, two] }
  expect(await api.ask(requests.updateSignatureRequest, { ...byId(draft.id), body }, ben.as)).toMatchObject({
    status: 400,
    error: {
      fields: [{ field: 'signatures.1.signer_identity_data.email_address', code: 'contradiction' }],
    },
  })
})

test('a change made on what is no longer the newest is refused', async () => {
  const draft = await aDraft(api, { owner: ben })
  const newer = await api.call(
    requests.updateSignatureRequest,
    { ...byId(draft.id), body: { title: 'Second', updated_at: draft.updated_at } },
    ben.as,
  )
  expect(newer.title).toBe('Second')
  const older = await api.ask(
    requests.updateSignatureRequest,
    { ...byId(draft.id), body: { title: 'Third', updated_at: draft.updated_at } },
    ben.as,
  )
  expect(older).toMatchObject({ status: 409, error: { key: 'request.changed' } })
})

test('a draft that changed after it was reviewed is not sent, and is sent as it was reviewed again', async () => {
  const reviewed = await aDraft(api, { owner: ben, signers: [signerOf(anna)] })
  const added = { ...byId(reviewed.id), body: { account_email: 'eve@example.org' } }
  const changed = await api.call(requests.addSignature, added, ben.as)
  const send = (updated_at: string) =>
    api.ask(requests.initiateSignatureRequest, { ...byId(reviewed.id), body: { updated_at } }, ben.as)
  expect(await send(reviewed.updated_at)).toMatchObject({ status: 409, error: { key: 'request.changed' } })
  const draft = await api.call(requests.getSignatureRequest, byId(reviewed.id), ben.as)
  expect(draft.status_overall).toBe('DRAFT')
  expect(await send(changed.updated_at)).toMatchObject({ ok: true })
  expect(await send(reviewed.updated_at)).toMatchObject({ error: { key: 'request.not_draft' } })
})

test('two changes at the same instant do not mix: each is whole, or refused', async () => {
  const draft = await aDraft(api, { owner: ben })
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map((n) =>
      api.ask(
        requests.addSignature,
        { ...byId(draft.id), body: { account_email: `s${n}@example.org` } },
        ben.as,
      ),
    ),
  )
  const after = await api.call(requests.getSignatureRequest, byId(draft.id), ben.as)
  expect(after.signatures).toHaveLength(replies.filter((reply) => reply.ok).length)
  expect(replies.every((reply) => reply.ok || reply.status === 409)).toBe(true)
})

test('documents come and go while it is a draft, and their fields go with them', async () => {
  const draft = await aDraft(api, {
    owner: ben,
    documents: [aPdf(), aPdf({ pages: 2 })],
    signers: [signerOf(anna)],
  })
  const [first, second] = draft.documents
  await api.call(requests.removeDocument, { params: { id: draft.id, docId: first?.id ?? '' } }, ben.as)
  const form = new FormData()
  form.append(
    'file',
    new File([new Uint8Array(aPdf({ pages: 3 }))], 'Annex.pdf', { type: 'application/pdf' }),
  )
  const added = await api.call(requests.addDocument, { ...byId(draft.id), body: form as never }, ben.as)
  expect(added).toMatchObject({ name: 'Annex.pdf', page_count: 3, page_width: 595, page_height: 842 })
  const after = await api.call(requests.getSignatureRequest, byId(draft.id), ben.as)
  expect(after.documents.map((document) => document.id)).toEqual([second?.id, added.id])
  expect(after.signatures[0]?.document_signatures.map((placed) => placed.document_id)).toEqual([second?.id])
})

test('a refused file leaves the draft as it was', async () => {
  const draft = await aDraft(api, { owner: ben })
  const body = { name: 'notes.pdf', content: Buffer.from('these are notes').toString('base64') }
  expect(await api.ask(requests.addDocument, { ...byId(draft.id), body }, ben.as)).toMatchObject({
    status: 422,
    error: { key: 'document.not_a_pdf' },
  })
  const after = await api.call(requests.getSignatureRequest, byId(draft.id), ben.as)
  expect(after.documents).toEqual(draft.documents)
})

test('nothing is sent without a document, without a signer, twice, or with a date that is past', async () => {
  const empty = await aDraft(api, { owner: ben, documents: [], signers: [signerOf(anna)] })
  expect(await api.ask(requests.initiateSignatureRequest, byId(empty.id), ben.as)).toMatchObject({
    status: 409,
    error: { key: 'request.no_documents' },
  })
  const nobody = await aDraft(api, { owner: ben })
  expect(await api.ask(requests.initiateSignatureRequest, byId(nobody.id), ben.as)).toMatchObject({
    status: 409,
    error: { key: 'request.no_signers' },
  })
  const sent = await aSignatureRequest(api, { owner: ben, signers: [signerOf(anna)] })
  expect(await api.ask(requests.initiateSignatureRequest, byId(sent.id), ben.as)).toMatchObject({
    status: 409,
    error: { key: 'request.not_draft' },
  })
  const past = await api.ask(
    requests.updateSignatureRequest,
    { ...byId(nobody.id), body: { expiration_date: '2020-01-01T00:00:00Z' } },
    ben.as,
  )
  expect(past).toMatchObject({ status: 400, error: { fields: [{ field: 'expiration_date' }] } })
  // One that was ahead when it was given, and has passed since.
  await api.context.pool.query(
    "UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1",
    [nobody.id],
  )
  expect(await api.ask(requests.initiateSignatureRequest, byId(nobody.id), ben.as)).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'expiration_date', code: 'past' }] },
  })
})

test('an open request is corrected until the first signature: new signers are invited, removed ones shut out', async () => {
  const [kept, removed, added] = [guest(), guest(), guest()]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: kept }, { email: removed }] })
  const gone = guestOf(linkIn(await api.inbox.next(removed)))
  await api.call(
    requests.removeSignature,
    { params: { id: request.id, sigId: request.signatures[1]?.sid ?? '' } },
    ben.as,
  )
  await api.call(requests.addSignature, { ...byId(request.id), body: { account_email: added } }, ben.as)
  expect(await api.ask(requests.getDirectSignatureRequest, byId(request.id), gone.as)).toMatchObject({
    status: 401,
    error: { key: 'auth.link_removed' },
  })
  await api.inbox.next(removed, /withdrawn/i)
  const came = guestOf(linkIn(await api.inbox.next(added)))
  expect(await api.call(requests.getDirectSignatureRequest, byId(request.id), came.as)).toMatchObject({
    viewer: { can: { sign: true } },
  })
  expect(await mailsTo(kept)).toEqual(['invitation'])
})

test('after the first signature nothing of it changes any longer', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [signerOf(anna), { email: guest() }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, anna.as)
  const refused = { status: 409, error: { key: 'request.already_signed' } }
  expect(
    await api.ask(requests.addSignature, { ...byId(request.id), body: { account_email: guest() } }, ben.as),
  ).toMatchObject(refused)
  expect(
    await api.ask(
      requests.removeSignature,
      { params: { id: request.id, sigId: request.signatures[1]?.sid ?? '' } },
      ben.as,
    ),
  ).toMatchObject(refused)
  expect(
    await api.ask(requests.updateSignatureRequest, { ...byId(request.id), body: { title: 'Other' } }, ben.as),
  ).toMatchObject(refused)
})

test('a signer’s link opens that request and no other, and shows no secret of anybody', async () => {
  const [one, two] = [guest(), guest()]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: one }, { email: two }] })
  const other = await aSignatureRequest(api, { owner: ben, signers: [{ email: guest() }] })
  const mine = guestOf(linkIn(await api.inbox.next(one)))
  const theirs = guestOf(linkIn(await api.inbox.next(two)))
  expect(await api.ask(requests.getDirectSignatureRequest, byId(other.id), mine.as)).toMatchObject({
    status: 404,
  })
  const crossed = `Basic ${Buffer.from(`${mine.secret}:${other.id}`).toString('base64')}`
  expect(await api.ask(requests.getDirectSignatureRequest, byId(other.id), crossed)).toMatchObject({
    status: 401,
  })
  const shown = JSON.stringify([
    await api.call(requests.getDirectSignatureRequest, byId(request.id), mine.as),
    await api.call(requests.getSignatureRequest, byId(request.id), ben.as),
    await api.call(requests.getEvents, byId(request.id), ben.as),
  ])
  expect(shown).not.toContain(mine.secret)
  expect(shown).not.toContain(theirs.secret)
})

test('a guest’s token for files and pages is good for an hour', async () => {
  const email = guest()
  const { id, documents } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const { signatureId } = await api.call(getDirectUser, {}, as)
  const download = async (minutesAgo: number) => {
    const now = () => new Date(Date.now() - minutesAgo * 60_000)
    const holder = { requestId: id, signatureId, memberId: null }
    const { token } = await makeDirectToken({ ...api.context, now }, holder)
    return api.ask(downloadDirectDocument, { params: { id: documents[0]?.id ?? '' }, query: { token } })
  }
  expect(await download(59)).toMatchObject({ status: 200 })
  expect(await download(61)).toMatchObject({ status: 401, error: { key: 'auth.token_expired' } })
})

test('a mail that the server refuses shows on the request, in its history, and the sender is told', async () => {
  // The next mail is refused, and that has to be this one: those of the tests before go out first.
  const waiting = async () =>
    (await api.context.pool.query(`SELECT 1 FROM mails WHERE state = 'pending'`)).rowCount
  await expect.poll(waiting).toBe(0)
  await api.fault('smtp', 'reject_recipient')
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: guest() }, { ...signerOf(anna), notify: false }],
  })
  const shown = async () =>
    (await api.call(requests.getSignatureRequest, byId(request.id), ben.as)).signatures[0]?.delivery?.state
  await expect.poll(shown).toBe('failed')
  const { items } = await api.call(requests.getEvents, byId(request.id), ben.as)
  const told = items.find((event) => event.type === 'invitation_failed')
  expect(told?.data.reason).toMatch(/refused/)
  const toSigner = await api.call(requests.getEvents, byId(request.id), anna.as)
  const seen = toSigner.items.find((event) => event.type === 'invitation_failed')
  expect(seen?.data).toEqual({ ...told?.data, reason: undefined })
  const trailFor = async (as: string) => {
    const trail = await api.call(getReport, { ...byId(request.id), query: { type: 'HTML' } }, as)
    return trail.text()
  }
  expect(await trailFor(ben.as)).toContain('refused')
  expect(await trailFor(anna.as)).not.toContain('refused')
  await api.inbox.next(ben.email, /not|could/i)
  const list = await api.call(
    requests.listSignatureRequests,
    { query: { search: request.signatures[0]?.signer_identity_data.email_address } },
    ben.as,
  )
  expect(list.items).toMatchObject([{ id: request.id, delivery_failed: true }])
})

test('what is over its time is closed by the job, and everybody is told', async () => {
  const email = guest()
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  await api.inbox.next(email)
  const client = new pg.Client(api.connection)
  await client.connect()
  await client.query("UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1", [
    request.id,
  ])
  await client.query("SELECT enqueue_job('expire-requests', '{}', NULL, NULL, 3, 0)")
  await client.end()
  const status = async () =>
    (await api.call(requests.getSignatureRequestStatus, byId(request.id), ben.as)).status_overall
  await expect.poll(status).toBe('EXPIRED')
  await api.inbox.next(email, /^Expired/)
  await api.inbox.next(ben.email, /^Expired/)
})
