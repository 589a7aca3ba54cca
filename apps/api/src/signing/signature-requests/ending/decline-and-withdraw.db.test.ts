import { getDirectUser, updateUser } from '@countersign/contract/accounts.ts'
import { addAttachment, downloadDirectAttachment } from '@countersign/contract/attachments.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { lookInto, orderOf, someEmail, statusesOf } from '#api/testing/request-actions.ts'

let api: TestApi
let anna: Person
let ben: Person
let stranger: Person
beforeAll(async () => {
  api = await startTestApi()
  ;[anna, ben, stranger] = await Promise.all([
    api.person({ firstName: 'Anna', lang: 'de' }),
    api.person({ firstName: 'Ben' }),
    api.person({ firstName: 'Dora' }),
  ])
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest, protocolOf } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

const decline = (id: string, as: string, message = '') =>
  api.ask(requests.declineSignatureRequest, { params: { id }, body: { message } }, as)
const withdraw = (id: string, as: string, message = '') =>
  api.ask(requests.withdrawSignatureRequest, { params: { id }, body: { message } }, as)
async function now(id: string, as = ben.as) {
  const reply = await see(id, as)
  if (!reply.ok) throw new Error(reply.error.key)
  return reply.body
}

test('one decline ends it for everybody, and all who were asked hear why, once and in their language', async () => {
  const [asked, later] = [someEmail(), someEmail()]
  const quiet = await api.person({ firstName: 'Quirin' })
  await api.call(updateUser, { body: { attributes: { emailNotificationLevel: 'none' } } }, quiet.as)
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: anna.email },
      { email: asked },
      { email: asked },
      { email: quiet.email },
      { email: stranger.email, notify: false },
      { email: later, sequence: 2 },
      { email: anna.email, sequence: 1 },
    ],
  })
  const as = await asGuest(asked)
  await api.call(signDirect, orderOf(request.id), as)
  const message = 'The rent is <b>too</b> high\nSorry'
  const reply = await decline(request.id, anna.as, message)
  if (!reply.ok) throw new Error(reply.error.key)
  expect(reply.body.status_overall).toBe('DECLINED')
  const states = reply.body.signatures.map(({ status_code }) => status_code)
  expect(states[0]).toBe('DECLINED')
  // By which of the guest's two links came first.
  expect(states.slice(1, 3).toSorted()).toEqual(['SIGNED', 'WITHDRAWN'])
  expect(states.slice(3)).toEqual(Array.from({ length: 4 }, () => 'WITHDRAWN'))
  expect(reply.body.viewer.can).toMatchObject({ sign: false, decline: false, delegate: false, leave: true })
  expect((await now(request.id)).signatures[0]?.decline_message).toBe(message)
  expect(await told(request.id, 'declined')).toEqual([asked, ben.email].toSorted())
  const mail = await api.inbox.next(ben.email, /Anna Keller has declined/)
  expect(mail.text).toContain('> The rent is <b>too</b> high\n> Sorry')
  expect(mail.html).toContain('The rent is &lt;b&gt;too&lt;/b&gt; high<br>Sorry')
  expect(mail.links.some((link) => link.endsWith(`/view/${request.id}`))).toBe(true)
  const last = (await eventsOf(request.id)).find(({ type }) => type === 'declined')
  expect(last).toMatchObject({ type: 'declined', data: { email: anna.email, message } })
  const protocol = await protocolOf(request.id, ben.as)
  expect(protocol).toContain('Declined')
  expect(protocol).toContain('The rent is &lt;b&gt;too&lt;/b&gt; high')
})

test('who came by the link declines too; the owner reads of it in their own language', async () => {
  const email = someEmail()
  const request = await aSignatureRequest(api, { owner: anna, signers: [{ email }] })
  const as = await asGuest(email)
  const reply = await api.call(
    requests.declineDirect,
    { params: { id: request.id }, body: { message: '' } },
    as,
  )
  expect(statusesOf(reply)).toBe('DECLINED DECLINED')
  expect((await api.inbox.next(anna.email, /abgelehnt/)).subject).toContain(email)
  const again = api.ask(requests.declineDirect, { params: { id: request.id }, body: { message: '' } }, as)
  expect(await keyOf(again)).toBe('request.not_open')
})

test('only who is asked declines, and only in turn', async () => {
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: ben.email, sequence: 1 },
      { email: anna.email, sequence: 2 },
    ],
  })
  expect(await keyOf(decline(request.id, stranger.as))).toBe('not_found')
  expect(await keyOf(decline(request.id, anna.as))).toBe('signature.not_in_turn')
  await api.call(sign, orderOf(request.id), ben.as)
  expect(await keyOf(decline(request.id, ben.as))).toBe('signature.already_signed')
  const draft = await aDraft(api, { owner: ben, signers: [{ email: ben.email }] })
  expect(await keyOf(decline(draft.id, ben.as))).toBe('not_found')
  await api.context.pool.query('UPDATE signature_requests SET expires_at = now() WHERE id = $1', [request.id])
  expect(await keyOf(decline(request.id, anna.as))).toBe('request.not_open')
})

test('the owner who declines as a signer is not told of it', async () => {
  const signers = [{ email: ben.email }, { email: anna.email }]
  const { id } = await aSignatureRequest(api, { owner: ben, signers })
  expect(await keyOf(decline(id, ben.as))).toBe('ok')
  expect(await told(id, 'declined')).toEqual([anna.email])
})

test('of a request that is withdrawn the guest who had signed keeps the files, and the one who had not sees none', async () => {
  const emails = [someEmail(), someEmail()]
  const { id } = await aSignatureRequest(api, { owner: ben, signers: emails.map((email) => ({ email })) })
  const params = { id }
  const body = { filename: 'plan.txt', content: Buffer.from('A plan').toString('base64') }
  const { attachments } = await api.call(addAttachment, { params, body }, ben.as)
  const [signed = '', unsigned = ''] = await Promise.all(emails.map((email) => asGuest(email)))
  await api.call(signDirect, orderOf(id), signed)
  expect(await keyOf(withdraw(id, ben.as))).toBe('ok')
  const attId = attachments[0]?.id ?? ''
  for (const [as, isOpen] of [
    [signed, true],
    [unsigned, false],
  ] as const) {
    const { viewer } = await api.call(requests.getDirectSignatureRequest, { params }, as)
    expect(viewer.can.download).toBe(isOpen)
    const { token } = await api.call(getDirectUser, {}, as)
    const file = api.ask(downloadDirectAttachment, { params: { id, attId }, query: { token } })
    expect(await keyOf(file)).toBe(isOpen ? 'ok' : 'not_found')
  }
})

test('the owner withdraws, and who was asked hears why; nobody else withdraws, nor anyone twice', async () => {
  const [asked, later] = [someEmail(), someEmail()]
  const signers = [
    { email: asked, sequence: 1 },
    { email: anna.email, language: 'de' as const },
    { email: later, sequence: 2 },
  ]
  const request = await aSignatureRequest(api, { owner: ben, signers })
  expect(await keyOf(withdraw(request.id, anna.as))).toBe('not_found')
  const reply = await withdraw(request.id, ben.as, 'Wrong\nfile <i>')
  if (!reply.ok) throw new Error(reply.error.key)
  expect(statusesOf(reply.body)).toBe('WITHDRAWN WITHDRAWN WITHDRAWN WITHDRAWN')
  expect((await now(request.id, anna.as)).withdraw_message).toBe('Wrong\nfile <i>')
  expect(await told(request.id, 'withdrawn')).toEqual([asked, anna.email].toSorted())
  expect((await api.inbox.next(asked, /withdrawn/)).html).toContain('Wrong<br>file &lt;i&gt;')
  expect((await api.inbox.next(anna.email, /zurückgezogen/)).text).toContain('> Wrong')
  expect((await eventsOf(request.id)).find(({ type }) => type === 'withdrawn')).toMatchObject({
    type: 'withdrawn',
    data: { message: 'Wrong\nfile <i>' },
  })
  expect(await protocolOf(request.id, ben.as)).toContain('file &lt;i&gt;')
  expect(await keyOf(withdraw(request.id, ben.as))).toBe('request.not_open')
  const draft = await aDraft(api, { owner: ben })
  expect(await keyOf(withdraw(draft.id, ben.as))).toBe('request.not_open')
})

/** Who is told SIGNED has signed, and a request that ended has no document that was sealed after its end. */
async function oneOutcome(id: string): Promise<string> {
  const isSettled = async () => !(await now(id)).signatures.some(({ signing }) => signing?.status === 'OPEN')
  await expect.poll(isSettled).toBe(true)
  const request = await now(id)
  const types = (await eventsOf(id)).map(({ type }) => type)
  const made = request.signatures.filter(({ status_code }) => status_code === 'SIGNED').length
  expect(types.filter((type) => type === 'signed')).toHaveLength(made)
  const versions = await api.context.pool.query(
    `SELECT FROM documents d JOIN request_documents rd ON d.root_id = rd.document_id
     WHERE rd.request_id = $1 AND d.kind = 'signed'`,
    [id],
  )
  expect(versions.rowCount).toBe(made)
  const endings = types.filter((type) => ['declined', 'withdrawn', 'completed'].includes(type))
  expect(endings).toHaveLength(1)
  if (endings[0] !== 'completed') expect(types.slice(types.indexOf(endings[0] ?? ''))).not.toContain('signed')
  return request.status_overall
}

test('declining and signing at once end in one or the other', async () => {
  for (let round = 0; round < 4; round += 1) {
    const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
    const [signed, declined] = await Promise.all([
      api.ask(sign, orderOf(request.id), anna.as),
      keyOf(decline(request.id, anna.as)),
    ])
    const outcome = await oneOutcome(request.id)
    expect([outcome, declined, signed.ok]).toEqual(
      outcome === 'SIGNED' ? ['SIGNED', 'signature.already_signed', true] : ['DECLINED', 'ok', false],
    )
  }
})

test('of two declines at once one counts', async () => {
  for (let round = 0; round < 4; round += 1) {
    const signers = [{ email: anna.email }, { email: stranger.email }]
    const request = await aSignatureRequest(api, { owner: ben, signers })
    const keys = await Promise.all([
      keyOf(decline(request.id, anna.as)),
      keyOf(decline(request.id, stranger.as)),
      keyOf(decline(request.id, stranger.as)),
    ])
    expect(keys.toSorted()).toEqual(['ok', 'request.not_open', 'request.not_open'])
    expect(await oneOutcome(request.id)).toBe('DECLINED')
    expect(await told(request.id, 'declined')).toHaveLength(2)
  }
})

test('one who declines, one who signs and the owner who takes it back at once: one end', async () => {
  for (let round = 0; round < 6; round += 1) {
    const signers = [{ email: anna.email }, { email: stranger.email }]
    const request = await aSignatureRequest(api, { owner: ben, signers })
    const last = round % 2 === 0 ? [keyOf(decline(request.id, stranger.as))] : []
    if (round % 2 === 1) await api.call(sign, orderOf(request.id), stranger.as)
    const [, ...ends] = await Promise.all([
      api.ask(sign, orderOf(request.id), anna.as),
      keyOf(withdraw(request.id, ben.as)),
      ...last,
    ])
    const outcome = await oneOutcome(request.id)
    expect(ends.filter((key) => key === 'ok')).toHaveLength(outcome === 'SIGNED' ? 0 : 1)
  }
})

test('a seal that is being made when the request ends is not accepted, and its signer hears why', async () => {
  const ends = [
    // The authority that is asked first keeps the job waiting; the next time the other one is asked first.
    ['tsa', (id: string) => decline(id, stranger.as), 'DECLINED'],
    ['tsa2', (id: string) => withdraw(id, ben.as), 'WITHDRAWN'],
  ] as const
  for (const [authority, end, outcome] of ends) {
    const signers = [{ email: anna.email }, { email: stranger.email }]
    const request = await aSignatureRequest(api, { owner: ben, signers })
    await api.fault(authority, 'timeout', 1)
    const answered = api.call(sign, orderOf(request.id), anna.as)
    const params = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
    const isLocked = async () => (await api.call(requests.getLockStatus, { params }, ben.as)).locked
    await expect.poll(isLocked, { interval: 20 }).toBe(true)
    expect(await keyOf(decline(request.id, anna.as))).toBe('signature.already_signed')
    expect(await keyOf(end(request.id))).toBe('ok')
    expect(await api.call(requests.getLockStatus, { params }, ben.as)).toMatchObject({ locked: false })
    expect(await oneOutcome(request.id)).toBe(outcome)
    await answered
    const told = { status: 'ERROR', error: 'request.not_open' }
    expect(await api.call(getSigningStatus, { params }, anna.as)).toMatchObject(told)
    const failed = (await eventsOf(request.id)).find(({ type }) => type === 'signing_failed')
    expect(failed?.data).toMatchObject({ error: 'request.not_open' })
  }
})
