import { getDirectUser, updateUser } from '@countersign/contract/accounts.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { aGroupRequest } from '#api/testing/signer-group.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { lookInto, orderOf, someEmail } from '#api/testing/request-actions.ts'
import { aField } from '#api/testing/signer-fields.ts'

let api: TestApi
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna', lang: 'de' })
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())
const { keyOf, eventsOf, breaks, asGuest } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

type Update = NonNullable<Parameters<typeof api.call<typeof requests.updateSignatureRequest>>[1]['body']>
const update = (id: string, body: Update, as = ben.as) =>
  api.ask(requests.updateSignatureRequest, { params: { id }, body }, as)
const observe = (id: string, email: string) =>
  api.call(addObserver, { params: { id }, body: { email } }, ben.as)

/** The signers as they are, to be sent again. */
function same({ signatures }: SignatureRequest) {
  return signatures.map(({ sid, signer_identity_data, sequence, document_signatures }) => ({
    sid,
    signer_identity_data,
    sequence,
    document_signatures: document_signatures.map(({ document_id, visual_signature }) => ({
      document_id,
      visual_signature: visual_signature?.positions[0] ? { position: visual_signature.positions[0] } : null,
    })),
  }))
}

/** How many mails of a kind were written for each address. */
async function mailsOf(requestId: string, kind: string): Promise<Record<string, number>> {
  const { rows } = await api.context.pool.query<{ recipient: string; count: number }>(
    'SELECT recipient, count(*)::int AS count FROM mails WHERE request_id = $1 AND kind = $2 GROUP BY recipient',
    [requestId, kind],
  )
  return Object.fromEntries(rows.map(({ recipient, count }) => [recipient, count]))
}

test('a correction is told once to each who was asked or looks on, and the evidence says what it was', async () => {
  const [guest, later, watcher] = [someEmail('guest'), someEmail('later'), someEmail('watcher')]
  const quiet = await api.person({ firstName: 'Quirin' })
  await api.call(updateUser, { body: { attributes: { emailNotificationLevel: 'none' } } }, quiet.as)
  const request = await aSignatureRequest(api, {
    owner: ben,
    title: 'Lease',
    message: 'Please sign.',
    signers: [
      { email: anna.email },
      { email: guest },
      { email: guest },
      { email: quiet.email },
      { email: ben.email },
      { email: later, sequence: 1 },
      { email: anna.email, sequence: 0 },
    ],
  })
  await observe(request.id, watcher)
  await observe(request.id, anna.email)
  const expiration_date = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const signatures = same(request)
  const [first] = signatures
  if (first) first.signer_identity_data = { ...first.signer_identity_data, first_name: 'Annemarie' }
  const body = { title: 'Lease of the flat', message: 'Please sign soon.', expiration_date, signatures }
  expect((await update(request.id, body)).ok).toBe(true)

  expect(await mailsOf(request.id, 'changed')).toEqual({ [anna.email]: 1, [guest]: 1, [watcher]: 1 })
  const told = await api.inbox.next(anna.email, /korrigiert/)
  expect(told.text).toContain('der Titel')
  expect(told.text).toContain('Ihr Name')
  expect(told.text).toContain('Please sign soon.')
  const event = (await eventsOf(request.id)).find(({ type }) => type === 'changed')
  expect(event?.data).toMatchObject({
    fields: ['title', 'message', 'expiresAt', 'signers'],
    changes: {
      title: { before: 'Lease', after: 'Lease of the flat' },
      message: { before: 'Please sign.', after: 'Please sign soon.' },
      expiresAt: { before: request.expiration_date, after: expiration_date },
    },
    signers: [{ email: anna.email, changes: { firstName: { before: null, after: 'Annemarie' } } }],
  })
  // Saying the same again is no change, and nobody hears of it. What is sent has an end.
  expect((await update(request.id, body)).ok).toBe(true)
  expect(await update(request.id, { expiration_date: null })).toMatchObject({ body: { expiration_date } })
  expect(await mailsOf(request.id, 'changed')).toEqual({ [anna.email]: 1, [guest]: 1, [watcher]: 1 })
})

test('who comes in with a correction has an invitation and no second mail', async () => {
  const [guest, added, watcher] = [someEmail('guest'), someEmail('added'), someEmail('watcher')]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: guest }] })
  const signatures = [...same(request), { account_email: added }]
  const reply = await update(request.id, { title: 'Corrected', signatures, observers: [watcher] })
  expect(reply.ok).toBe(true)
  expect(await mailsOf(request.id, 'changed')).toEqual({ [guest]: 1 })
  expect(await mailsOf(request.id, 'invitation')).toEqual({ [guest]: 1, [added]: 1 })
  expect(await mailsOf(request.id, 'observer_invited')).toEqual({ [watcher]: 1 })
})

test('an address that does not take mails is corrected: the new one is asked, the old one hears nothing', async () => {
  const [wrong, right] = [someEmail('wrong'), someEmail('right')]
  // The fault is for the next mail, whosever that is.
  const pending = "SELECT FROM mails WHERE state = 'pending'"
  await expect.poll(async () => (await api.context.pool.query(pending)).rowCount).toBe(0)
  await api.fault('smtp', 'reject_recipient', 1)
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: wrong, firstName: 'Wilma' }],
  })
  const read = () => api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  await expect.poll(async () => (await read()).signatures[0]?.delivery?.state).toBe('failed')
  const [signature] = same(request)
  const identity = { ...signature?.signer_identity_data, email_address: right }
  const reply = await update(request.id, { signatures: [{ ...signature, signer_identity_data: identity }] })
  if (!reply.ok) throw new Error(reply.error.key)
  expect(reply.body.signatures[0]).toMatchObject({
    signer_identity_data: { email_address: right, first_name: 'Wilma' },
    document_signatures: request.signatures[0]?.document_signatures,
  })
  const { rowCount } = await api.context.pool.query(
    "SELECT FROM mails WHERE recipient = $1 AND kind <> 'invitation'",
    [wrong],
  )
  expect(rowCount).toBe(0)
  await api.call(signDirect, orderOf(request.id), await asGuest(right))
  expect((await read()).status_overall).toBe('SIGNED')
})

test('another person who is corrected in keeps the fields, without the name and email of the one before', async () => {
  const [wrong, right] = [someEmail('wrong'), someEmail('right')]
  const fields = [
    aField(0, { type: 'NAME', value: 'Anna Keller', read_only: true }),
    aField(1, { type: 'EMAIL', value: wrong, read_only: true }),
    aField(2, { value: 'Flat 3', read_only: true }),
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: wrong, fields }] })
  const valuesAfter = async (signer: object) => {
    const [signature] = same(request)
    const reply = await update(request.id, { signatures: [{ ...signature, ...signer }] })
    if (!reply.ok) throw new Error(reply.error.key)
    return reply.body.signatures[0]?.document_signatures[0]?.fields.map((field) => field.value)
  }
  expect(await valuesAfter({ sequence: 1 })).toEqual(['Anna Keller', wrong, 'Flat 3'])
  const signer_identity_data = { email_address: right }
  expect(await valuesAfter({ signer_identity_data })).toEqual([null, null, 'Flat 3'])
})

test('after the first signature nothing is corrected any longer: one withdraws and begins again', async () => {
  const [guest, watcher] = [someEmail('guest'), someEmail('watcher')]
  const request = await aSignatureRequest(api, {
    owner: ben,
    title: 'Offer',
    message: 'As agreed.',
    signers: [{ email: anna.email, firstName: 'Anna' }, { email: guest }],
  })
  await observe(request.id, watcher)
  const attached = { filename: 'plan.txt', content: Buffer.from('A plan').toString('base64') }
  await api.call(addAttachment, { params: { id: request.id }, body: attached }, ben.as)
  await api.call(sign, orderOf(request.id), anna.as)
  expect(await keyOf(update(request.id, { title: 'Other' }))).toBe('request.already_signed')
  const params = { id: request.id }
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)

  const copy = await api.call(requests.copySignatureRequest, { params }, ben.as)
  expect(copy).toMatchObject({
    title: 'Offer',
    message: 'As agreed.',
    status_overall: 'DRAFT',
    expiration_date: null,
    documents: [{ name: request.documents[0]?.name }],
    observers: [{ email: watcher }],
    attachments: [{ filename: 'plan.txt' }],
  })
  expect(copy.signatures.map((one) => [one.signer_identity_data.email_address, one.status_code])).toEqual([
    [anna.email, 'DRAFT'],
    [guest, 'DRAFT'],
  ])
  expect(copy.documents[0]?.id).not.toBe(request.documents[0]?.id)
  expect(copy.signatures.map((one) => one.document_signatures)).toEqual(
    request.signatures.map((one) =>
      one.document_signatures.map((placed) => ({ ...placed, document_id: copy.documents[0]?.id })),
    ),
  )
  expect((await eventsOf(copy.id))[0]).toMatchObject({ type: 'created', data: { copyOf: request.id } })
  // Nobody has heard of it before it is sent, and the old links lead to the old request.
  expect(await mailsOf(copy.id, 'invitation')).toEqual({})
  expect((await api.ask(requests.getSignatureRequest, { params: { id: copy.id } }, anna.as)).ok).toBe(false)
  const sent = await api.call(requests.initiateSignatureRequest, { params: { id: copy.id } }, ben.as)
  expect(sent.status_overall).toBe('OPEN')
  await api.call(sign, orderOf(copy.id), anna.as)
})

test('of a request, its copy and another one with the same document each has the version that was signed in it', async () => {
  const signer = { email: anna.email, firstName: 'Anna' }
  const first = await aSignatureRequest(api, { owner: ben, signers: [signer, { email: ben.email }] })
  await api.call(sign, orderOf(first.id), anna.as)
  const download = async (id = '') => {
    const file = await api.call(downloadDocument, { params: { id }, query: { signed: 'true' } }, ben.as)
    return (
      Buffer.from(await file.arrayBuffer())
        .toString('latin1')
        .split('/ByteRange').length - 1
    )
  }
  const copy = await api.call(requests.copySignatureRequest, { params: { id: first.id } }, ben.as)
  const documents = [{ id: first.documents[0]?.id ?? '' }]
  const named = [{ document_id: first.documents[0]?.id ?? '' }]
  const signatures = [{ account_email: ben.email, document_signatures: named }]
  const body = { title: 'Again', documents, signatures }
  const again = await api.call(requests.createSignatureRequest, { body }, ben.as)
  const signed = await download(first.documents[0]?.id)
  expect(signed).toBeGreaterThan(0)
  expect(await download(copy.documents[0]?.id)).toBe(0)
  expect(await download(again.documents[0]?.id)).toBe(0)
  await api.call(requests.initiateSignatureRequest, { params: { id: again.id } }, ben.as)
  await api.call(sign, orderOf(again.id), ben.as)
  expect(await download(copy.documents[0]?.id)).toBe(0)
  expect(await download(again.documents[0]?.id)).toBeGreaterThan(0)
  expect(await download(first.documents[0]?.id)).toBe(signed)
})

test('a copy is its owner’s to make, of what has ended in any way, and of a draft', async () => {
  const ask = (id: string, as: string) => api.ask(requests.copySignatureRequest, { params: { id } }, as)
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(await keyOf(ask(request.id, anna.as))).toBe('not_found')
  const body = { message: '' }
  await api.call(requests.declineSignatureRequest, { params: { id: request.id }, body }, anna.as)
  expect((await ask(request.id, ben.as)).ok).toBe(true)
  const draft = await aDraft(api, { owner: ben })
  expect((await ask(draft.id, ben.as)).ok).toBe(true)
  expect(await keyOf(ask(crypto.randomUUID(), ben.as))).toBe('not_found')
})

test.each(['signer', 'member of a group'])(
  'a %s who is removed while their link is read is told that it opens nothing',
  async (kind) => {
    const email = someEmail('removed')
    const shape = { owner: ben, signers: [{ email: anna.email }] }
    const request =
      kind === 'signer'
        ? await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }, { email }] })
        : (await aGroupRequest(api, { ...shape, members: [{ email }, { email: someEmail('member') }] }))
            .request
    const as = await asGuest(email)
    const owner = connect(api.connection, 'owner', 1, () => {})
    const holder = await owner.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE signer_numbers IN ACCESS EXCLUSIVE MODE')
      const answer = keyOf(api.ask(getDirectUser, {}, as))
      const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'`
      await expect.poll(async () => (await holder.query(isWaiting)).rowCount).toBe(1)
      for (const table of ['signature_members', 'signatures'])
        await holder.query(`DELETE FROM ${table} WHERE request_id = $1 AND email = $2`, [request.id, email])
      await holder.query('COMMIT')
      expect(await answer).toBe('auth.link_invalid')
    } finally {
      holder.release()
      await owner.end()
    }
  },
)

test('a link that opens nothing any longer says why, and nothing else', async () => {
  const [first, second, third] = [someEmail('first'), someEmail('second'), someEmail('third')]
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: first }, { email: second }],
  })
  const [one, two] = [await asGuest(first), await asGuest(second)]
  const body = { email: third, message: '' }
  await api.call(requests.delegateSignature, { params: { id: request.id }, body }, one)
  const sigId = request.signatures[1]?.sid ?? ''
  await api.call(requests.removeSignature, { params: { id: request.id, sigId } }, ben.as)
  for (const [as, key] of [
    [one, 'auth.link_delegated'],
    [two, 'auth.link_removed'],
  ] as const) {
    expect(await keyOf(api.ask(getDirectUser, {}, as))).toBe(key)
    expect(await keyOf(api.ask(requests.getDirectSignatureRequest, { params: { id: request.id } }, as))).toBe(
      key,
    )
    expect(await keyOf(api.ask(requests.getDirectEvents, { params: { id: request.id } }, as))).toBe(key)
  }
  // With the id of another request a right secret is worth as little as a wrong one.
  const secret = Buffer.from(one.slice('Basic '.length), 'base64').toString().split(':')[0] ?? ''
  for (const other of [crypto.randomUUID(), 'none'])
    expect(await keyOf(api.ask(getDirectUser, {}, `Basic ${btoa(`${secret}:${other}`)}`))).toBe(
      'auth.link_invalid',
    )
  expect((await api.ask(getDirectUser, {}, await asGuest(third))).ok).toBe(true)
})

test('two corrections at once: one of them is told that it was changed in the meantime', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: someEmail() }] })
  const { updated_at } = request
  const replies = await Promise.all(
    ['One', 'Two', 'Three'].map((title) => keyOf(update(request.id, { title, updated_at }))),
  )
  expect(replies.toSorted()).toEqual(['ok', 'request.changed', 'request.changed'])
})
