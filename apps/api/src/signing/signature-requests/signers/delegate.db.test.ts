import { getReport } from '@countersign/contract/audit-trail.ts'
import { getDirectUser } from '@countersign/contract/accounts.ts'
import { downloadDirectDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning } from '#api/testing/field-signing.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField } from '#api/testing/signer-fields.ts'
import { lookInto, orderOf, someEmail, statusesOf } from '#api/testing/request-actions.ts'
import { recordDelivery } from '../notifications/record-delivery.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ;[anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest, protocolOf } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

interface Given {
  readonly email: string
  readonly signatureId?: string
  readonly first_name?: string
  readonly language?: 'fr'
  readonly message?: string
}
const delegate = (id: string, as: string, body: Given) =>
  api.ask(requests.delegateSignature, { params: { id }, body }, as)
const listed = async (as: string, id: string) =>
  (await api.call(requests.listSignatureRequests, {}, as)).items.some((item) => item.id === id)

test('the signature passes to an account: the one before sees nothing any longer, both stay in the evidence', async () => {
  const carla = await api.person({ firstName: 'Carla', lang: 'fr' })
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  // A try of hers that came to nothing.
  await api.context.pool.query(
    `INSERT INTO signings (request_id, signature_id, status, error, signing_name, actor)
     VALUES ($1, $2, 'ERROR', 'timestamp_unavailable', 'Anna', '{}')`,
    [request.id, request.signatures[0]?.sid],
  )
  const reply = await delegate(request.id, anna.as, {
    email: carla.email,
    first_name: 'Carla',
    language: 'fr',
    message: 'I am <b>away</b>',
  })
  if (!reply.ok) throw new Error(reply.error.key)
  expect(new Set(Object.values(reply.body.viewer.can))).toEqual(new Set([false]))
  expect(reply.body.signatures[0]).toMatchObject({
    account_email: carla.email,
    status_code: 'OPEN',
    delegated_by: { email: anna.email, name: 'Anna Keller' },
    is_viewer: false,
  })
  expect((await see(request.id, anna.as)).status).toBe(404)
  expect(await listed(anna.as, request.id)).toBe(false)
  expect(await listed(carla.as, request.id)).toBe(true)
  const shown = await see(request.id, carla.as)
  expect(shown.ok && shown.body.signatures[0]).toMatchObject({ is_viewer: true, signing: null })
  expect(await keyOf(api.ask(sign, orderOf(request.id), anna.as))).toBe('not_found')

  const asked = await api.inbox.next(carla.email, /demande de signer/)
  expect(asked.text).toContain('Anna Keller vous a délégué cette demande.')
  expect(asked.html).toContain('I am &lt;b&gt;away&lt;/b&gt;')
  expect((await api.inbox.next(ben.email, /delegated/)).text).toContain('Anna Keller')
  const event = (await eventsOf(request.id)).find(({ type }) => type === 'delegated')
  expect(event).toMatchObject({
    actor: { email: anna.email },
    data: {
      from: `Anna Keller <${anna.email}>`,
      to: `Carla <${carla.email}>`,
      message: 'I am <b>away</b>',
    },
  })
  await api.call(sign, orderOf(request.id), carla.as)
  const protocol = await protocolOf(request.id, ben.as)
  expect(protocol).toContain('Delegated')
  expect(protocol).toContain(`Anna Keller &lt;${anna.email}&gt;`)
  const query = { type: 'JSON' } as const
  const json = await api.call(getReport, { params: { id: request.id }, query }, ben.as)
  expect((await json.text()).replaceAll(/\s/g, '')).toContain(`"delegatees":["Carla<${carla.email}>"]`)
})

test('a delegate signs under their own name and email, not under those that were prefilled for the signer before', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const fields = [
    aField(0, { type: 'NAME', value: 'Anna Keller', read_only: true }),
    aField(1, { type: 'EMAIL', value: anna.email, read_only: true }),
    aField(2, { value: 'Flat 3', read_only: true }),
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email, fields }] })
  expect((await delegate(request.id, anna.as, { email: emil.email })).ok).toBe(true)
  await fieldSigning(() => api).signed(request, emil, 0)
  const seen = await see(request.id, ben.as)
  if (!seen.ok) throw new Error(seen.error.key)
  const signed = seen.body.signatures[0]?.document_signatures[0]?.fields
  expect(signed?.map((field) => field.value)).toEqual(['Emil Keller', emil.email, 'Flat 3'])
})

test('who came by a link delegates: the link and what came of it are worth nothing at once', async () => {
  const [first, second] = [someEmail('first'), someEmail('second')]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: first, notify: true }] })
  const as = await asGuest(first)
  const { token } = await api.call(getDirectUser, {}, as)
  const documentId = request.documents[0]?.id ?? ''
  const file = () => api.ask(downloadDirectDocument, { params: { id: documentId }, query: { token } })
  expect((await file()).ok).toBe(true)
  expect((await delegate(request.id, as, { email: second })).ok).toBe(true)

  expect(await keyOf(file())).toBe('auth.link_invalid')
  const params = { id: request.id }
  expect(await keyOf(api.ask(requests.getDirectSignatureRequest, { params }, as))).toBe('auth.link_delegated')
  expect(await keyOf(api.ask(signDirect, orderOf(request.id), as))).toBe('auth.link_delegated')
  const next = await asGuest(second)
  const seen = await api.call(requests.getDirectSignatureRequest, { params }, next)
  expect(seen.signatures[0]?.delegated_by).toEqual({ email: first, name: first })
  await api.call(signDirect, orderOf(request.id), next)
  expect((await api.call(requests.getDirectSignatureRequest, { params }, next)).status_overall).toBe('SIGNED')
})

test('nobody hands on what is not theirs, not their turn, or made; nor to themselves; nor for ever', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const signers = [
    { email: anna.email, sequence: 1 },
    { email: dora.email, sequence: 2 },
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  const to = { email: someEmail() }
  expect(await keyOf(delegate(request.id, ben.as, to))).toBe('not_found')
  expect(await keyOf(delegate(request.id, dora.as, to))).toBe('signature.not_in_turn')
  const signatureId = request.signatures[1]?.sid ?? ''
  expect(await keyOf(delegate(request.id, anna.as, { ...to, signatureId }))).toBe('not_found')
  const first = request.signatures[0]?.sid ?? ''
  const same = await delegate(request.id, anna.as, { email: anna.email.toUpperCase() })
  expect(same.ok ? null : same.error.fields).toMatchObject([{ field: 'email', code: 'same_person' }])
  // By whichever email: an account that has another one since is still the same person.
  const moved = await api.person({ firstName: 'Mona' })
  const asked = await aSignatureRequest(api, { owner: ben, signers: [{ email: moved.email }] })
  const email = someEmail('mona')
  await api.context.pool.query('UPDATE accounts SET email = $2 WHERE email = $1', [moved.email, email])
  const other = await delegate(asked.id, moved.as, { email })
  expect(other.ok ? null : other.error.fields).toMatchObject([{ field: 'email', code: 'same_person' }])
  // To someone who is listed already: they sign twice. On and on until it is too often, and never in a circle.
  const people = [
    anna,
    dora,
    ...(await Promise.all(['E', 'F', 'G', 'H'].map((firstName) => api.person({ firstName })))),
  ]
  for (let times = 0; times < 5; times += 1) {
    const [from, next] = [people[times], people[times + 1]]
    for (const before of people.slice(0, times)) {
      const circle = await delegate(request.id, from?.as ?? '', { email: before.email, signatureId: first })
      expect(circle.ok ? null : circle.error.fields).toMatchObject([
        { field: 'email', code: 'had_it_before' },
      ])
    }
    const delegation = await delegate(request.id, from?.as ?? '', {
      email: next?.email ?? '',
      signatureId: first,
    })
    expect([times, delegation.ok]).toEqual([times, true])
  }
  const last = people[5] ?? dora
  const sixth = await delegate(request.id, last.as, to)
  expect(sixth.ok ? null : sixth.error.fields).toMatchObject([{ field: 'email', code: 'too_often' }])
  const seen = await see(request.id, last.as)
  expect(seen.ok && seen.body.viewer.can).toMatchObject({ delegate: false, decline: true, sign: true })
  await api.call(sign, orderOf(request.id), last.as)
  expect(await keyOf(delegate(request.id, anna.as, to))).toBe('not_found')
  await api.call(sign, orderOf(request.id), dora.as)
  expect(await keyOf(delegate(request.id, dora.as, to))).toBe('signature.already_signed')
  const done = await see(request.id, ben.as)
  expect(done.ok && statusesOf(done.body)).toBe('SIGNED SIGNED SIGNED')
})

test('anyone who has another part in it keeps that; the owner who takes over hears by the one mail', async () => {
  const signers = [{ email: ben.email }, { email: anna.email }, { email: anna.email }]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  const second = request.signatures[2]?.sid ?? ''
  expect((await delegate(request.id, anna.as, { email: ben.email, signatureId: second })).ok).toBe(true)
  const seen = await see(request.id, anna.as)
  expect(seen.ok && seen.body.signatures.map(({ is_viewer }) => is_viewer)).toEqual([false, true, false])
  expect(await told(request.id, 'delegated')).toEqual([ben.email])
  expect(await told(request.id, 'invitation')).toEqual([anna.email, anna.email])
})

test('a mail that was still on its way to the one before does not go out with the link of the next', async () => {
  const [first, second] = [someEmail('first'), someEmail('second')]
  const signers = [{ email: anna.email }, { email: first }]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  const as = await asGuest(first)
  const reminder = async () =>
    (
      await api.context.pool.query<{ state: string; attempts: number }>(
        "SELECT state, attempts FROM mails WHERE recipient = $1 AND kind = 'reminder'",
        [first],
      )
    ).rows[0]
  const pending = async () =>
    (await api.context.pool.query("SELECT FROM mails WHERE state = 'pending'")).rowCount
  await expect.poll(pending).toBe(0)
  await api.fault('smtp', 'temporary_failure', 1)
  const body = { signatureIds: [request.signatures[1]?.sid ?? ''] }
  await api.call(requests.remindSigners, { params: { id: request.id }, body }, ben.as)
  await expect.poll(reminder).toEqual({ state: 'pending', attempts: 1 })
  expect((await delegate(request.id, as, { email: second })).ok).toBe(true)
  expect(await reminder()).toEqual({ state: 'failed', attempts: 1 })
  // How that mail went, if it was being sent at this moment, says nothing of the one to the next.
  const { rows } = await api.context.pool.query<Parameters<typeof recordDelivery>[2]>(
    "SELECT id, kind, recipient, request_id, signature_id, member_id FROM mails WHERE recipient = $1 AND kind = 'reminder'",
    [first],
  )
  const [sent] = rows
  if (!sent) throw new Error('nobody was reminded')
  const refused = { state: 'failed', message: 'refused' } as const
  await transaction(api.context.db, (tx) => recordDelivery(api.context, tx, sent, refused))
  const seen = await see(request.id, ben.as)
  expect(seen.ok && seen.body.signatures[1]?.delivery?.state).not.toBe('failed')
  expect(await asGuest(second)).not.toBe(as)
  // The try that was to come finds nothing to send.
  await expect.poll(pending).toBe(0)
  expect(await told(request.id, 'reminder')).toEqual([first])
  expect((await api.inbox.list(first)).some(({ subject }) => subject.startsWith('Reminder'))).toBe(false)
})

test('delegating and signing at once: anyone who comes first', async () => {
  for (let round = 0; round < 4; round += 1) {
    const email = someEmail()
    const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
    const as = await asGuest(email)
    const [signed, delegation] = await Promise.all([
      keyOf(api.ask(signDirect, orderOf(request.id), as)),
      keyOf(delegate(request.id, as, { email: someEmail('next') })),
    ])
    const seen = await see(request.id, ben.as)
    const to = seen.ok ? seen.body.signatures[0]?.signer_identity_data.email_address : ''
    const events = (await eventsOf(request.id)).map(({ type }) => type)
    if (delegation === 'ok') {
      expect(['not_found', 'auth.link_delegated']).toContain(signed)
      expect(to).not.toBe(email)
      expect(events).not.toContain('signing_started')
    } else {
      expect([signed, delegation, to]).toEqual(['ok', 'signature.already_signed', email])
      expect(events).not.toContain('delegated')
    }
  }
})

test('the sender who removes the signer they see does not remove the person who has the signature since', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  const signers = [{ email: anna.email }, { email: someEmail() }]
  const shown = await aSignatureRequest(api, { owner: ben, signers })
  const remove = (updated_at: string) => {
    const params = { id: shown.id, sigId: shown.signatures[0]?.sid ?? '' }
    return api.ask(requests.removeSignature, { params, query: { updated_at } }, ben.as)
  }
  await delegate(shown.id, anna.as, { email: carla.email })
  expect(await keyOf(remove(shown.updated_at))).toBe('request.changed')
  const current = await see(shown.id, ben.as)
  expect(current.ok && current.body.signatures[0]?.account_email).toBe(carla.email)
  expect(await keyOf(remove(current.ok ? current.body.updated_at : ''))).toBe('ok')
})
