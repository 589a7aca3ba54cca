import { utimes } from 'node:fs/promises'
import { deleteUser } from '@countersign/contract/accounts.ts'
import { deleteDocument, downloadDocument, getDocument } from '@countersign/contract/documents.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import { getBulkSend } from '@countersign/contract/bulk-sends.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import * as calls from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { aField, someSizes } from '#api/testing/signer-fields.ts'
import { aGroupDraft } from '#api/testing/signer-group.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const see = (id: string, as = ben.as) => api.ask(calls.getTemplate, { params: { id } }, as)
const use = (id: string, body: object = {}, as = ben.as) =>
  api.ask(calls.createRequestFromTemplate, { params: { id }, body }, as)
const save = (body: { name: string; signature_request_id: string }, as = ben.as) =>
  api.ask(calls.createTemplate, { body }, as)
const isNotFound = { status: 404, error: { key: 'not_found' } }

test('a draft becomes a template without its signers but with its observers, and that a draft whose roles wait for theirs', async () => {
  const signers = [
    { email: anna.email, firstName: 'Anna', sequence: 0 },
    { email: 'carla@example.org', sequence: 1, notify: false },
  ]
  const draft = await aDraft(api, {
    owner: ben,
    message: 'Please sign.',
    documents: [aPdf(), aPdf({ pages: 2 })],
    signers,
  })
  const params = { id: draft.id }
  await api.call(addObserver, { params, body: { email: 'olga@example.org' } }, ben.as)
  for (const filename of ['Plan.txt', 'Rules.txt'])
    await api.call(addAttachment, { params, body: { filename, content: 'UGxhbg==' } }, ben.as)
  const expiration_date = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await api.call(requests.updateSignatureRequest, { params, body: { expiration_date } }, ben.as)
  const roles = draft.signatures.slice(0, 1).map(({ sid }) => ({ sid, name: 'Tenant' }))
  const body = { name: 'Rental', signature_request_id: draft.id, roles }
  const template = await api.call(calls.createTemplate, { body }, ben.as)

  expect(template).toMatchObject({
    name: 'Rental',
    title: 'Rental contract',
    message: 'Please sign.',
    quality: 'SES',
    expires_in_days: 30,
    observers: ['olga@example.org'],
    roles: [
      { name: 'Tenant', sequence: 0, notify: true, place_count: 2 },
      { name: 'Role 2', sequence: 1, notify: false, place_count: 2 },
    ],
    attachments: [{ filename: 'Plan.txt' }, { filename: 'Rules.txt' }],
  })
  expect(template.documents.map(({ page_count }) => page_count)).toEqual([1, 2])
  expect(JSON.stringify(template)).not.toContain('anna')

  const made = await api.call(calls.createRequestFromTemplate, { params: { id: template.id } }, ben.as)
  expect(made).toMatchObject({
    status_overall: 'DRAFT',
    title: 'Rental contract',
    message: 'Please sign.',
    observers: [{ email: 'olga@example.org' }],
    signatures: [
      { role: 'Tenant', sequence: 0, signer_identity_data: { email_address: '' } },
      { role: 'Role 2', sequence: 1, notify: false },
    ],
    attachments: [{ filename: 'Plan.txt' }, { filename: 'Rules.txt' }],
  })
  expect(made.signatures.map(placesOf)).toEqual(draft.signatures.map(placesOf))
  const ids = [draft, template, made].flatMap(({ documents }) => documents.map(({ id }) => id))
  expect(new Set(ids).size).toBe(6)
  const { items: events } = await api.call(requests.getEvents, { params: { id: made.id } }, ben.as)
  expect(events[0]).toMatchObject({ type: 'created', data: { templateId: template.id } })
  const days = (new Date(made.expiration_date ?? '').getTime() - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(30)
})

const placesOf = ({ document_signatures }: { document_signatures: readonly object[] }) =>
  document_signatures.map((one) => ('visual_signature' in one ? one.visual_signature : null))

test('a template keeps which files go out with the completion email, and so do the requests made from it', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  const params = { id: draft.id }
  const chosen = { signed_document: false, signature_protocol: true }
  await api.call(requests.updateSignatureRequest, { params, body: { mail_attachments: chosen } }, ben.as)
  const body = { name: 'Rental', signature_request_id: draft.id }
  const template = await api.call(calls.createTemplate, { body }, ben.as)
  expect(template.mail_attachments).toEqual(chosen)

  const change = (update: object) =>
    api.call(calls.updateTemplate, { params: { id: template.id }, body: update }, ben.as)
  expect(await change({ name: 'Renamed' })).toMatchObject({ name: 'Renamed', mail_attachments: chosen })
  const used = await use(template.id)
  expect(used).toMatchObject({ body: { mail_attachments: chosen } })
  const table = `email\n${anna.email}`
  const send = await aBulkSend(api, { owner: ben, template, table })
  const rows = async () => (await api.call(getBulkSend, { params: { id: send.id } }, ben.as)).rows.items
  await expect.poll(async () => (await rows())[0]?.state).toBe('SENT')
  const sent = { id: (await rows())[0]?.signature_request_id ?? '' }
  expect(await api.call(requests.getSignatureRequest, { params: sent }, ben.as)).toMatchObject({
    mail_attachments: chosen,
  })

  const none = { signed_document: null, signature_protocol: null }
  expect(await change({ mail_attachments: none })).toMatchObject({ mail_attachments: none })
  const withRest = await api.call(calls.getTemplate, { params: { id: template.id } }, ben.as)
  expect(withRest.mail_attachments).toEqual(none)
})

test('a group whose name is as long as it may be becomes a role that can be saved and used', async () => {
  const named = 'Group '.repeat(20).slice(0, 100).trim().padEnd(100, '.')
  const { request } = await aGroupDraft(api, { owner: ben, members: [{ email: anna.email }], named })
  const body = { name: 'Group', signature_request_id: request.id }
  const { id, roles } = await api.call(calls.createTemplate, { body }, ben.as)
  expect(roles.map(({ name }) => name)).toEqual([named])
  const given = roles.map(({ id: roleId, name, sequence, notify }) => ({
    id: roleId,
    name,
    sequence,
    notify,
  }))
  const saved = await api.ask(calls.updateTemplate, { params: { id }, body: { roles: given } }, ben.as)
  expect(saved).toMatchObject({ status: 200, body: { roles: [{ name: named }] } })
  const draft = await api.call(calls.createRequestFromTemplate, { params: { id } }, ben.as)
  const signatures = draft.signatures.map(({ sid, role }) => ({ sid, role, account_email: anna.email }))
  const kept = await api.ask(
    requests.updateSignatureRequest,
    { params: { id: draft.id }, body: { signatures } },
    ben.as,
  )
  expect(kept).toMatchObject({ status: 200, body: { signatures: [{ role: named }] } })
})

test('a role without its person is not sent, named without one by nobody but its draft, and sent with one', async () => {
  const template = await aTemplate(api, { owner: ben, roles: ['Landlord', 'Tenant'] })
  const [landlord] = template.roles
  const signers = [{ role_id: landlord?.id, signer_identity_data: { email_address: ben.email } }]
  const { body: draft } = (await use(template.id, { signers })) as {
    body: Awaited<ReturnType<typeof api.call<typeof calls.createRequestFromTemplate>>>
  }
  const params = { id: draft.id }
  expect(await api.ask(requests.initiateSignatureRequest, { params }, ben.as)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'signatures.1.account_email', code: 'required' }] },
  })
  const [first, second] = draft.signatures
  const signatures = [
    { sid: first?.sid, account_email: ben.email },
    { sid: second?.sid, sequence: -1 },
  ]
  const kept = await api.call(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as)
  expect(kept.signatures.map(({ sid, role }) => [sid, role])).toEqual([
    [first?.sid, 'Landlord'],
    [second?.sid, 'Tenant'],
  ])
  const named = signatures.map((one, index) => (index === 1 ? { ...one, account_email: anna.email } : one))
  const filled = await api.call(
    requests.updateSignatureRequest,
    { params, body: { signatures: named } },
    ben.as,
  )
  expect(filled.signatures[1]).toMatchObject({ sid: second?.sid, role: 'Tenant' })
  await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  expect(
    await api.ask(requests.updateSignatureRequest, { params, body: { signatures } }, ben.as),
  ).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatures.1.account_email', code: 'required' }] },
  })
  const body = { signatures: [{ sequence: -1 }] }
  const other = await aDraft(api, { owner: ben })
  expect(
    await api.ask(requests.updateSignatureRequest, { params: { id: other.id }, body }, ben.as),
  ).toMatchObject({ status: 400 })
})

test('a signed request gives its documents as they were before anybody signed', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, anna.as)
  await expect
    .poll(
      async () =>
        (await api.call(requests.getSignatureRequest, { params: { id: sent.id } }, ben.as)).status_overall,
    )
    .toBe('SIGNED')
  await api.context.pool.query(
    "UPDATE signature_requests SET initiated_at = initiated_at - interval '10 days' WHERE id = $1",
    [sent.id],
  )
  const saved = await save({ name: 'After', signature_request_id: sent.id })
  // Its signers had 90 days, and 10 more: as long has who is asked from the template.
  expect(saved).toMatchObject({ body: { expires_in_days: 100 } })
  const id = (saved.ok && saved.body.documents[0]?.id) || ''
  const query = { signed: 'false' as const }
  const original = sent.documents[0]?.id ?? ''
  const [copy, first] = await Promise.all(
    [id, original].map((one) => api.call(downloadDocument, { params: { id: one }, query }, ben.as)),
  )
  expect(await copy?.text()).toBe(await first?.text())
  // Anyone who only signs, or is nobody to it, saves nothing of it.
  expect(await save({ name: 'Mine', signature_request_id: sent.id }, anna.as)).toMatchObject(isNotFound)
  expect(await save({ name: 'None', signature_request_id: crypto.randomUUID() })).toMatchObject(isNotFound)
  const empty = await aDraft(api, { owner: ben, documents: [] })
  expect(await save({ name: 'Empty', signature_request_id: empty.id })).toMatchObject({
    error: { key: 'request.no_documents' },
  })
})

test('what is made from a template outlives it, and it what it was made from', async () => {
  const draft = await aDraft(api, { owner: ben })
  const saved = await save({ name: 'Lasting', signature_request_id: draft.id })
  const template = saved.ok ? saved.body : undefined
  await api.call(requests.deleteSignatureRequest, { params: { id: draft.id } }, ben.as)
  const made = await use(template?.id ?? '')
  const inTemplate = template?.documents[0]?.id ?? ''
  const inRequest = (made.ok && made.body.documents[0]?.id) || ''
  expect(await api.ask(deleteDocument, { params: { id: inTemplate } }, ben.as)).toMatchObject({
    status: 409,
    error: { key: 'document.in_use' },
  })
  const gone = await api.ask(calls.deleteTemplate, { params: { id: template?.id ?? '' } }, ben.as)
  expect(gone.status).toBe(200)
  expect(await see(template?.id ?? '')).toMatchObject(isNotFound)
  expect(await use(template?.id ?? '')).toMatchObject(isNotFound)
  expect(await api.ask(getDocument, { params: { id: inTemplate } }, ben.as)).toMatchObject({ status: 404 })
  expect(await api.ask(downloadDocument, { params: { id: inRequest }, query: {} }, ben.as)).toMatchObject({
    status: 200,
  })
})

test('a request that names a template’s document has its own, and neither goes with the other', async () => {
  const template = await aTemplate(api, { owner: ben, roles: ['Tenant'] })
  const documents = template.documents.map(({ id }) => ({ id }))
  const body = { title: 'Contract', documents, signatures: [] }
  const [kept, removed] = await Promise.all(
    [1, 2].map(() => api.call(requests.createSignatureRequest, { body }, ben.as)),
  )
  await api.call(requests.deleteSignatureRequest, { params: { id: removed?.id ?? '' } }, ben.as)
  const read = (id = '') => api.ask(downloadDocument, { params: { id }, query: {} }, ben.as)
  expect(await read(documents[0]?.id)).toMatchObject({ status: 200 })
  const gone = await api.ask(calls.deleteTemplate, { params: { id: template.id } }, ben.as)
  expect(gone).toMatchObject({ status: 200 })
  expect(await read(documents[0]?.id)).toMatchObject({ status: 404 })
  expect(await read(kept?.documents[0]?.id)).toMatchObject({ status: 200 })
})

test('what a template has stays in the store when everything else that had it is gone', async () => {
  const draft = await aDraft(api, { owner: ben, documents: [aPdf({ title: crypto.randomUUID() })] })
  const params = { id: draft.id }
  const content = Buffer.from(crypto.randomUUID()).toString('base64')
  await api.call(addAttachment, { params, body: { filename: 'Plan.txt', content } }, ben.as)
  const saved = await save({ name: 'Kept', signature_request_id: draft.id })
  const id = (saved.ok && saved.body.id) || ''
  await api.call(requests.deleteSignatureRequest, { params }, ben.as)
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    `SELECT d.sha256 FROM template_documents td JOIN documents d ON d.id = td.document_id WHERE td.template_id = $1
      UNION ALL SELECT sha256 FROM template_attachments WHERE template_id = $1`,
    [id],
  )
  const store = api.context.documentStore
  const sweep = async () => {
    const longAgo = Date.now() / 1000 - 2 * 24 * 3600
    for (const { sha256 } of rows) await utimes(await store.file(sha256), longAgo, longAgo)
    await removeUnusedContent(api.context)
    return Promise.all(rows.map(({ sha256 }) => store.has(sha256)))
  }
  expect(await sweep()).toEqual([true, true])
  await api.call(calls.deleteTemplate, { params: { id } }, ben.as)
  expect(await sweep()).toEqual([false, false])
})

test('each has its own: nobody sees, uses, changes or deletes another’s', async () => {
  const { id } = await aTemplate(api, { owner: ben, roles: ['Tenant'], name: 'Ben’s own' })
  const params = { id }
  for (const as of [anna.as, undefined]) {
    const status = as ? 404 : 401
    expect(await api.ask(calls.getTemplate, { params }, as)).toMatchObject({ status })
    expect(await api.ask(calls.createRequestFromTemplate, { params, body: {} }, as)).toMatchObject({ status })
    expect(await api.ask(calls.updateTemplate, { params, body: { name: 'X' } }, as)).toMatchObject({ status })
    expect(await api.ask(calls.deleteTemplate, { params }, as)).toMatchObject({ status })
  }
  const annas = await api.call(calls.listTemplates, { query: {} }, anna.as)
  expect(annas.total_items).toBe(0)
})

test('the list is searched by name, documents and roles, sorted and paged', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  for (const name of ['Beta', 'alpha', 'Gamma 100%'])
    await aTemplate(api, { owner: dora, roles: [name === 'Beta' ? 'Bürgin' : 'Tenant'], name })
  const list = async (query: object) =>
    (await api.call(calls.listTemplates, { query }, dora.as)).items.map(({ name }) => name)
  expect(await list({ sort_by: 'name', sort: 'asc' })).toEqual(['alpha', 'Beta', 'Gamma 100%'])
  expect(await list({})).toEqual(['Gamma 100%', 'alpha', 'Beta'])
  for (const search of ['bürgin', 'Burgin']) expect(await list({ search })).toEqual(['Beta'])
  expect(await list({ search: '100%' })).toEqual(['Gamma 100%'])
  expect(await list({ search: 'Document 1' })).toHaveLength(3)
  expect(await list({ search: 'nothing' })).toEqual([])
  await aTemplate(api, { owner: dora, roles: ['Kiracı'], name: 'İstanbul ΟΡΟΣ' })
  expect(await list({ search: 'İstanbul ΟΡΟΣ' })).toEqual(['İstanbul ΟΡΟΣ'])
  const second = await api.call(calls.listTemplates, { query: { page: '2' } }, dora.as)
  expect(second).toMatchObject({ items: [], total_items: 4, total_pages: 1 })
})

test('an account has at most 200 templates', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const { id } = await aTemplate(api, { owner: emil, roles: ['Tenant'] })
  await api.context.pool.query(
    `INSERT INTO templates SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
     FROM templates t, generate_series(1, 199) WHERE t.id = $1`,
    [id],
  )
  const draft = await aDraft(api, { owner: emil })
  expect(await save({ name: 'One more', signature_request_id: draft.id }, emil.as)).toMatchObject({
    status: 409,
    error: { key: 'template.too_many' },
  })
})

test('it is renamed and changed, by the person who has read it as it is', async () => {
  const template = await aTemplate(api, { owner: ben, roles: ['One', 'Two'] })
  const params = { id: template.id }
  const change = (body: object) => api.ask(calls.updateTemplate, { params, body }, ben.as)
  const [one, two] = template.roles
  const roles = [
    { id: two?.id, name: 'Second', sequence: 0 },
    { id: one?.id, name: 'First', sequence: 1 },
  ]
  expect(await change({ name: 'New', expires_in_days: 7, roles })).toMatchObject({
    body: {
      name: 'New',
      title: 'Rental contract',
      expires_in_days: 7,
      roles: [
        { id: two?.id, name: 'Second', place_count: 1 },
        { id: one?.id, name: 'First' },
      ],
    },
  })
  expect(await change({ name: 'Late', updated_at: template.updated_at })).toMatchObject({
    status: 409,
    error: { key: 'request.changed' },
  })
  for (const wrong of [roles.slice(1), [roles[0], roles[0]], [...roles, { ...roles[0], id: params.id }]])
    expect(await change({ roles: wrong })).toMatchObject({
      status: 400,
      error: { fields: [{ field: 'roles' }] },
    })
  expect(await change({ observers: [ben.email] })).toMatchObject({ status: 400 })
  // Nor does the sender follow a request of their own whose email has become that of an observer.
  await api.context.pool.query('UPDATE templates SET observers = $2 WHERE id = $1', [
    template.id,
    JSON.stringify([ben.email, 'olga@example.org']),
  ])
  expect(await use(template.id)).toMatchObject({ body: { observers: [{ email: 'olga@example.org' }] } })
  expect(await change({ expires_in_days: 0 })).toMatchObject({ status: 400 })
  expect(await change({ name: '' })).toMatchObject({ status: 400 })
})

test('a deleted account leaves no template behind', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const { id } = await aTemplate(api, { owner: emil, roles: ['Tenant'] })
  await api.call(deleteUser, { body: { password: emil.password } }, emil.as)
  const { rows } = await api.context.pool.query('SELECT id FROM templates WHERE id = $1', [id])
  expect(rows).toEqual([])
})

test('a role that is renamed keeps its fields, which a request from the template has too', async () => {
  const name = aField(3, { type: 'NAME', value: 'Anna Keller', read_only: true })
  const fields = [aField(0, { value: 'Zug', required: true }), someSizes(1), name]
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email, fields }] })
  const body = { name: 'With fields', signature_request_id: draft.id }
  const template = await api.call(calls.createTemplate, { body }, ben.as)
  const roles = template.roles.map(({ id, sequence, notify }) => ({ id, name: 'Tenant', sequence, notify }))
  await api.call(calls.updateTemplate, { params: { id: template.id }, body: { roles } }, ben.as)
  const made = await api.call(calls.createRequestFromTemplate, { params: { id: template.id } }, ben.as)
  expect(made.signatures[0]?.document_signatures[0]?.fields).toMatchObject([
    { type: 'TEXT', label: 'Field 0', value: 'Zug', required: true },
    { type: 'RADIO', options: [{ value: 'S' }, { value: 'M' }, { value: 'L' }] },
    // The name is that of the person who signs in this role.
    { type: 'NAME', value: null },
  ])
})
