import { type Endpoint, isBinary, isUpload } from '@countersign/contract/endpoint.ts'
import { integrationEndpoints } from '@countersign/contract/endpoints.ts'
import * as uploads from '@countersign/contract/integration/anonymous-uploads.ts'
import * as documents from '@countersign/contract/integration/documents.ts'
import * as attachmentCalls from '@countersign/contract/integration/attachments.ts'
import * as observerCalls from '@countersign/contract/integration/observers.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { apiScopes } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { type CallExample, integrationExamples } from './examples.ts'
import { accessCode, apiUser, content, ids } from './shapes.ts'

// Each example of the description of API users is made as it stands, but for its ids and credentials, which are real ones.

let api: TestApi
let program: Program
beforeAll(async () => {
  api = await startTestApi()
  const anna = await api.person({ firstName: 'Anna' })
  const businessId = await aBusiness(api, { admins: [anna] })
  await aSeal(api, businessId, { name: 'invoices', service: 'mab' })
  program = await anApiUser(api, { admin: anna, businessId, scopes: apiScopes })
}, 60_000)
afterAll(() => api?.stop())

const exampleOf = ({ name }: Endpoint): CallExample => {
  const found = integrationExamples.get(name)
  if (!found) throw new Error(`${name} has no example`)
  return found
}
const inputOf = (name: string) => integrationExamples.get(name) as never

/** The ids of the examples, by what they stand for in a fresh request. */
async function realIds(endpoint: Endpoint): Promise<Record<string, string>> {
  const body = { title: 'Rental contract', content }
  const uploaded = await api.call(documents.uploadDocumentV2, { body }, program.as)
  const real: Record<string, string> = { [ids.document]: uploaded.id, [apiUser]: program.username }
  if (endpoint.path.includes('/documents') && !endpoint.path.includes('signature-requests')) return real
  if (endpoint.path.includes('sendto')) {
    const made = await api.call(uploads.sendTo, inputOf('sendTo'))
    return { ...real, [ids.submission]: made.id, [accessCode]: made.access_code }
  }
  const draft = await api.call(
    requests.createRequestV3,
    { body: { quality: 'SES', title: 'Draft', documents: [{ id: uploaded.id }], signatures: [aSigner()] } },
    program.as,
  )
  const sent = await api.call(
    requests.createRequestV3,
    {
      body: {
        quality: 'SES',
        title: 'Sent',
        documents: [{ id: uploaded.id }],
        signatures: [aSigner(), aSigner()],
      },
    },
    program.as,
  )
  const params = { id: sent.id }
  await api.call(requests.initiateRequestV3, { params }, program.as)
  const { attachments } = await api.call(
    attachmentCalls.addAttachmentV3,
    { params, body: { filename: 'Plan.pdf', content } },
    program.as,
  )
  const observer = await api.call(
    observerCalls.addObserverV3,
    { params, body: { email: `o.${crypto.randomUUID()}@example.org` } },
    program.as,
  )
  return {
    ...real,
    [ids.draft]: draft.id,
    [ids.request]: sent.id,
    [ids.signature]: sent.signatures[0]?.sid ?? '',
    [ids.attachment]: attachments[0]?.attachment_id ?? '',
    [ids.observer]: observer.id,
  }
}
const aSigner = () => ({
  signer_identity_data: { email_address: `s.${crypto.randomUUID()}@example.org`, first_name: 'Gina' },
})

function withReal(example: CallExample, real: Record<string, string>): CallExample {
  let text = JSON.stringify(example)
  for (const [id, value] of Object.entries(real)) text = text.replaceAll(id, value)
  return JSON.parse(text) as CallExample
}

test('every call of API users has an example, and no other has', () => {
  const names = integrationEndpoints.map(({ name }) => name)
  expect([...integrationExamples.keys()].toSorted()).toEqual(names.toSorted())
})

test.each(integrationEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s: its example fits the contract, field by field, and the call accepts it',
  async (_, endpoint) => {
    const example = exampleOf(endpoint)
    const body = isUpload(endpoint.body) ? endpoint.body.upload : endpoint.body
    expect(z.safeParse(endpoint.params, example.params ?? {}).error).toBeUndefined()
    expect(z.safeParse(endpoint.query, example.query ?? {}).error).toBeUndefined()
    expect(z.safeParse(body, example.body ?? {}).error).toBeUndefined()
    // What the contract doesn't know would be left out, and what it requires would be an error.
    if (!isBinary(endpoint.output))
      expect(z.parse(endpoint.output, example.response)).toEqual(example.response)

    const real = await realIds(endpoint)
    const input = withReal(example, real)
    if (endpoint.path.endsWith('/access/login'))
      Object.assign(input.body as object, { username: program.username, 'api-key': program.key })
    const headers = endpoint.accessCode ? { 'x-accesscode': real[accessCode] ?? '' } : undefined
    const as = endpoint.credential === 'none' ? undefined : program.as
    const reply = await api.ask(endpoint, input as never, as, headers)
    expect(reply).toMatchObject({ status: endpoint.status })
  },
)
