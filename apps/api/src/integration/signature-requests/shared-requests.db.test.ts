import { downloadZip, getReport } from '@countersign/contract/audit-trail.ts'
import { listSharingApiUsers, deleteApiUser } from '@countersign/contract/api-users.ts'
import * as people from '@countersign/contract/members.ts'
import { listSettingsChanges } from '@countersign/contract/business-settings.ts'
import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { downloadDocument, getDocumentPage } from '@countersign/contract/documents.ts'
import * as calls from '@countersign/contract/integration/signature-requests.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { getSigningStatus, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApiUser, type Program } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

interface Company {
  readonly anna: Person
  readonly ben: Person
  readonly program: Program
  readonly params: { readonly id: string }
}

/** Anna administers it, Ben is a member, and a program sends. */
async function aCompany(isShared = true): Promise<Company> {
  const [anna, ben] = await Promise.all([api.person({ firstName: 'Anna' }), api.person({ firstName: 'Ben' })])
  const params = { id: await aBusiness(api, { admins: [anna], members: [ben] }) }
  const company = { anna, ben, params, program: await anApiUser(api, { admin: anna, businessId: params.id }) }
  if (isShared) await share(company, true)
  return company
}

const share = ({ anna, params }: Company, enabled: boolean) =>
  api.call(
    updateBusinessSettings,
    { params, body: { settings: { apiUsers: { sharedRequests: { enabled } } } } },
    anna.as,
  )

const content = aPdf().toString('base64')
const aGuest = () => ({
  signer_identity_data: {
    email_address: `g.${crypto.randomUUID().slice(0, 8)}@example.org`,
    first_name: 'Gina',
    last_name: 'Rossi',
  },
})
const send = ({ program }: Company, body: object = {}) =>
  api.call(
    calls.createRequestV2,
    { body: { quality: 'SES', title: 'Lease', content, signatures: [aGuest()], ...body } },
    program.as,
  )
const open = async (id: string, as: string) =>
  (await api.ask(requests.getSignatureRequest, { params: { id } }, as)).status
const listed = async (as: string, query: object) =>
  (await api.call(requests.listSignatureRequests, { query }, as)).items

test('members see nothing of what an API user has sent unless an admin shares it, and the change is in the history', async () => {
  const company = await aCompany(false)
  const { anna, ben, program, params } = company
  const { id } = await send(company)
  const from = { send_by: program.username }
  expect(await api.call(listSharingApiUsers, { params }, ben.as)).toEqual({ apiUsers: [] })
  expect([await open(id, ben.as), await open(id, anna.as)]).toEqual([404, 404])
  expect(await listed(ben.as, from)).toEqual([])

  await share(company, true)
  expect(await api.call(listSharingApiUsers, { params }, ben.as)).toEqual({
    apiUsers: [{ username: program.username, description: 'Rental software' }],
  })
  expect([await open(id, ben.as), await open(id, anna.as)]).toEqual([200, 200])
  expect(await listed(ben.as, from)).toMatchObject([{ id, status: 'WAITING', owner: { is_viewer: false } }])
  // The dashboard stays one's own.
  expect(await listed(ben.as, {})).toEqual([])
  const { items } = await api.call(listSettingsChanges, { params }, anna.as)
  expect(items[0]?.changes).toEqual([
    { setting: 'apiUsers.sharedRequests.enabled', before: false, after: true },
  ])

  await share(company, false)
  expect(await open(id, ben.as)).toBe(404)
  expect(await listed(ben.as, from)).toEqual([])
})

test('a member reads the documents, pages, audit trail and history of a shared request, and each download is evidence', async () => {
  const company = await aCompany()
  const { ben } = company
  const created = await send(company)
  const guest = guestOf(created.signatures[0]?.signing_url ?? '')
  const order = { signatureRequests: [{ signatureRequestId: created.id }] }
  await api.call(signDirect, { body: order }, guest.as)
  const params = { id: created.id }
  const request = await api.call(requests.getSignatureRequest, { params }, ben.as)
  expect(request.viewer.role).toBe('member')
  const [document] = request.documents
  const at = { params: { id: document?.id ?? '' } }
  const file = await api.call(downloadDocument, { ...at, query: { signed: 'true' } }, ben.as)
  const page = await api.call(getDocumentPage, { params: { ...at.params, n: '0' } }, ben.as)
  const trail = await api.call(getReport, { params, query: { type: 'PDF' } }, ben.as)
  const zip = await api.call(downloadZip, { params }, ben.as)
  expect([file.type, trail.type, zip.type]).toEqual(['application/pdf', 'application/pdf', 'application/zip'])
  expect(page.size).toBeGreaterThan(0)
  const { items } = await api.call(requests.getEvents, { params }, ben.as)
  const downloads = items.filter(({ type, actor }) => type === 'downloaded' && actor.email === ben.email)
  expect(downloads.length).toBeGreaterThanOrEqual(2)
  expect(items.every(({ actor }) => actor.address === null && actor.user_agent === null)).toBe(true)
})

test('a member changes nothing of a shared request and doesn’t get its evidence as it was hashed', async () => {
  const company = await aCompany()
  const { ben, program } = company
  const created = await send(company)
  const params = { id: created.id }
  const sigId = created.signatures[0]?.sid ?? ''
  const { viewer } = await api.call(requests.getSignatureRequest, { params }, ben.as)
  expect(Object.entries(viewer.can).flatMap(([act, may]) => (may ? [act] : []))).toEqual(['download'])
  const tried = [
    await api.ask(requests.updateSignatureRequest, { params, body: { title: 'Mine' } }, ben.as),
    await api.ask(requests.removeSignature, { params: { ...params, sigId } }, ben.as),
    await api.ask(requests.withdrawSignatureRequest, { params, body: { message: '' } }, ben.as),
    await api.ask(requests.remindSigners, { params, body: {} }, ben.as),
    await api.ask(requests.deleteSignatureRequest, { params }, ben.as),
    await api.ask(getSigningStatus, { params: { ...params, sigId } }, ben.as),
    await api.ask(getReport, { params, query: { type: 'EVIDENCE' } }, ben.as),
  ]
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404))
  const after = await api.call(calls.getRequestV2, { params }, program.as)
  expect(after).toMatchObject({ title: 'Lease', status_overall: 'OPEN' })
  // Who may read it by their part in it alone is what the program is told.
  expect(after.read_access).not.toContain(ben.email)
})

test('drafts, other businesses, other API users, members without a seat and former members stay outside', async () => {
  const company = await aCompany()
  const { anna, ben, program, params } = company
  const draft = await send(company, { signatures: [] })
  const { id } = await send(company)
  const other = await aCompany()
  const sibling = await anApiUser(api, { admin: anna, businessId: params.id })
  expect(await open(draft.id, ben.as)).toBe(404)
  expect((await listed(ben.as, { send_by: program.username, status: 'DRAFT' })).length).toBe(0)
  expect([await open(id, other.ben.as), await open(id, other.anna.as)]).toEqual([404, 404])
  expect(await listed(other.ben.as, { send_by: program.username })).toEqual([])
  expect(await api.ask(calls.getRequestV2, { params: { id } }, sibling.as)).toMatchObject({ status: 404 })
  const lock = (at: string | null) =>
    api.context.pool.query(
      'UPDATE business_members m SET locked_at = $2 FROM accounts a WHERE a.id = m.account_id AND a.email = $1',
      [ben.email, at],
    )
  await lock('2026-01-01')
  expect(await open(id, ben.as)).toBe(403)
  await lock(null)
  expect(await open(id, ben.as)).toBe(200)
  await api.call(people.leaveBusiness, { params, body: {} }, ben.as)
  expect(await open(id, ben.as)).toBe(404)
})

test('what a deleted API user has sent stays shared; what it has deleted itself doesn’t', async () => {
  const company = await aCompany()
  const { anna, ben, program, params } = company
  const kept = await send(company)
  const gone = await send(company)
  await api.call(calls.withdrawRequestV2, { params: { id: gone.id }, body: {} }, program.as)
  expect(await open(gone.id, ben.as)).toBe(200)
  await api.call(calls.deleteRequestV2, { params: { id: gone.id } }, program.as)
  expect(await open(gone.id, ben.as)).toBe(404)
  await api.call(deleteApiUser, { params: { ...params, username: program.username } }, anna.as)
  expect(await open(kept.id, ben.as)).toBe(200)
  expect((await listed(ben.as, { send_by: program.username })).map(({ id }) => id)).toEqual([kept.id])
  expect((await api.call(listSharingApiUsers, { params }, ben.as)).apiUsers).toHaveLength(1)
})

test('a member who signs a shared request is its signer, and the list says that it is their turn', async () => {
  const company = await aCompany()
  const { ben, program } = company
  const { id } = await send(company, { signatures: [{ account_email: ben.email }] })
  const { viewer } = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  expect(viewer.role).toBe('signer')
  expect(await listed(ben.as, { send_by: program.username })).toMatchObject([{ id, status: 'TO_SIGN' }])
  const search = { send_by: program.username, search: 'lease' }
  expect((await listed(ben.as, search)).map((item) => item.id)).toEqual([id])
})
