import * as calls from '@countersign/contract/integration/callbacks.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type CallbackReceiver, startCallbackReceiver } from './receiver.fixture.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let program: Program
let businessId: string
let receiver: CallbackReceiver
beforeAll(async () => {
  api = await startTestApi()
  receiver = await startCallbackReceiver()
  anna = await api.person({ firstName: 'Anna' })
  businessId = await aBusiness(api, { admins: [anna] })
  program = await anApiUser(api, { admin: anna, businessId })
})
afterEach(() => {
  receiver.answer(() => ({ status: 204 }))
  receiver.deliveries.length = 0
})
afterAll(async () => {
  await api?.stop()
  await receiver?.close()
})

const content = aPdf().toString('base64')
const someone = () => ({ signer_identity_data: { email_address: `g.${crypto.randomUUID()}@example.org` } })

/** Of two guests, with a callback of each kind; placeholders as clients in use write them. */
async function aRequest({ signers = 2, ...more }: { signers?: number; quality?: 'AES' } = {}) {
  const query = 'id=SKRIBBLE_SIGNATURE_REQUEST_ID&sig={COUNTERSIGN_SIGNATURE_ID}'
  const created = await api.call(
    requests.createRequestV2,
    {
      body: {
        title: 'Lease',
        content,
        callback_success_url: `${receiver.url}/success/SKRIBBLE_DOCUMENT_ID?${query}`,
        callback_update_url: `${receiver.url}/update?${query}&doc=%7BSKRIBBLE_DOCUMENT_ID%7D`,
        callback_error_url: `${receiver.url}/error?${query}`,
        signatures: Array.from({ length: signers }, someone),
        ...more,
      },
    },
    program.as,
  )
  return created
}
type Created = Awaited<ReturnType<typeof aRequest>>

const guest = ({ signatures }: Created, nth: number) => guestOf(signatures[nth]?.signing_url ?? '').as
const signAs = (created: Created, nth: number) =>
  api.call(
    signDirect,
    { body: { signatureRequests: [{ signatureRequestId: created.id, signingName: 'Gina' }] } },
    guest(created, nth),
  )
const listed = ({ id }: Created) => api.call(calls.listRequestCallbacksV2, { params: { id } }, program.as)
const settled = async (created: Created, count: number) => {
  await expect
    .poll(async () => (await listed(created)).filter(({ state }) => state !== 'OPEN').length, {
      timeout: 20_000,
    })
    .toBe(count)
  return listed(created)
}

test('each signature leads to an update, the last one to a success too, in this order and with their ids', async () => {
  const created = await aRequest()
  const [first, second] = created.signatures
  await signAs(created, 0)
  await signAs(created, 1)
  const all = await settled(created, 3)
  expect(all.map(({ type, state }) => `${type} ${state}`)).toEqual([
    'UPDATE COMPLETED',
    'UPDATE COMPLETED',
    'SUCCESS COMPLETED',
  ])
  const now = await api.call(requests.getRequestV2, { params: { id: created.id } }, program.as)
  const [one, two, success] = receiver.deliveries
  expect(one?.url).toMatch(new RegExp(`^/update\\?id=${created.id}&sig=${first?.sid}&doc=[0-9a-f-]{36}$`))
  expect(two?.url).toBe(`/update?id=${created.id}&sig=${second?.sid}&doc=${now.document_id}`)
  expect(success?.url).toBe(`/success/${now.document_id}?id=${created.id}&sig=${second?.sid}`)
  expect(receiver.deliveries).toHaveLength(3)
  expect(success?.body).toEqual({
    id: all[2]?.id,
    signature_request_id: created.id,
    type: 'SUCCESS',
    state: 'OPEN',
    url: receiver.url + success?.url,
    attempts: 1,
    messages: [],
    owner: program.username,
    created_at: all[2]?.created_at,
    updated_at: expect.any(String),
  })
})
