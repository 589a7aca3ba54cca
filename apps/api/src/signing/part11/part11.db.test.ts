import { execFileSync } from 'node:child_process'
import * as accounts from '@countersign/contract/accounts.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { removeMembers } from '@countersign/contract/members.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { activateRetention, deactivateRetention } from '@countersign/contract/retention.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { addMember } from '#api/business/businesses/create-business.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { removeUnseenRequests } from '#api/signing/signature-requests/ownership/remove-unseen-requests.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let dora: Person
let emil: Person
let business: string
beforeAll(async () => {
  api = await startTestApi()
  dora = await api.person({ firstName: 'Dora', lastName: 'Meier' })
})
afterAll(() => api?.stop())
// Wrong passwords count for the account as well: each test has a signer of its own.
beforeEach(async () => {
  emil = await api.person({ firstName: 'Emil', lastName: 'Zäch' })
  dora = await api.person({ firstName: 'Dora', lastName: 'Meier' })
  business = await aBusiness(api, { admins: [dora], members: [emil] })
  await turn(true)
})
const turn = (enabled: boolean) => {
  const settings = { signatureRequests: { part11: { enabled } } }
  return api.call(
    businesses.updateBusinessSettings,
    { params: { id: business }, body: { settings } },
    dora.as,
  )
}

const join = ({ email }: Person) => addMember(api.context, business, { email, role: 'member' })
const leave = async ({ as }: Person) => {
  const body = { user_ids: [(await api.call(accounts.getUser, {}, as)).id] }
  await api.call(removeMembers, { params: { id: business }, body }, dora.as)
}

const aRecord = () => aSignatureRequest(api, { owner: dora, quality: 'PART11', signers: [emil] })
const words = { signingName: 'Emil Zäch', signingReason: 'I have reviewed and approved this record' }
const order = (id: string, more: object = words) => ({
  body: { signatureRequests: [{ signatureRequestId: id, ...more }], timeZone: 'Europe/Zurich' },
})
async function begin(id: string): Promise<string> {
  const { signatures } = await api.call(sign, order(id), emil.as)
  expect(signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'REAUTHENTICATE', method: 'password' } }])
  return signatures[0]?.step?.id ?? ''
}
const prove = (id: string, password: string) =>
  api.ask(approvals.reauthenticate, { params: { id }, body: { password } }, emil.as)
const deletionOf = (id: string, { as } = dora) =>
  api.ask(requests.deleteSignatureRequest, { params: { id } }, as)
const eventsOf = async (id: string) =>
  (await api.call(requests.getEvents, { params: { id } }, dora.as)).items.map(({ type }) => type)

test('a record is signed by name, reason and password, and the page and the signature say so', async () => {
  const { id } = await aRecord()
  const step = await begin(id)
  const done = await prove(step, emil.password)
  expect(done).toMatchObject({ ok: true, body: { signatures: [{ status: 'SIGNED', error: null }] } })
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, dora.as)
  expect(request.status_overall).toBe('SIGNED')
  const file = await api.call(
    downloadDocument,
    { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
    dora.as,
  )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(bytes, anchors)
  expect(outside.signatures).toMatchObject([
    { kind: 'signature', openssl: 'ok', hasTimestamp: true },
    { kind: 'document_timestamp', openssl: 'ok', coversWholeFile: true },
  ])
  expect(outside.pdfsig[0]).toMatchObject({ signature: 'Signature is Valid.' })
  const page = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
  const { sid } = request.signatures[0] ?? { sid: '' }
  for (const line of [words.signingName, words.signingReason, sid, '21 CFR Part 11'])
    expect(page.replaceAll(/\s+/g, ' ')).toContain(line)
  expect(page).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0[12]:00/)
  // The same in the signature dictionary, as pdfsig and viewers read it.
  const dictionary = Buffer.from(bytes).toString('latin1')
  expect(dictionary).toMatch(/\/Reason\s*[(<]/)
  expect(dictionary).toMatch(/\/Name\s*[(<]/)
  expect(await eventsOf(id)).toEqual(expect.arrayContaining(['signing_started', 'approval_given', 'signed']))
  const { items } = await api.call(requests.getEvents, { params: { id } }, emil.as)
  expect(items.find(({ type }) => type === 'approval_given')?.data).toMatchObject({ method: 'password' })
})

test('without a reason, or by another name than one’s own, nothing is begun', async () => {
  const { id } = await aRecord()
  const refused = async (more: object) => {
    const reply = await api.ask(sign, order(id, more), emil.as)
    return reply.ok ? null : reply.error.fields?.map(({ field }) => field)
  }
  expect(await refused({ signingName: 'Emil Zäch' })).toEqual(['signingReason'])
  expect(await refused({ ...words, signingName: 'Dora Meier' })).toEqual(['signingName'])
  const attributes = { p11SigningName: 'Zäch, Emil', p11SigningReason: 'Authorship' }
  await api.call(accounts.updateUser, { body: { attributes } }, emil.as)
  expect(await refused({})).toBeNull()
})

test('a record is delegated to a person with an account under Part 11, and to nobody else', async () => {
  const { id } = await aRecord()
  const fritz = await api.person({ firstName: 'Fritz' })
  const delegate = (email: string) =>
    api.ask(requests.delegateSignature, { params: { id }, body: { email } }, emil.as)
  const refused = async (email: string) => {
    const reply = await delegate(email)
    return reply.ok ? null : reply.error
  }
  const unknown = await refused('nobody@example.org')
  expect(unknown).toMatchObject({ status: 400, fields: [{ field: 'email', code: 'needs_account' }] })
  // Nor does the answer tell whether there is an account.
  expect(await refused(fritz.email)).toEqual(unknown)
  await join(fritz)
  expect(await delegate(fritz.email)).toMatchObject({ ok: true })
})

test('a record is sent only to signers under Part 11, and nobody learns which email has an account', async () => {
  const outsider = await api.person({ firstName: 'Otto' })
  const leaver = await api.person({ firstName: 'Lena' })
  const idle = await aBusiness(api, { name: 'Idle AG', admins: [await api.person({ firstName: 'Ida' })] })
  const colleague = await api.person({ firstName: 'Carl' })
  await addMember(api.context, idle, { email: colleague.email, role: 'member' })
  const send = async (email: string) => {
    const signers = [{ email: emil.email }, { email, firstName: 'X' }]
    const { id } = await aDraft(api, { owner: dora, quality: 'PART11', signers })
    return { id, reply: await api.ask(requests.initiateSignatureRequest, { params: { id } }, dora.as) }
  }
  const answer = async (email: string) => {
    const { id, reply } = await send(email)
    return JSON.parse(JSON.stringify(reply).replaceAll(id, 'the draft')) as unknown
  }
  const unknown = await answer(`unknown.${crypto.randomUUID()}@example.org`)
  expect(unknown).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatures.1.account_email', code: 'account_required' }] },
  })
  // Without a business, or in one that has Part 11 turned off.
  expect(await answer(outsider.email)).toEqual(unknown)
  expect(await answer(colleague.email)).toEqual(unknown)
  await join(leaver)
  const sent = await send(leaver.email)
  expect(sent.reply).toMatchObject({ ok: true })

  // Nor is anyone else added later. Who was asked keeps nothing from being corrected when they have lost it since.
  const params = { id: sent.id }
  const add = (email: string) =>
    api.ask(requests.addSignature, { params, body: { account_email: email } }, dora.as)
  const refused = { error: { fields: [{ code: 'account_required' }, { code: 'place_required' }] } }
  expect(await add(outsider.email)).toMatchObject({ status: 400, ...refused })
  await leave(leaver)
  const title = { params, body: { title: 'Corrected' } }
  expect(await api.ask(requests.updateSignatureRequest, title, dora.as)).toMatchObject({ ok: true })
})

test('five wrong passwords end it: it is evidence, and the administrators are told', async () => {
  const { id } = await aRecord()
  const step = await begin(id)
  for (let attempt = 1; attempt <= 4; attempt++) {
    expect(await prove(step, 'wrong')).toMatchObject({ status: 403, error: { key: 'password.wrong' } })
    const request = await api.call(requests.getSignatureRequest, { params: { id } }, emil.as)
    expect(request.signatures[0]?.signing?.step?.attemptsLeft).toBe(5 - attempt)
  }
  expect(await prove(step, 'wrong')).toMatchObject({ status: 403 })
  expect(await prove(step, emil.password)).toMatchObject({ status: 409, error: { key: 'approval.over' } })
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, emil.as)
  expect(request.signatures[0]).toMatchObject({
    status_code: 'OPEN',
    signing: { status: 'ERROR', error: 'reauthentication_failed' },
  })
  const events = await eventsOf(id)
  expect(events.filter((type) => type === 'reauthentication_failed')).toHaveLength(4)
  expect(events.filter((type) => type === 'reauthentication_locked')).toHaveLength(1)
  const notice = await api.inbox.next(dora.email, /five failed re-authentications/)
  expect(notice.text).toContain(emil.email)
  // Beginning again does not help a guesser: the account waits as well.
  const again = await api.call(sign, order(id), emil.as)
  expect(await prove(again.signatures[0]?.step?.id ?? '', emil.password)).toMatchObject({ status: 429 })
})

test('however many guesses come at once, five are looked at; then even the right one is too late', async () => {
  const { id } = await aRecord()
  const step = await begin(id)
  const replies = await Promise.all(Array.from({ length: 12 }, () => prove(step, 'wrong')))
  const keys = replies.map((reply) => (reply.ok ? 'given' : reply.error.key)).toSorted()
  expect(keys.filter((key) => key === 'password.wrong')).toHaveLength(5)
  expect(keys.filter((key) => key === 'approval.over')).toHaveLength(7)
  expect(await prove(step, emil.password)).toMatchObject({ error: { key: 'approval.over' } })
  expect((await eventsOf(id)).filter((type) => type === 'signed')).toHaveLength(0)
})

test.each([
  [
    'whose business has removed them since they began',
    async () => {
      await leave(emil)
      await api.call(accounts.acceptTerms, { body: { gtc: true } }, emil.as)
    },
  ],
  ['whose business has turned Part 11 off since they began', () => turn(false)],
])('someone %s signs nothing with the right password', async (_, end) => {
  const { id } = await aRecord()
  const step = await begin(id)
  await end()
  expect(await prove(step, emil.password)).toMatchObject({
    status: 409,
    error: { key: 'signing.quality_unavailable' },
  })
  const request = await api.call(requests.getSignatureRequest, { params: { id } }, emil.as)
  expect(request.signatures[0]).toMatchObject({
    status_code: 'OPEN',
    signing: { status: 'ERROR', error: 'signing.quality_unavailable' },
  })
  expect(await eventsOf(id)).not.toContain('approval_given')
  expect(await prove(step, emil.password)).toMatchObject({ error: { key: 'approval.over' } })
})

test('a member who takes another name is in the log with both names, and the administrators are told', async () => {
  await api.call(accounts.updateUser, { body: { firstName: 'Dora', lastName: 'Meier' } }, emil.as)
  const notice = await api.inbox.next(dora.email, /changed the name they sign records with/)
  expect(notice.text).toContain(`Emil Zäch → Dora Meier, ${emil.email}`)
  expect(notice.text).not.toContain('If this was you')
  const { items } = await api.call(
    listAdministration,
    { params: { id: business }, query: { type: 'member_changed' } },
    dora.as,
  )
  expect(items).toMatchObject([
    {
      actor: { name: 'Emil Zäch' },
      data: { before: { name: 'Emil Zäch' }, after: { name: 'Dora Meier', email: emil.email } },
    },
  ])
  // What changes nothing is no action.
  await api.call(accounts.updateUser, { body: { firstName: 'Dora', attributes: { lang: 'de' } } }, emil.as)
  const again = { params: { id: business }, query: { type: 'member_changed' } }
  expect((await api.call(listAdministration, again, dora.as)).total_items).toBe(1)
})

test('what one signer has signed as a record is kept as one, though it was sent at another level', async () => {
  await api.call(activateRetention, { body: { days: 30, terminal_state: false, existing: false } }, dora.as)
  const signers = [{ email: emil.email }, { email: dora.email }]
  const { id } = await aSignatureRequest(api, { owner: dora, signers })
  const kept = async () =>
    (await api.call(requests.getSignatureRequest, { params: { id } }, dora.as)).retention
  const deleteAt = async () => (await kept())?.delete_at
  expect(await deleteAt()).toBeTypeOf('string')
  const item = { signatureRequestId: id, quality: 'PART11' as const, ...words }
  const { signatures } = await api.call(sign, { body: { signatureRequests: [item] } }, emil.as)
  expect(await prove(signatures[0]?.step?.id ?? '', emil.password)).toMatchObject({
    body: { signatures: [{ status: 'SIGNED' }] },
  })
  // Two years from its end, which is not there yet.
  expect(await kept()).toMatchObject({ days: 730, counted_from: 'terminal_state', delete_at: null })
  await api.call(requests.withdrawSignatureRequest, { params: { id }, body: {} }, dora.as)
  const { completed_at: end } = await api.call(requests.getSignatureRequest, { params: { id } }, dora.as)
  const days = (Date.parse((await deleteAt()) ?? '') - Date.parse(end ?? '')) / 86_400_000
  expect(days).toBe(730)
  expect(await kept()).toMatchObject({ days: 730, counted_from: 'terminal_state' })
  expect(await deletionOf(id)).toMatchObject({ error: { key: 'request.under_retention' } })
})

test('a signed record is not deleted by hand for two years, though its owner turns auto-deletion off', async () => {
  await api.call(activateRetention, { body: { days: 3650, terminal_state: true } }, dora.as)
  const { id } = await aRecord()
  expect(await prove(await begin(id), emil.password)).toMatchObject({ ok: true })
  const read = () => api.call(requests.getSignatureRequest, { params: { id } }, dora.as)
  await api.call(deactivateRetention, { body: { release: true } }, dora.as)
  await expect.poll(async () => (await read()).retention).toBeNull()

  const ended = await read()
  expect(ended.viewer).toMatchObject({ can: { delete: false }, deletion: null })
  const until = new Date(Date.parse(ended.completed_at ?? '') + 730 * 86_400_000).toISOString()
  const refused = { status: 409, error: { key: 'request.under_retention', until } }
  expect(await deletionOf(id)).toMatchObject(refused)
  // Nor where nobody else has it any more.
  expect(await deletionOf(id, emil)).toMatchObject({ body: { outcome: 'left' } })
  expect(await deletionOf(id)).toMatchObject(refused)

  const longAgo = `UPDATE signature_requests SET completed_at = completed_at - interval '731 days' WHERE id = $1`
  await api.context.pool.query(longAgo, [id])
  expect((await read()).viewer).toMatchObject({ can: { delete: true }, deletion: 'deleted' })
  expect(await deletionOf(id)).toMatchObject({ body: { outcome: 'deleted' } })
})

test('a record that its only signer alone sees is kept when they delete their account', async () => {
  const { id } = await aSignatureRequest(api, { owner: emil, quality: 'PART11', signers: [emil] })
  expect(await prove(await begin(id), emil.password)).toMatchObject({ ok: true })
  await api.call(accounts.deleteUser, { body: { password: emil.password } }, emil.as)
  const order = { requestIds: [id], actor: systemActor }
  expect(await removeUnseenRequests(api.context, order)).toBe(0)
})

test('someone who deletes their account is told that they can’t sign the record, and what they can do instead', async () => {
  const { id } = await aRecord()
  await api.call(accounts.deleteUser, { body: { password: emil.password } }, emil.as)
  const mail = await api.inbox.next(emil.email, /without an account/)
  const { text, subject } = mail
  expect(subject).toContain('can’t be signed without an account')
  expect(text).toContain('delegate it to someone with such an account, or decline it')
  expect(text).not.toMatch(/sign online|Review and sign/)
  const { as } = guestOf(linkIn(mail))
  const params = { id }
  await api.call(requests.declineDirect, { params, body: {} }, as)
  const request = await api.call(requests.getSignatureRequest, { params }, dora.as)
  expect(request.status_overall).toBe('DECLINED')
})

test('nobody else gives it, and what was given is given once', async () => {
  const { id } = await aRecord()
  const step = await begin(id)
  const stranger = await api.ask(
    approvals.reauthenticate,
    { params: { id: step }, body: { password: dora.password } },
    dora.as,
  )
  expect(stranger).toMatchObject({ status: 404 })
  const replies = await Promise.all([prove(step, emil.password), prove(step, emil.password)])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await eventsOf(id)).filter((type) => type === 'approval_given')).toHaveLength(1)
})
