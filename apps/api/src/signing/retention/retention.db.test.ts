import { downloadZip, getReport } from '@countersign/contract/audit-trail.ts'
import { readdir, utimes } from 'node:fs/promises'
import { deleteUser, getUser } from '@countersign/contract/accounts.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import {
  downloadDocument,
  getDocument,
  getDocumentPage,
  getDocumentPageText,
  getDocumentTags,
} from '@countersign/contract/documents.ts'
import { addAttachment, downloadAttachment } from '@countersign/contract/attachments.ts'
import * as calls from '@countersign/contract/retention.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { createTemplate } from '@countersign/contract/templates.ts'
import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageImagesIn } from '#api/documents/documents/pages/image-cache.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { verifyEvidence } from '#api/evidence/verify-evidence.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { applyRetention } from './apply-retention.ts'
import { changeRetentions } from './change-retentions.ts'

let api: TestApi
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna', lang: 'de' })
})
afterAll(() => api?.stop())

const hour = 3_600_000
const activate = (
  as: string,
  given: Partial<{ days: number; terminal_state: boolean; existing: boolean }> = {},
) => api.ask(calls.activateRetention, { body: { days: 60, terminal_state: false, ...given } }, as)
const deactivate = (as: string, release: boolean) =>
  api.call(calls.deactivateRetention, { body: { release } }, as)
const see = (id: string, as: string) => api.call(requests.getSignatureRequest, { params: { id } }, as)
const kinds = async (id: string, as: string) =>
  (await api.call(requests.getEvents, { params: { id } }, as)).items.map(({ type }) => type)
const days = (from: string | null, to: string | null | undefined) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / (24 * hour)
/** The job's own clock, so many hours from the deletion. */
const at = (deleteAt: string | null | undefined, hours: number) => ({
  ...api.context,
  now: () => new Date(Date.parse(deleteAt ?? '') + hours * hour),
})
const mailsOf = async (email: string, title: string) =>
  (
    await api.context.pool.query<{ language: string; kind: string }>(
      `SELECT language, kind FROM mails WHERE recipient = $1 AND kind = 'deletion_ahead' AND request_id IN
       (SELECT id FROM signature_requests WHERE title = $2) ORDER BY created_at`,
      [email, title],
    )
  ).rows
/** Content is removed when nobody can be in the middle of an upload of it: some time after it was written. */
async function age(sha256: string) {
  const then = Date.now() / 1000 - 7200
  await utimes(await api.context.documentStore.file(sha256), then, then)
}
async function signedRequest(owner: Person, title: string) {
  const sent = await aSignatureRequest(api, {
    owner,
    title,
    message: 'For your eyes',
    documents: [aPdf({ title: `${title} ${Math.random()}` })],
    signers: [{ email: anna.email }, { email: owner.email }],
  })
  for (const { as } of [anna, owner])
    await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, as)
  await expect.poll(async () => (await see(sent.id, owner.as)).status_overall).toBe('SIGNED')
  return see(sent.id, owner.as)
}

test('a rule holds for what begins from then on, and each request keeps the one it came under', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const before = await aDraft(api, { owner: ben })
  for (const wrong of [29, 3651, 40.5])
    expect(await keyOf(activate(ben.as, { days: wrong }))).toBe('validation.failed')
  expect(await activate(ben.as)).toMatchObject({
    body: { enabled: true, days: 60, terminal_state: false, requests: 0 },
  })
  const first = await aDraft(api, { owner: ben })
  expect(first.retention).toMatchObject({ days: 60, counted_from: 'creation', deleted_at: null })
  expect(days(first.created_at, first.retention?.delete_at)).toBe(60)
  expect(await kinds(first.id, ben.as)).toEqual(['created', 'retention_set'])

  await activate(ben.as, { days: 30, terminal_state: true })
  const second = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  expect(second.retention).toMatchObject({ days: 30, counted_from: 'terminal_state', delete_at: null })
  await api.call(
    requests.withdrawSignatureRequest,
    { params: { id: second.id }, body: { message: '' } },
    ben.as,
  )
  const ended = await see(second.id, ben.as)
  expect(days(ended.completed_at, ended.retention?.delete_at)).toBe(30)
  expect((await see(first.id, ben.as)).retention).toMatchObject({ days: 60 })
  expect((await see(before.id, ben.as)).retention).toBeNull()
  expect(await api.call(calls.getRetention, {}, ben.as)).toMatchObject({ requests: 2 })
  const listed = await api.call(requests.listSignatureRequests, { query: {} }, ben.as)
  expect(listed.items.find(({ id }) => id === first.id)?.delete_at).toBe(first.retention?.delete_at)
  expect(listed.items.find(({ id }) => id === before.id)?.delete_at).toBeNull()
  // Someone else's rule is their own.
  expect((await aDraft(api, { owner: anna })).retention).toBeNull()
})

test('what is there already follows if asked, with a week of notice; it stays under the rule, or is freed', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.context.pool.query(
    `UPDATE signature_requests SET created_at = created_at - interval '1 year' WHERE id = $1`,
    [sent.id],
  )
  await activate(ben.as, { existing: true })
  const retention = async () => (await see(sent.id, ben.as)).retention
  await expect.poll(retention).toMatchObject({ days: 60 })
  expect(Date.parse((await retention())?.delete_at ?? '') - Date.now()).toBeGreaterThan(7 * 24 * hour)
  // A release whose job comes when the rule is turned on again releases nothing.
  const { id: accountId } = await api.call(getUser, {}, ben.as)
  await changeRetentions(api.context, { accountId, actor: systemActor, change: 'release' })
  expect(await retention()).toMatchObject({ days: 60 })
  await deactivate(ben.as, false)
  expect(await retention()).toMatchObject({ days: 60 })
  expect((await aDraft(api, { owner: ben })).retention).toBeNull()
  await deactivate(ben.as, true)
  await expect.poll(retention).toBeNull()
  expect(await kinds(sent.id, ben.as)).toEqual(
    expect.arrayContaining(['retention_set', 'retention_released']),
  )
})

test('records under Part 11 stay two years from their end at least', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as, { days: 30 })
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.context.pool.query(`UPDATE signature_requests SET quality = 'PART11' WHERE id = $1`, [sent.id])
  // So its page says what will be, and not what the rule says of others.
  expect((await see(sent.id, ben.as)).retention).toMatchObject({ days: 730, counted_from: 'terminal_state' })
  await api.call(
    requests.withdrawSignatureRequest,
    { params: { id: sent.id }, body: { message: '' } },
    ben.as,
  )
  const ended = await see(sent.id, ben.as)
  expect(days(ended.completed_at, ended.retention?.delete_at)).toBe(730)
})

test('a record that no account sees any longer is deleted when its two years are over', async () => {
  const [ben, cara] = await Promise.all([api.person({ firstName: 'Ben' }), api.person({ firstName: 'Cara' })])
  const title = `Left behind ${Date.now()}`
  const recordTo = async (signer: Person) => {
    const { id } = await aSignatureRequest(api, { owner: ben, title, signers: [{ email: signer.email }] })
    await api.context.pool.query(`UPDATE signature_requests SET quality = 'PART11' WHERE id = $1`, [id])
    await api.call(requests.withdrawSignatureRequest, { params: { id }, body: { message: '' } }, ben.as)
    return id
  }
  const [own, shared] = [await recordTo(ben), await recordTo(cara)]
  const retained = async (id: string) => {
    const { rows } = await api.context.pool.query<{ delete_at: Date; kept: number; is_deleted: boolean }>(
      `SELECT t.delete_at, t.deleted_at IS NOT NULL AS is_deleted,
         round(extract(epoch FROM t.delete_at - r.completed_at) / 86400)::int AS kept
       FROM retentions t JOIN signature_requests r ON r.id = t.request_id WHERE r.id = $1`,
      [id],
    )
    return rows[0]
  }
  await api.call(deleteUser, { body: { password: ben.password } }, ben.as)
  await expect.poll(() => retained(own)).toMatchObject({ kept: 730, is_deleted: false })
  // Cara still sees hers, until she leaves it.
  expect(await retained(shared)).toBeUndefined()
  await api.call(requests.deleteSignatureRequest, { params: { id: shared } }, cara.as)
  expect(await retained(shared)).toMatchObject({ kept: 730, is_deleted: false })

  const deleteAt = (await retained(own))?.delete_at.toISOString()
  for (const hours of [-150, -20]) await applyRetention(at(deleteAt, hours))
  expect(await retained(own)).toMatchObject({ is_deleted: false })
  await applyRetention(at(deleteAt, 1))
  expect(await retained(own)).toMatchObject({ is_deleted: true })
  expect(await mailsOf(ben.email, title)).toEqual([])
})

test('who was told of a day that is another by now is told of that one', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as, { days: 30 })
  // Anyone who sends records under Part 11 belongs to a business that has it turned on.
  const id = await aBusiness(api, { admins: [ben], members: [anna] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(businesses.updateBusinessSettings, { params: { id }, body: { settings } }, ben.as)
  const title = `Another day ${Date.now()}`
  const draft = await aDraft(api, { owner: ben, title, signers: [{ email: anna.email }] })
  await applyRetention(at(draft.retention?.delete_at, -20))
  expect(await mailsOf(ben.email, title)).toHaveLength(1)
  const params = { id: draft.id }
  await api.context.pool.query(`UPDATE signature_requests SET quality = 'PART11' WHERE id = $1`, [draft.id])
  await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  await api.call(requests.withdrawSignatureRequest, { params, body: { message: '' } }, ben.as)
  const ended = await see(draft.id, ben.as)
  expect(days(ended.completed_at, ended.retention?.delete_at)).toBe(730)
  await applyRetention(at(ended.retention?.delete_at, -150))
  expect(await mailsOf(ben.email, title)).toHaveLength(2)
})

test('those of whom someone was told late wait for their hour, and nobody for them', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as, { days: 30 })
  const draft = await aDraft(api, { owner: ben })
  const dueAt = draft.retention?.delete_at
  await applyRetention(at(dueAt, -20))
  // As many as were once read at a time, due before it and told an hour ago.
  await api.context.pool.query(
    `WITH late AS (
       INSERT INTO signature_requests SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
       FROM signature_requests r, generate_series(1, 1000) WHERE r.id = $1 RETURNING id)
     INSERT INTO retentions (request_id, days, from_terminal_state, delete_at, told_day_at)
     SELECT id, 30, false, $2::timestamptz - interval '1 hour', $2 FROM late`,
    [draft.id, dueAt],
  )
  await applyRetention(at(dueAt, 1))
  const gone = await api.ask(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(gone).toMatchObject({ status: 404 })
  await api.context.pool.query(
    `DELETE FROM signature_requests WHERE title = $1 AND owner_id = (SELECT id FROM accounts WHERE email = $2)`,
    [draft.title, ben.email],
  )
})

test('owner and signers are told a week ahead and on the day, once each in their language; then it is deleted', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as, { days: 30, terminal_state: true })
  const title = `Deleted in time ${Date.now()}`
  const signed = await signedRequest(ben, title)
  const [document] = signed.documents
  const file = (
    await api.context.pool.query<{ sha256: string; page: string }>(
      'SELECT sha256 FROM documents WHERE root_id = (SELECT root_id FROM documents WHERE id = $1)',
      [document?.id],
    )
  ).rows
  const page = { params: { id: document?.version_id ?? '', n: '0' } }
  await api.call(getDocumentPage, page, ben.as)
  for (const { sha256 } of file) await age(sha256)
  const hashes = file.map(({ sha256 }) => sha256)
  const pageImages = async () =>
    (await readdir(pageImagesIn(api.context.config), { recursive: true })).filter((name) =>
      hashes.some((sha256) => name.includes(sha256)),
    )
  expect((await pageImages()).length).toBeGreaterThan(0)
  // A picture that the sender, a program, has provided.
  await api.context.pool.query(
    "INSERT INTO signature_images (signature_id, document_id, email, png) VALUES ($1, $2, $3, 'PNG')",
    [signed.signatures[0]?.sid, document?.id, anna.email],
  )
  // As when Anna has signed with a picture.
  await api.context.pool.query(
    `UPDATE signings SET images = '{"picture": "UE5H"}', visual = '{}' WHERE signature_id = $1`,
    [signed.signatures[0]?.sid],
  )
  const dueAt = signed.retention?.delete_at

  // Several workers at once, and again: each mail is one.
  await applyRetention(at(dueAt, -200))
  expect(await mailsOf(ben.email, title)).toEqual([])
  await Promise.all([applyRetention(at(dueAt, -160)), applyRetention(at(dueAt, -160))])
  await applyRetention(at(dueAt, -100))
  expect(await mailsOf(ben.email, title)).toHaveLength(1)
  await Promise.all([applyRetention(at(dueAt, -24)), applyRetention(at(dueAt, -23))])
  await applyRetention(at(dueAt, -1))
  expect(await mailsOf(ben.email, title)).toEqual([
    { language: 'en', kind: 'deletion_ahead' },
    { language: 'en', kind: 'deletion_ahead' },
  ])
  expect(await mailsOf(anna.email, title)).toMatchObject([{ language: 'de' }, { language: 'de' }])
  const mail = await api.inbox.next(anna.email, new RegExp(`Wird in einer Woche gelöscht: «${title}`))
  expect(mail.links).toEqual([`${api.url}/view/${signed.id}`])

  // By hand it is not deleted: not by its owner, and not by the last who leaves.
  const refused = await api.ask(requests.deleteSignatureRequest, { params: { id: signed.id } }, ben.as)
  expect(refused).toMatchObject({ status: 409, error: { key: 'request.under_retention', until: dueAt } })
  expect(signed.viewer.can.delete).toBe(false)
  expect(
    await api.ask(requests.deleteSignatureRequest, { params: { id: signed.id } }, anna.as),
  ).toMatchObject({
    body: { outcome: 'left' },
  })

  await Promise.all([applyRetention(at(dueAt, 1)), applyRetention(at(dueAt, 1))])
  for (const { sha256 } of file) await expect.poll(() => api.context.documentStore.has(sha256)).toBe(false)
  await expect.poll(pageImages).toEqual([])
  const stub = await see(signed.id, ben.as)
  expect(stub).toMatchObject({
    status_overall: 'SIGNED',
    message: '',
    viewer: { can: { download: false, delete: false } },
  })
  expect(stub.retention?.deleted_at).not.toBeNull()
  const whole = { params: { id: document?.id ?? '' } }
  expect(await api.ask(getDocumentPage, page, ben.as)).toMatchObject({ status: 404 })
  for (const reading of [
    api.ask(getDocumentPage, { params: { ...whole.params, n: '0' } }, ben.as),
    api.ask(getDocumentPageText, { params: { ...whole.params, n: '0' } }, ben.as),
    api.ask(getDocumentTags, whole, ben.as),
    api.ask(downloadDocument, whole, ben.as),
    api.ask(downloadDocument, { ...whole, query: { signed: 'true' } }, ben.as),
  ])
    expect(await reading).toMatchObject({ status: 410, error: { key: 'document.deleted' } })
  const body = { name: 'Once more', signature_request_id: signed.id, roles: [] }
  expect(await keyOf(api.ask(createTemplate, { body }, ben.as))).toBe('document.deleted')
  const copy = api.ask(requests.copySignatureRequest, { params: { id: signed.id } }, ben.as)
  expect(await keyOf(copy)).toBe('not_found')
  // Nothing that was asked for has brought the file back from the trash.
  for (const { sha256 } of file) expect(await api.context.documentStore.has(sha256)).toBe(false)
  expect(await api.ask(getDocument, whole, anna.as)).toMatchObject({ status: 404 })
  expect(await api.ask(downloadZip, { params: { id: signed.id } }, ben.as)).toMatchObject({
    status: 404,
  })
  const listed = await api.call(requests.listSignatureRequests, { query: { search: title } }, ben.as)
  expect(listed.items).toEqual([])
  const left = await api.context.pool.query(
    `SELECT (SELECT count(*)::int FROM request_words WHERE request_id = $1) AS words,
       (SELECT count(*)::int FROM signings WHERE request_id = $1 AND (images <> '{}' OR visual IS NOT NULL)) AS images,
       (SELECT count(*)::int FROM signature_images WHERE document_id = $2) AS senders,
       (SELECT count(*)::int FROM mails WHERE request_id = $1 AND state <> 'pending' AND input <> '{}') AS mails`,
    [signed.id, document?.id],
  )
  expect(left.rows).toEqual([{ words: 0, images: 0, senders: 0, mails: 0 }])

  const events = (await api.call(requests.getEvents, { params: { id: signed.id } }, ben.as)).items
  const deletions = events.filter(({ type }) => type === 'content_deleted')
  expect(deletions).toHaveLength(1)
  expect(JSON.stringify(deletions[0]?.data)).toContain(file[0]?.sha256)
  const report = await api.call(getReport, { params: { id: signed.id }, query: { type: 'JSON' } }, ben.as)
  expect(JSON.parse(await report.text())).toMatchObject({ contentDeletedAt: stub.retention?.deleted_at })
  await api.call(getReport, { params: { id: signed.id }, query: { type: 'PDF' } }, ben.as)
  const html = await api.call(getReport, { params: { id: signed.id }, query: { type: 'HTML' } }, ben.as)
  expect(await html.text()).toContain('<dt>Content auto-deleted; hashes kept</dt>')
})

test('values of a form in a file are deleted with it; decline reasons stay in the audit trail, and nowhere else', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as)
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 10 0 R/Rect[20 150 160 170]'
  const sent = await aSignatureRequest(api, {
    owner: ben,
    documents: [
      anyPdf({
        catalog: '/AcroForm<</Fields[60 0 R 61 0 R]>>',
        page: '/Annots[60 0 R 61 0 R]',
        objects: {
          60: `<<${widget}/FT/Tx/T(Tenant)/V(Annabella Zumthor)/DA(/Helv 9 Tf 0 g)>>`,
          61: `<<${widget.replace('20 150', '20 120')}/FT/Tx/T(Rent)/DA(/Helv 9 Tf 0 g)>>`,
        },
      }),
    ],
    signers: [{ email: anna.email }],
  })
  const params = { id: sent.id }
  await api.call(
    requests.declineSignatureRequest,
    { params, body: { message: 'The rent is wrong' } },
    anna.as,
  )
  const document = { params: { id: sent.documents[0]?.id ?? '' } }
  const formOf = async () => (await api.call(getDocument, document, ben.as)).form_fields
  expect(await formOf()).toMatchObject([{ name: 'Tenant', value: 'Annabella Zumthor' }, { name: 'Rent' }])
  const dueAt = sent.retention?.delete_at
  await applyRetention(at(dueAt, -20))
  await applyRetention(at(dueAt, 1))
  expect(await formOf()).toMatchObject([
    { name: 'Tenant', value: null },
    { name: 'Rent', value: null },
  ])
  expect(JSON.stringify(await see(sent.id, ben.as))).not.toContain('The rent is wrong')
  const { items } = await api.call(requests.getEvents, { params }, ben.as)
  expect(items.find(({ type }) => type === 'declined')?.data).toMatchObject({ message: 'The rent is wrong' })
})

test('an open request that is due expires first; what another request shows as well stays', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as)
  const title = `Never signed ${Date.now()}`
  const content = aPdf({ title })
  const draft = await aDraft(api, {
    owner: ben,
    title,
    documents: [content],
    signers: [{ email: anna.email }],
  })
  const file = { filename: 'Plan.txt', content: Buffer.from(title).toString('base64') }
  const { attachments } = await api.call(addAttachment, { params: { id: draft.id }, body: file }, ben.as)
  const sent = await api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, ben.as)
  const shared = sent.documents[0]?.id ?? ''
  await deactivate(ben.as, false)
  const other = await api.call(
    requests.createSignatureRequest,
    { body: { title: 'Another', documents: [{ id: shared }] } },
    ben.as,
  )
  const dueAt = sent.retention?.delete_at
  await applyRetention(at(dueAt, -20))
  await applyRetention(at(dueAt, 1))
  expect(await see(sent.id, ben.as)).toMatchObject({ status_overall: 'EXPIRED' })
  await api.inbox.next(anna.email, new RegExp(`Abgelaufen.*${title}`))
  expect(await kinds(sent.id, ben.as)).toEqual(expect.arrayContaining(['expired', 'content_deleted']))
  const attId = attachments[0]?.id ?? ''
  expect(await api.ask(downloadAttachment, { params: { id: sent.id, attId } }, ben.as)).toMatchObject({
    status: 404,
  })
  const [own] = (await see(other.id, ben.as)).documents
  const kept = await api.call(downloadDocument, { params: { id: own?.id ?? '' } }, ben.as)
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(content)
  const gone = await api.ask(downloadDocument, { params: { id: shared } }, ben.as)
  expect(gone).toMatchObject({ status: 410, error: { key: 'document.deleted' } })
  const body = { title: 'Too late', documents: [{ id: shared }] }
  const late = await api.ask(requests.createSignatureRequest, { body }, ben.as)
  expect(late).toMatchObject({ status: 404, error: { fields: [{ field: 'documents.0.id' }] } })
})

test('what only a copy still showed goes when the copy is deleted by hand', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as)
  const original = await signedRequest(ben, `Copied ${Date.now()}`)
  const copy = await api.call(requests.copySignatureRequest, { params: { id: original.id } }, ben.as)
  const dueAt = original.retention?.delete_at
  await applyRetention(at(dueAt, -20))
  await api.context.pool.query('DELETE FROM retentions WHERE request_id = $1', [copy.id])
  await applyRetention(at(dueAt, 1))
  const download = (id = '') => keyOf(api.ask(downloadDocument, { params: { id }, query: {} }, ben.as))
  const left = async () =>
    (
      await api.context.pool.query(
        `SELECT id FROM documents WHERE content_deleted_at IS NULL
          AND sha256 = (SELECT sha256 FROM documents WHERE id = $1)`,
        [original.documents[0]?.id],
      )
    ).rowCount
  expect(await download(original.documents[0]?.id)).toBe('document.deleted')
  expect(await download(copy.documents[0]?.id)).toBe('ok')
  await api.call(requests.deleteSignatureRequest, { params: { id: copy.id } }, ben.as)
  expect(await download(copy.documents[0]?.id)).toBe('not_found')
  expect(await left()).toBe(0)
})

test('a draft goes altogether; the evidence of all of it holds', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as)
  const title = `Only a draft ${Date.now()}`
  const draft = await aDraft(api, { owner: ben, title, signers: [{ email: anna.email }] })
  // A draft may be deleted by hand: nobody else knows of it.
  const other = await aDraft(api, { owner: ben })
  expect(await api.ask(requests.deleteSignatureRequest, { params: { id: other.id } }, ben.as)).toMatchObject({
    status: 200,
  })
  const dueAt = draft.retention?.delete_at
  await applyRetention(at(dueAt, -20))
  expect(await mailsOf(ben.email, title)).toHaveLength(1)
  expect(await mailsOf(anna.email, title)).toEqual([])
  await applyRetention(at(dueAt, 1))
  expect(await api.ask(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)).toMatchObject({
    status: 404,
  })
  const anchors = {
    signer: await api.context.trustService.anchors(),
    timestamp: await api.context.timestampAuthority.anchors(),
  }
  expect(await verifyEvidence(api.context.db, anchors)).toMatchObject({ chainBreaks: [], headsBreaks: [] })
})

test('anyone who deleted their account hears no more of it, and what they sent is deleted in time all the same', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await activate(ben.as, { terminal_state: true })
  const title = `Without its owner ${Date.now()}`
  const sent = await aSignatureRequest(api, { owner: ben, title, signers: [{ email: anna.email }] })
  await api.call(
    requests.declineSignatureRequest,
    { params: { id: sent.id }, body: { message: 'No' } },
    anna.as,
  )
  await api.call(deleteUser, { body: { password: ben.password } }, ben.as)
  // The last account that leaves does not take it along: it goes when its time comes.
  const dueAt = (await see(sent.id, anna.as)).retention?.delete_at
  await applyRetention(at(dueAt, -20))
  expect(await mailsOf(ben.email, title)).toEqual([])
  expect(await mailsOf(anna.email, title)).toHaveLength(1)
  expect(await api.ask(requests.deleteSignatureRequest, { params: { id: sent.id } }, anna.as)).toMatchObject({
    body: { outcome: 'left' },
  })
  await applyRetention(at(dueAt, 1))
  const { rows } = await api.context.pool.query(
    'SELECT deleted_at IS NOT NULL AS deleted FROM retentions WHERE request_id = $1',
    [sent.id],
  )
  expect(rows).toEqual([{ deleted: true }])
})
