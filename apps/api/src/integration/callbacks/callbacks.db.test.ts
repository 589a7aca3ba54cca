import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import * as calls from '@countersign/contract/integration/callbacks.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { declineDirect, delegateSignature } from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import type { Quality } from '@countersign/contract/values.ts'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPayingBusiness } from '#api/testing/billing/payer.ts'
import { endIdentification } from '#api/testing/identification/pages.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { runJobOnce } from '#api/testing/run-job.ts'
import { guestOf } from '#api/testing/signature-request.ts'
import { type CallbackReceiver, startCallbackReceiver } from './receiver.fixture.ts'

let api: TestApi
let anna: Person
let program: Program
let receiver: CallbackReceiver
let owner: pg.Pool
beforeAll(async () => {
  api = await startTestApi()
  receiver = await startCallbackReceiver()
  owner = connect(api.connection, 'owner', 2, () => {})
  anna = await api.person({ firstName: 'Anna' })
  program = await anApiUser(api, { admin: anna, businessId: await aPayingBusiness(api, anna) })
})
afterEach(() => {
  receiver.deliveries.length = 0
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
  await receiver?.close()
})

const content = aPdf().toString('base64')
const guests = (count: number) =>
  Array.from({ length: count }, () => {
    const email_address = `g.${crypto.randomUUID()}@example.org`
    return { signer_identity_data: { email_address, first_name: 'Gina', last_name: 'Guest' } }
  })
const ids = 'id=SKRIBBLE_SIGNATURE_REQUEST_ID&sig={COUNTERSIGN_SIGNATURE_ID}'
const urls = () => ({
  callback_success_url: `${receiver.url}/success/SKRIBBLE_DOCUMENT_ID?${ids}`,
  callback_update_url: `${receiver.url}/update?${ids}&doc=%7BSKRIBBLE_DOCUMENT_ID%7D`,
  callback_error_url: `${receiver.url}/error?${ids}`,
})

/** With a callback of each kind; placeholders as clients in use write them. */
const aRequest = (signers = 2, quality: Quality = 'SES') =>
  api.call(
    requests.createRequestV2,
    { body: { title: 'Lease', content, quality, ...urls(), signatures: guests(signers) } },
    program.as,
  )
type Created = Awaited<ReturnType<typeof aRequest>>

const guest = ({ signatures }: Created, nth: number) => guestOf(signatures[nth]?.signing_url ?? '').as
const order = (id: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id, signingName: 'Gina Guest' }] },
})
const signAs = (created: Created, nth: number) => api.call(signDirect, order(created.id), guest(created, nth))
const listed = ({ id }: { id: string }) =>
  api.call(calls.listRequestCallbacksV2, { params: { id } }, program.as)

/** All that came of a request, once so many were delivered: what was called, without the ids. */
async function delivered(created: { id: string }, count: number): Promise<string[]> {
  const states = async () => (await listed(created)).map(({ state }) => state)
  await expect.poll(states).toEqual(Array.from({ length: count }, () => 'COMPLETED'))
  expect(receiver.deliveries).toHaveLength(count)
  return receiver.deliveries.map(({ url, body }) => `${body.type} ${/^\/\w+/.exec(url)?.[0]}`)
}

test('each signature leads to an update, the last one to a success too, in this order and with their ids', async () => {
  const created = await aRequest()
  const [first, second] = created.signatures
  await signAs(created, 0)
  await signAs(created, 1)
  expect(await delivered(created, 3)).toEqual(['UPDATE /update', 'UPDATE /update', 'SUCCESS /success'])
  const now = await api.call(requests.getRequestV2, { params: { id: created.id } }, program.as)
  const [one, two, success] = receiver.deliveries
  expect(one?.url).toMatch(new RegExp(`^/update\\?id=${created.id}&sig=${first?.sid}&doc=[0-9a-f-]{36}$`))
  expect(two?.url).toBe(`/update?id=${created.id}&sig=${second?.sid}&doc=${now.document_id}`)
  expect(success?.url).toBe(`/success/${now.document_id}?id=${created.id}&sig=${second?.sid}`)
  const [, , stored] = await listed(created)
  expect(success?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': stored?.id })
  expect(success?.body).toEqual({
    id: stored?.id,
    signature_request_id: created.id,
    type: 'SUCCESS',
    state: 'OPEN',
    url: receiver.url + success?.url,
    attempts: 1,
    messages: [],
    owner: program.username,
    created_at: stored?.created_at,
    updated_at: stored?.created_at,
  })
})

test('a delegation is an update, and a decline an error', async () => {
  const created = await aRequest()
  const [first, second] = created.signatures
  const params = { id: created.id }
  const deputy = { email: `deputy.${crypto.randomUUID()}@example.org` }
  await api.call(delegateSignature, { params, body: deputy }, guest(created, 0))
  await api.call(declineDirect, { params, body: { message: 'No' } }, guest(created, 1))
  expect(await delivered(created, 2)).toEqual(['UPDATE /update', 'ERROR /error'])
  const [update, error] = receiver.deliveries
  expect(update?.url).toContain(`sig=${first?.sid}`)
  expect(error?.url).toBe(`/error?id=${created.id}&sig=${second?.sid}`)
})

test('a withdrawal is an error; of several signatures it is about none', async () => {
  const created = await aRequest()
  await api.call(requests.withdrawRequestV2, { params: { id: created.id }, body: {} }, program.as)
  expect(await delivered(created, 1)).toEqual(['ERROR /error'])
  expect(receiver.deliveries[0]?.url).toBe(`/error?id=${created.id}&sig=`)
})

test('a deletion that withdraws is an error, and is delivered though the request is deleted next', async () => {
  const created = await aRequest(1)
  await api.call(requests.deleteRequestV2, { params: { id: created.id } }, program.as)
  await api.call(requests.deleteRequestV2, { params: { id: created.id } }, program.as)
  const [delivery] = await receiver.received(1)
  expect(delivery?.url).toBe(`/error?id=${created.id}&sig=${created.signatures[0]?.sid}`)
})

test('an expired request is an error', async () => {
  const created = await aRequest()
  const late = `UPDATE signature_requests SET expires_at = now() - interval '1 minute' WHERE id = $1`
  await owner.query(late, [created.id])
  expect(await runJobOnce(owner, 'expire-requests')).toBeNull()
  expect(await delivered(created, 1)).toEqual(['ERROR /error'])
})

test('a document that cannot be signed is an error; a signing that can be repeated is nothing', async () => {
  const created = await aRequest()
  for (const authority of ['tsa', 'tsa2']) await api.fault(authority, 'status_503', -1)
  const refused = await signAs(created, 0)
  expect(refused.signatures).toMatchObject([{ status: 'ERROR', error: 'timestamp_unavailable' }])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const objects = { 80: '<</Type/DSS>>' }
  const unsignable = anyPdf({ catalog: '/DSS 80 0 R', page: '/Resources<</XObject 80 0 R>>', objects })
  const stored = await api.context.documentStore.write(unsignable, unsignable.length)
  const swap = 'UPDATE documents SET sha256 = $2, size = $3 WHERE id = $1'
  await owner.query(swap, [created.document_id, stored.sha256, stored.size])
  const failed = await signAs(created, 1)
  expect(failed.signatures).toMatchObject([{ status: 'ERROR', error: 'document_not_signable' }])
  expect(await delivered(created, 1)).toEqual(['ERROR /error'])
})

test('an identity verification that fails is an error of its own, without its reason', async () => {
  const created = await api.call(
    requests.createRequestV2,
    {
      body: {
        title: 'Lease',
        content,
        quality: 'QES',
        legislation: 'ZERTES',
        ...urls(),
        signatures: guests(1),
      },
    },
    program.as,
  )
  const { create } = identificationCalls.direct.zertes.video
  const begun = await api.call(create, { body: { mobile: '+41791234567' } }, guest(created, 0))
  await endIdentification(begun.identUrl ?? '', 'aborted')
  expect(await delivered(created, 1)).toEqual(['IDENT_ERROR /error'])
  const [delivery] = receiver.deliveries
  expect(delivery?.url).toBe(`/error?id=${created.id}&sig=${created.signatures[0]?.sid}`)
  expect(delivery?.text).not.toMatch(/abort|video|guest/i)
})

test('a draft of /v3 that is sent leads to nothing; its signatures do, by account too', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const { document_id: id } = await aRequest(1)
  const created = await api.call(
    requests.createRequestV3,
    {
      body: {
        quality: 'SES',
        title: 'Lease',
        documents: [{ id }],
        callback_update_url: urls().callback_update_url,
        signatures: [{ account_email: ben.email }],
      },
    },
    program.as,
  )
  await api.call(requests.initiateRequestV3, { params: { id: created.id } }, program.as)
  await api.call(sign, order(created.id), ben.as)
  // It has no address for the success.
  expect(await delivered(created, 1)).toEqual(['UPDATE /update'])
})

test('a URL that may not be called is refused by the name of its field', async () => {
  const body = { title: 'Lease', content, signatures: guests(1) }
  const refused = async (more: Record<string, string>) => {
    const reply = await api.ask(requests.createRequestV2, { body: { ...body, ...more } }, program.as)
    return reply.ok ? [] : reply.error.fields?.map(({ field, code }) => `${field} ${code}`)
  }
  expect(await refused({ callback_success_url: 'http://rent.example.com/' })).toEqual([
    'callback_success_url not_https',
  ])
  const inside = 'https://10.0.0.7/x'
  expect(
    await refused({ callback_error_url: inside, callback_update_url: 'https://u:p@rent.example.com' }),
  ).toEqual(['callback_error_url host_refused', 'callback_update_url credentials'])
  const { id } = await aRequest(1)
  const change = { body: { id, callback_update_url: inside } }
  expect(await api.ask(requests.updateRequestV2, change, program.as)).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'callback_update_url', code: 'host_refused' }] },
  })
})
