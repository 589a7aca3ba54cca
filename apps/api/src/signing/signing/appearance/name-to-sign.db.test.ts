import { getReport } from '@countersign/contract/audit-trail.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

/** Asked by email alone, as programs do it; seen on the page. */
async function requestFor(email: string, more: object = {}) {
  const draft = await aDraft(api, { owner: ben, documents: [aPdf()], signers: [{ email: ben.email }] })
  const signer = draft.signatures[0]
  const body = {
    signatures: [
      {
        account_email: email,
        document_signatures: draft.documents.map(({ id }) => ({
          document_id: id,
          visual_signature: {
            positions: signer?.document_signatures[0]?.visual_signature?.positions ?? [],
          },
        })),
        ...more,
      },
    ],
  }
  const params = { id: draft.id }
  await api.call(requests.updateSignatureRequest, { params, body }, ben.as)
  return api.call(requests.initiateSignatureRequest, { params }, ben.as)
}
const order = (id: string, more: object = {}) => ({
  body: { signatureRequests: [{ signatureRequestId: id, ...more }] },
})

/** The name a signature was made under, wherever it is told. */
async function namesOf(id: string) {
  const params = { id }
  const request = await api.call(requests.getSignatureRequest, { params }, ben.as)
  const wanted = { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' as const } }
  const file = Buffer.from(await (await api.call(downloadDocument, wanted, ben.as)).arrayBuffer())
  const report = async (type: 'JSON' | 'HTML') =>
    (await api.call(getReport, { params, query: { type } }, ben.as)).text()
  const list = await api.call(requests.listSignatureRequests, { query: {} }, ben.as)
  const json = JSON.parse(await report('JSON')) as { userList: { firstname: string; lastname: string }[] }
  const signature = request.signatures[0]
  return {
    dictionary: /\/Name \((.*?)\)/.exec(file.toString('latin1'))?.[1],
    signed: signature?.signed_name,
    identity: [signature?.signer_identity_data.first_name, signature?.signer_identity_data.last_name],
    list: list.items.find((one) => one.id === id)?.signers[0]?.name,
    json: [json.userList[0]?.firstname, json.userList[0]?.lastname],
    html: /<h3[^>]*>(.*?)<\/h3>/.exec(await report('HTML'))?.[1]?.replaceAll(/<[^>]+>/g, ''),
  }
}
const everywhere = (first: string, last: string) => ({
  dictionary: `${first} ${last}`,
  signed: `${first} ${last}`,
  identity: [first, last],
  list: `${first} ${last}`,
  json: [first, last],
  html: `${first} ${last}`,
})

test('an account that was asked by email alone signs under its name, and is called so everywhere', async () => {
  const petra = await api.person({ firstName: 'Petra', lastName: 'Pending' })
  const { id } = await requestFor(petra.email)
  await api.call(sign, order(id, { signingName: 'Somebody Else' }), petra.as)
  expect(await namesOf(id)).toEqual(everywhere('Petra', 'Pending'))
})

test('the name of the account counts, not the one that the sender gave', async () => {
  const petra = await api.person({ firstName: 'Petra', lastName: 'Pending' })
  const named = { signer_identity_data: { email_address: petra.email, first_name: 'Pete' } }
  const { id } = await requestFor(petra.email, named)
  await api.call(sign, order(id), petra.as)
  expect(await namesOf(id)).toEqual({ ...everywhere('Petra', 'Pending'), identity: ['Pete', null] })
})

test('a guest without a name is asked for one: an email address or nothing is refused', async () => {
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { id } = await requestFor(email)
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const asked = { status: 409, error: { key: 'signing.requirements_unmet', requirements: ['name'] } }
  expect(await api.ask(signDirect, order(id), as)).toMatchObject(asked)
  expect(await api.ask(signDirect, order(id, { signingName: '  ' }), as)).toMatchObject(asked)
  expect(await api.ask(signDirect, order(id, { signingName: email }), as)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'signatureRequests.0.signingName' }] },
  })
  await api.call(signDirect, order(id, { signingName: 'Carla Rossi' }), as)
  expect(await namesOf(id)).toEqual(everywhere('Carla', 'Rossi'))
})
