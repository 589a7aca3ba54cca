import * as calls from '@countersign/contract/integration/signature-requests.ts'
import { listRequestCallbacksV2 } from '@countersign/contract/integration/callbacks.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'

// A request of `/v2` that was created without signers is sent with the first one.

let api: TestApi
let anna: Person
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  program = await anApiUser(api, { admin: anna, businessId: await aBusiness(api, { admins: [anna] }) })
})
afterAll(() => api?.stop())

/** Of a level that isn’t offered here: nobody can be asked to sign it. */
const aRequestWithoutSigners = async () => {
  const body = { title: 'Record', content: aPdf().toString('base64'), quality: 'PART11' as const }
  return (await api.call(calls.createRequestV2, { body }, program.as)).id
}
const aGuest = () => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  return { email, signer: { signer_identity_data: { email_address: email } } }
}
const read = (id: string) => api.call(calls.getRequestV2, { params: { id } }, program.as)
const mailsTo = async (recipient: string) => {
  const { rows } = await api.context.pool.query('SELECT kind FROM mails WHERE recipient = $1', [recipient])
  return rows.length
}
const unavailable = { status: 409, error: { key: 'signing.quality_unavailable' } }

test('a first signer who can’t be asked isn’t kept: tried again, they are asked once', async () => {
  const id = await aRequestWithoutSigners()
  const { email, signer } = aGuest()
  const add = () => api.ask(calls.addSignerV2, { params: { id }, body: signer }, program.as)
  expect(await add()).toMatchObject(unavailable)
  expect(await add()).toMatchObject(unavailable)
  expect((await read(id)).signatures).toEqual([])

  await api.call(calls.updateRequestV2, { body: { id, quality: 'SES' } }, program.as)
  expect(await mailsTo(email)).toBe(0)
  expect(await add()).toMatchObject({ status: 200 })
  expect((await read(id)).signatures).toHaveLength(1)
  expect((await api.inbox.next(email)).subject).toContain('Record')
  expect(await mailsTo(email)).toBe(1)
})

test('an update with signers who can’t be asked changes nothing', async () => {
  const id = await aRequestWithoutSigners()
  const before = await read(id)
  const { email, signer } = aGuest()
  const update = (quality?: 'SES') =>
    api.ask(
      calls.updateRequestV2,
      { body: { id, title: 'Renamed', signatures: [signer], quality } },
      program.as,
    )
  expect(await update()).toMatchObject(unavailable)
  expect(await read(id)).toEqual(before)
  expect(await update('SES')).toMatchObject({ status: 200 })
  expect(await read(id)).toMatchObject({ title: 'Renamed', signatures: [{ status_code: 'OPEN' }] })
  expect((await api.inbox.next(email)).subject).toContain('Renamed')
})

test('a request that waits for its first signer can be reminded of and withdrawn like the open one it is shown as', async () => {
  const body = {
    title: 'Record',
    content: aPdf().toString('base64'),
    quality: 'SES' as const,
    cc_email_addresses: [anna.email],
    callback_error_url: 'https://rent.example.com/failed',
  }
  const { id } = await api.call(calls.createRequestV2, { body }, program.as)
  const params = { id }
  await api.call(calls.remindSignersV2, { params }, program.as)
  const withdrawn = await api.call(
    calls.withdrawRequestV2,
    { params, body: { message: 'Not needed' } },
    program.as,
  )
  expect(withdrawn).toMatchObject({ status_overall: 'WITHDRAWN', signatures: [] })
  expect(await read(id)).toEqual(withdrawn)
  expect(await api.call(listRequestCallbacksV2, { params }, program.as)).toMatchObject([{ type: 'ERROR' }])
  const { signer } = aGuest()
  for (const refused of [
    await api.ask(calls.withdrawRequestV2, { params, body: {} }, program.as),
    await api.ask(calls.remindSignersV2, { params }, program.as),
    await api.ask(calls.addSignerV2, { params, body: signer }, program.as),
  ])
    expect(refused).toMatchObject({ status: 409, error: { key: 'request.not_open' } })
  // Nobody was told of it before, and nobody is shown it by this.
  expect(await mailsTo(anna.email)).toBe(0)
  expect(await api.ask(getSignatureRequest, { params }, anna.as)).toMatchObject({ status: 404 })

  await api.call(calls.deleteRequestV2, { params }, program.as)
  expect(await api.ask(calls.getRequestV2, { params }, program.as)).toMatchObject({ status: 404 })
})

test('a request that waits for its first signer is withdrawn by a deletion, and a draft of /v3 is deleted', async () => {
  const id = await aRequestWithoutSigners()
  await api.call(calls.deleteRequestV2, { params: { id } }, program.as)
  expect(await read(id)).toMatchObject({ status_overall: 'WITHDRAWN' })
  const { document_id } = await read(await aRequestWithoutSigners())
  const draft = { title: 'Draft', documents: [{ id: document_id }] }
  const params = { id: (await api.call(calls.createRequestV3, { body: draft }, program.as)).id }
  const withdrawn = await api.ask(calls.withdrawRequestV3, { params, body: {} }, program.as)
  expect(withdrawn).toMatchObject({ status: 409, error: { key: 'request.not_open' } })
  await api.call(calls.deleteRequestV3, { params }, program.as)
  expect(await api.ask(calls.getRequestV3, { params }, program.as)).toMatchObject({ status: 404 })
})
