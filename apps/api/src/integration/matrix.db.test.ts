import { addObserverV3 } from '@countersign/contract/integration/observers.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import { integrationEndpoints } from '@countersign/contract/endpoints.ts'
import * as uploads from '@countersign/contract/integration/documents.ts'
import * as contents from '@countersign/contract/integration/attachments.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { apiScopes } from '@countersign/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'

// Every call of API users, made by programs of each scope, of another business, with a token that is over, and by people.
// What each may do is written down here a second time: a call that is missing from the table fails the test.

const callers = ['owner', 'withoutScope', 'otherBusiness', 'expired', 'admin', 'nobody'] as const
type Name = (typeof callers)[number]

interface Row {
  /** The status for the program whose request it is. */
  readonly owner: number
  /** For a program of another business: 404 where it names something of the first, else what the first gets. */
  readonly otherBusiness?: number
  readonly body?: (id: string) => object
  readonly query?: Record<string, string>
  /** What its path names, where that isn’t the request. */
  readonly on?: 'document' | 'fresh document' | 'attachment' | 'observer'
  /** It is made on a draft. */
  readonly draft?: true
  /** A call of the web app is at the same address: people get that one’s answer. */
  readonly shared?: true
}

const named = { owner: 200, otherBusiness: 404 }
const own = { owner: 200, otherBusiness: 200 }
const signer = () => ({ signer_identity_data: { email_address: `new.${crypto.randomUUID()}@example.org` } })
const plan = () => ({
  filename: 'plan.txt',
  content_type: 'text/plain',
  content: Buffer.from('Plan').toString('base64'),
})
const period = { start_date: '2026-01-01', end_date: '2026-12-31' }

const table: Record<string, Row> = {
  createRequestV2: { ...own, body: () => ({ title: 'Lease', content: aPdf().toString('base64') }) },
  createRequestV3: {
    ...named,
    body: (id) => ({ quality: 'SES', title: 'Lease', documents: [{ id: documents.get(id) }] }),
    shared: true,
  },
  listRequestsV2: own,
  listRequestsV3: own,
  updateRequestV2: { ...named, body: (id) => ({ id, title: 'Other' }) },
  updateRequestV3: { ...named, body: (id) => ({ id, title: 'Other' }) },
  initiateRequestV3: { ...named, draft: true, shared: true },
  getRequestV2: named,
  getRequestV3: { ...named, shared: true },
  deleteRequestV2: named,
  deleteRequestV3: { ...named, shared: true },
  withdrawRequestV2: { ...named, body: () => ({}) },
  withdrawRequestV3: { ...named, body: () => ({}), shared: true },
  remindSignersV2: named,
  remindSignersV3: { ...named, shared: true },
  addSignerV2: { ...named, body: signer },
  addSignerV3: { ...named, body: signer, shared: true },
  removeSignerV2: named,
  removeSignerV3: { ...named, shared: true },
  uploadDocumentV2: { ...own, body: () => ({ title: 'Lease', content: aPdf().toString('base64') }) },
  uploadDocumentV3: { ...own, body: () => ({ title: 'Lease', content: aPdf().toString('base64') }) },
  listDocumentsV2: own,
  listDocumentsV3: own,
  getDocumentV2: { ...named, on: 'document' },
  getDocumentV3: { ...named, on: 'document', shared: true },
  deleteDocumentV2: { ...named, on: 'fresh document' },
  deleteDocumentV3: { ...named, on: 'fresh document', shared: true },
  getDocumentContentV2: { ...named, on: 'document' },
  getDocumentContentV3: { ...named, on: 'document' },
  getDocumentPageV2: { ...named, on: 'document' },
  getDocumentPageV3: { ...named, on: 'document', shared: true },
  addAttachmentV2: { ...named, body: plan },
  addAttachmentV3: { ...named, body: plan, shared: true },
  listAttachmentsV2: named,
  listAttachmentsV3: named,
  getAttachmentContentV2: { ...named, on: 'attachment' },
  getAttachmentContentV3: { ...named, on: 'attachment', shared: true },
  removeAttachmentV2: { ...named, on: 'attachment' },
  removeAttachmentV3: { ...named, on: 'attachment', shared: true },
  addDocumentV3: {
    ...named,
    draft: true,
    body: () => ({ content: aPdf().toString('base64') }),
    shared: true,
  },
  removeDocumentV3: { ...named, draft: true, shared: true },
  addObserverV3: { ...named, body: () => ({ email: 'observer@example.org' }), shared: true },
  listObserversV3: named,
  getObserverV3: { ...named, on: 'observer' },
  removeObserverV3: { ...named, on: 'observer', shared: true },
  getReportV2: named,
  getReportV3: { ...named, shared: true },
  listRequestCallbacksV2: named,
  listRequestCallbacksV3: named,
  redeliverRequestCallbacksV2: named,
  redeliverRequestCallbacksV3: named,
  getUserQualities: own,
  getUserQualitiesV3: own,
  // Neither business has a seal.
  sealDocument: { owner: 409, otherBusiness: 409, body: () => ({ content: aPdf().toString('base64') }) },
  sealDocumentV3: { owner: 409, otherBusiness: 409, body: () => ({ content: aPdf().toString('base64') }) },
  listPaidSignatures: { ...own, query: period },
  listPaidSignaturesV3: { ...own, query: period },
}

let api: TestApi
let anna: Person
const programs = {} as Record<Name, string | undefined>
let byScope: (scope: string | undefined) => Program
const documents = new Map<string, string>()
beforeAll(async () => {
  let ahead = 0
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
  const otto = await api.person({ firstName: 'Otto' })
  const businessId = await aBusiness(api, { admins: [anna] })
  const other = await aBusiness(api, { name: 'Other', admins: [otto] })
  ahead = -21 * 60_000
  const expired = await anApiUser(api, { admin: anna, businessId, scopes: apiScopes })
  ahead = 0
  const full = await anApiUser(api, { admin: anna, businessId, scopes: apiScopes })
  const otherBusiness = await anApiUser(api, { admin: otto, businessId: other, scopes: apiScopes })
  const without = new Map<string, Program>()
  for (const scope of apiScopes)
    without.set(
      scope,
      await anApiUser(api, { admin: anna, businessId, scopes: apiScopes.filter((one) => one !== scope) }),
    )
  byScope = (scope) => without.get(scope ?? '') ?? full
  Object.assign(programs, { owner: full.as, otherBusiness: otherBusiness.as, expired: expired.as })
  Object.assign(programs, { admin: anna.as, nobody: undefined })
})
afterAll(() => api?.stop())

/** A request of the program that any call can be made on: open, of two guests, or a draft to be sent. */
async function aRequest(isDraft: boolean): Promise<{ id: string; sigId: string }> {
  const body = { quality: 'SES' as const, title: 'Lease', content: aPdf().toString('base64') }
  const signatures = [signer(), signer()]
  const created = await api.call(
    requests.createRequestV2,
    { body: isDraft ? body : { ...body, signatures } },
    programs.owner,
  )
  if (isDraft) {
    const documentId = created.document_id
    const draft = await api.call(
      requests.createRequestV3,
      { body: { quality: 'SES', title: 'Lease', documents: [{ id: documentId }], signatures } },
      programs.owner,
    )
    documents.set(draft.id, draft.documents[0]?.id ?? '')
    return { id: draft.id, sigId: draft.signatures[0]?.sid ?? '' }
  }
  documents.set(created.id, created.document_id)
  return { id: created.id, sigId: created.signatures[0]?.sid ?? '' }
}

interface Place {
  readonly id: string
  readonly sigId: string
  readonly docId: string
  readonly attId?: string | undefined
  readonly obs?: string | undefined
  readonly n?: string
}

/** What the path of a call names. */
async function placeFor({ on, draft }: Row): Promise<Place> {
  const request = await aRequest(draft ?? false)
  const params = { id: request.id }
  const place = { ...request, docId: documents.get(request.id) ?? '', n: '0' }
  if (on === 'document') return { ...place, id: place.docId }
  if (on === 'fresh document') {
    const body = { title: 'Lease', content: aPdf().toString('base64') }
    const { id } = await api.call(uploads.uploadDocumentV2, { body }, programs.owner)
    return { ...place, id }
  }
  if (on === 'attachment') {
    const { attachments } = await api.call(contents.addAttachmentV2, { params, body: plan() }, programs.owner)
    return { ...place, attId: attachments[0]?.attachment_id }
  }
  if (on === 'observer') {
    const body = { email: 'observer@example.org' }
    const { id: obs } = await api.call(addObserverV3, { params, body }, programs.owner)
    return { ...place, obs }
  }
  return place
}

async function statusFor(endpoint: Endpoint, row: Row, as: string | undefined): Promise<number> {
  const place = await placeFor(row)
  const reply = await api.ask(
    endpoint,
    { params: place, query: row.query ?? {}, ...(row.body && { body: row.body(place.id) }) } as never,
    as,
  )
  return reply.status
}

// In the table's order: the contract's follows from how its files are loaded.
const names = Object.keys(table)
const guarded = integrationEndpoints
  .filter(({ credential }) => credential === 'api-user')
  .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))

test('the table knows every call of API users', () => {
  expect(Object.keys(table).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted())
})

test.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s: programs that may, and nobody else',
  async (name, endpoint) => {
    const row = table[name]
    if (!row) throw new Error(`${name} is not in the table`)
    const answers: Partial<Record<Name, number>> = {}
    for (const caller of callers) {
      if (row.shared && (caller === 'admin' || caller === 'nobody')) continue
      const as = caller === 'withoutScope' ? byScope(endpoint.scope).as : programs[caller]
      answers[caller] = await statusFor(endpoint, row, as)
    }
    expect(answers).toEqual({
      owner: row.owner,
      withoutScope: 403,
      otherBusiness: row.otherBusiness,
      expired: 403,
      ...(row.shared ? {} : { admin: 401, nobody: 401 }),
    })
  },
)

test('every call of API users opens by a scope', () => {
  expect(guarded.filter(({ scope }) => !scope).map(({ name }) => name)).toEqual([])
})
