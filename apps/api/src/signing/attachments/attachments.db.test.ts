import { downloadZip, getReport } from '@countersign/contract/audit-trail.ts'
import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { deleteUser, getDirectUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/attachments.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { sign } from '@countersign/contract/signing.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { connect } from '#api/platform/db/connect.ts'
import { announceAttachments } from '#api/signing/signature-requests/changes/announce-attachments.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import {
  compoundFile,
  namesOverOneMegabyte,
  officeFile,
  openDocumentFile,
  withoutLastInDirectory,
  zipOf,
} from './test-files.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(['Ben', 'Anna'].map((firstName) => api.person({ firstName })))
  ;[ben, anna] = people as [Person, Person]
})
afterAll(() => api?.stop())

const formOf = (filename: string, content: Uint8Array<ArrayBuffer>, part = 'file') => {
  const form = new FormData()
  form.append(part, new Blob([content]), filename)
  return form
}
const bytes = (content: Buffer | string) =>
  new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)
const attach = (id: string, filename: string, content: Buffer | string, as = ben.as) =>
  api.ask(calls.addAttachment, { params: { id }, body: formOf(filename, bytes(content)) } as never, as)
const attached = async (id: string, filename: string, content: Buffer | string) => {
  const reply = await attach(id, filename, content)
  const attachment = reply.ok ? reply.body.attachments.at(-1) : undefined
  if (!attachment) throw new Error(JSON.stringify(reply))
  return attachment
}
const fetchIt = (id: string, attId: string, as: string) =>
  api.ask(calls.downloadAttachment, { params: { id, attId } }, as)
const remove = (id: string, attId: string, as = ben.as) =>
  api.ask(calls.removeAttachment, { params: { id, attId } }, as)
const eventsOf = async (id: string, type: string) =>
  (await api.call(requests.getEvents, { params: { id } }, ben.as)).items.filter(
    (event) => event.type === type,
  )
const signed = (id: string) =>
  api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, anna.as)

test('changed attachments of a sent request are announced in one email, to observers and to signers whose turn it is', async () => {
  const [later, observer] = ['later@example.org', 'observer@example.org']
  const signers = [
    { email: anna.email, sequence: 1 },
    { email: later, sequence: 2 },
  ]
  const draft = await aDraft(api, { owner: ben, title: 'Lease with plans', signers })
  const params = { id: draft.id }
  await api.call(addObserver, { params, body: { email: observer } }, ben.as)
  await attached(draft.id, 'First.txt', 'in the draft')
  await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  const told = async () => {
    const { rows } = await api.context.pool.query<{ recipient: string }>(
      "SELECT recipient FROM mails WHERE request_id = $1 AND kind = 'changed' ORDER BY recipient",
      [draft.id],
    )
    return rows.map(({ recipient }) => recipient)
  }
  const owner = connect(api.connection, 'owner', 1, () => {})
  const ofNotice = `key = 'attachments:${draft.id}'`
  const jobs = () => owner.query(`SELECT run_at FROM graphile_worker.jobs WHERE ${ofNotice}`)
  try {
    expect((await jobs()).rows).toEqual([])
    const { id } = await attached(draft.id, 'Second.txt', 'a plan')
    await attached(draft.id, 'Third.txt', 'another')
    expect((await remove(draft.id, id)).ok).toBe(true)
    expect((await jobs()).rowCount).toBe(1)
    expect(await told()).toEqual([])
    await owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE ${ofNotice}`)
    await expect.poll(told).toEqual([anna.email, observer].toSorted())
    const mail = await api.inbox.next(anna.email, /corrected/)
    expect(mail.text).toContain('the attachments')
    expect((await eventsOf(draft.id, 'attachment_removed')).length).toBe(1)

    // Once someone has signed, the files are those that they saw.
    await signed(draft.id)
    expect(await attach(draft.id, 'Fourth.txt', 'too late')).toMatchObject({
      error: { key: 'request.already_signed' },
    })
    expect((await jobs()).rows).toEqual([])
  } finally {
    await owner.end()
  }
})

test('changed attachments are announced once, though the job runs again after a process was killed', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: 'guest@example.org' }] })
  await api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, ben.as)
  const owner = connect(api.connection, 'owner', 1, () => {})
  const { pool } = api.context
  /** What the queue has of the announcement; it isn't due yet. */
  const waiting = async () => {
    const { rows } = await owner.query<{ payload: Parameters<typeof announceAttachments>[1] }>(
      'SELECT payload FROM graphile_worker._private_jobs WHERE key = $1',
      [`attachments:${draft.id}`],
    )
    return rows.map(({ payload }) => payload)
  }
  const told = async () => {
    const sent = await pool.query("SELECT FROM mails WHERE request_id = $1 AND kind = 'changed'", [draft.id])
    return sent.rowCount
  }
  const announce = async () => {
    const [announcement] = await waiting()
    if (!announcement) throw new Error('nothing is to be announced')
    // Its process was killed after the commit: the queue gives it to another one.
    for (let time = 0; time < 2; time++) await announceAttachments(api.context, announcement)
  }
  try {
    await attached(draft.id, 'First.txt', 'a plan')
    await announce()
    expect(await told()).toBe(1)
    await attached(draft.id, 'Second.txt', 'another')
    await announce()
    expect(await told()).toBe(2)
    // Nobody hears of the files of a request that has ended in the meantime.
    const watcher = { params: { id: draft.id }, body: { email: 'watcher@example.org' } }
    await api.call(addObserver, watcher, ben.as)
    await attached(draft.id, 'Third.txt', 'a third')
    await api.call(requests.withdrawSignatureRequest, { params: { id: draft.id }, body: {} }, ben.as)
    await announce()
    expect(await told()).toBe(2)
  } finally {
    await owner.end()
  }
})

test('the email about changed attachments waits until the limit on emails allows it', async () => {
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  const params = { id: draft.id }
  await api.call(requests.initiateSignatureRequest, { params }, ben.as)
  const { pool } = api.context
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [ben.email])
  const changedBy = rows[0]?.id ?? ''
  const limit = `emails:${changedBy}:${anna.email}`
  await pool.query(
    `INSERT INTO throttles (key, window_started_at, failures) VALUES ($1, now(), 1000000)
      ON CONFLICT (key) DO UPDATE SET window_started_at = now(), failures = 1000000`,
    [limit],
  )
  const told = async () => {
    const sent = await pool.query("SELECT FROM mails WHERE request_id = $1 AND kind = 'changed'", [draft.id])
    return sent.rowCount
  }
  const owner = connect(api.connection, 'owner', 1, () => {})
  try {
    const announcement = { requestId: draft.id, changedBy }
    await announceAttachments(api.context, announcement)
    const { rows: jobs } = await owner.query<{ minutes: number }>(
      `SELECT extract(epoch FROM run_at - now())::float / 60 AS minutes FROM graphile_worker.jobs WHERE key = $1`,
      [`attachments:${draft.id}`],
    )
    expect(jobs).toHaveLength(1)
    expect(jobs[0]?.minutes).toBeGreaterThan(58)
    expect(await told()).toBe(0)
    await pool.query('DELETE FROM throttles WHERE key = $1', [limit])
    await announceAttachments(api.context, announcement)
    expect(await told()).toBe(1)
  } finally {
    await owner.end()
  }
})

test('a file goes with the request: everybody who takes part has it, and the evidence its hash', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    title: 'With a plan',
    signers: [{ email: anna.email }, { email: 'gina@example.org' }],
  })
  const plan = aPdf({ title: 'Plan' })
  const { id: attId, ...shown } = await attached(sent.id, 'Grundriss «Süd».pdf', plan)
  expect(shown).toMatchObject({
    filename: 'Grundriss «Süd».pdf',
    content_type: 'application/pdf',
    size: plan.length,
  })
  const reply = await fetchIt(sent.id, attId, anna.as)
  if (!reply.ok) throw new Error(JSON.stringify(reply))
  expect(Buffer.from(await reply.body.arrayBuffer()).equals(plan)).toBe(true)
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''Grundriss%20/)

  const guest = guestOf(linkIn(await api.inbox.next('gina@example.org', /With a plan/)))
  const { token } = await api.call(getDirectUser, {}, guest.as)
  const direct = (id: string, query: { token: string }) =>
    api.ask(calls.downloadDirectAttachment, { params: { id, attId }, query })
  expect(await direct(sent.id, { token })).toMatchObject({ status: 200 })
  expect(await direct(sent.id, { token: 'none' })).toMatchObject({ status: 401 })

  const sha256 = createHash('sha256').update(plan).digest('hex')
  expect(await eventsOf(sent.id, 'attachment_added')).toMatchObject([{ data: { sha256 } }])
  expect(await eventsOf(sent.id, 'downloaded')).toMatchObject([
    { actor: { email: anna.email }, data: { attachmentId: attId, sha256 } },
    { actor: { email: 'gina@example.org' }, data: { attachmentId: attId, sha256 } },
  ])
  const report = await api.call(getReport, { params: { id: sent.id }, query: { type: 'JSON' } }, anna.as)
  expect(JSON.parse(await report.text())).toMatchObject({
    header: { attachmentNames: ['Grundriss «Süd».pdf'] },
    attachments: [{ sha256, size: plan.length }],
  })
  const page = await api.call(getReport, { params: { id: sent.id }, query: { type: 'HTML' } }, anna.as)
  expect(await page.text()).toContain(sha256)
})

test('others’ attachments do not exist: not by a request of one’s own, not by a link to another', async () => {
  const [mine, theirs] = await Promise.all(
    [ben, anna].map((owner) => aSignatureRequest(api, { owner, signers: [{ email: 'gast@example.org' }] })),
  )
  if (!mine || !theirs) throw new Error('nothing was sent')
  const added = await attach(theirs.id, 'secret.txt', 'secret', anna.as)
  const attId = added.ok ? (added.body.attachments[0]?.id ?? '') : ''
  expect(await fetchIt(theirs.id, attId, ben.as)).toMatchObject({ status: 404 })
  expect(await fetchIt(mine.id, attId, ben.as)).toMatchObject({ status: 404 })
  expect(await remove(mine.id, attId)).toMatchObject({ status: 404 })
  expect(await attach(theirs.id, 'more.txt', 'more')).toMatchObject({ status: 404 })
  const requestsOfGuest = [await api.inbox.next('gast@example.org'), await api.inbox.next('gast@example.org')]
  const guest = requestsOfGuest.map((mail) => guestOf(linkIn(mail))).find((one) => one.requestId === mine.id)
  const { token } = await api.call(getDirectUser, {}, guest?.as)
  const query = { token }
  for (const id of [mine.id, theirs.id])
    expect(await api.ask(calls.downloadDirectAttachment, { params: { id, attId }, query })).toMatchObject({
      status: 404,
    })
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
test.each([
  ['plan.PDF', aPdf(), 'application/pdf'],
  ['a.png', png, 'image/png'],
  ['a.jpeg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['a.gif', 'GIF89a…', 'image/gif'],
  [
    'a.docx',
    await officeFile('word'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['a.xlsx', await officeFile('xl'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    'a.pptx',
    await officeFile('ppt'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  ['a.odt', await openDocumentFile('text'), 'application/vnd.oasis.opendocument.text'],
  ['a.ods', await openDocumentFile('spreadsheet'), 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a.doc', compoundFile('WordDocument'), 'application/msword'],
  ['a.xls', compoundFile('Workbook'), 'application/vnd.ms-excel'],
  ['a.ppt', compoundFile('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
  ['notes.txt', 'Grüezi\r\n\tmitenand', 'text/plain'],
  ['list.csv', Buffer.from('Name;Ort\r\nM\xFCller;Z\xFCrich\r\n', 'latin1'), 'text/csv'],
  ['page.txt', '<script>alert(1)</script>', 'text/plain'],
  ['../../etc/passwd.txt', 'x', 'text/plain'],
] as const)('%s is taken', async (filename, content, contentType) => {
  const draft = await aDraft(api, { owner: ben })
  const attachment = await attached(draft.id, filename, content)
  expect(attachment.content_type).toBe(contentType)
  expect(attachment.filename).toBe(filename.split('/').at(-1))
})

const attachAsJson = (id: string, filename: string, content: Buffer | string, contentType: string) => {
  const body = { filename, content_type: contentType, content: Buffer.from(content).toString('base64') }
  return api.ask(calls.addAttachment, { params: { id }, body }, ben.as)
}

test.each([
  ['plan.pdf', aPdf(), 'image/png'],
  ['plan.pdf', aPdf(), 'text/html'],
  ['plan.pdf', aPdf(), 'PDF'],
  ['a.png', png, 'image/jpeg'],
  ['notes.txt', 'Notes', 'application/pdf'],
] as const)('%s is refused with a content type of another kind', async (filename, content, contentType) => {
  const { id } = await aDraft(api, { owner: ben })
  expect(await attachAsJson(id, filename, content, contentType)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'content_type', code: 'mismatch' }] },
  })
  expect((await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)).attachments).toEqual([])
})

test.each([
  ['plan.pdf', aPdf(), 'application/pdf', 'application/pdf'],
  ['plan.pdf', aPdf(), 'Application/PDF; name="plan.pdf"', 'application/pdf'],
  ['plan.pdf', aPdf(), 'application/octet-stream', 'application/pdf'],
  ['plan.pdf', aPdf(), '', 'application/pdf'],
  ['notes.txt', 'Notes', 'text/plain; charset=utf-8', 'text/plain'],
  ['list.csv', 'Name;Ort', 'application/vnd.ms-excel', 'text/csv'],
  ['a.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpg', 'image/jpeg'],
  [
    'a.docx',
    await officeFile('word'),
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
] as const)('%s is taken with a content type of its kind', async (filename, content, contentType, kept) => {
  const { id } = await aDraft(api, { owner: ben })
  const reply = await attachAsJson(id, filename, content, contentType)
  expect(reply).toMatchObject({ status: 201, body: { attachments: [{ content_type: kept }] } })
})

const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(60), Buffer.from('%PDF-1.7')])
test.each([
  ['a program called a PDF', 'contract.pdf', program],
  ['a program that turns its name around', 'contract\u202Efdp.exe', program],
  ['a program', 'contract.exe', program],
  ['a PDF that ends as a program', 'contract.pdf.exe', aPdf()],
  ['a script', 'run.js', 'alert(1)'],
  ['a page', 'page.html', '<html></html>'],
  ['a drawing with scripts', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a picture called a PDF', 'a.pdf', png],
  ['a PDF called a picture', 'a.png', aPdf()],
  ['a zip', 'a.zip', await zipOf(['a.txt'])],
  ['a zip called a text', 'a.docx', await zipOf(['a.txt'])],
  ['a table called a text', 'a.docx', await officeFile('xl')],
  ['a text with macros', 'a.docx', await officeFile('word', ['word/vbaProject.bin'])],
  [
    'an OpenDocument text with macros',
    'a.odt',
    await openDocumentFile('text', ['Basic/Standard/Module1.xml']),
  ],
  [
    'a text with macros behind a directory that is not read',
    'a.odt',
    await openDocumentFile('text', ['Basic/Standard/Module1.xml', ...namesOverOneMegabyte]),
  ],
  [
    'a text with macros that its directory leaves out',
    'a.odt',
    withoutLastInDirectory(await openDocumentFile('text', ['Basic/Standard/Module1.xml'])),
  ],
  ['a template called a text', 'a.odt', await openDocumentFile('text-template')],
  ['an installer called a text', 'a.doc', compoundFile('SummaryInformation')],
  ['a zip that ends in nothing', 'a.docx', Buffer.from('PK\x03\x04 [Content_Types].xml word/ PK\x05\x06')],
  ['bytes called text', 'a.txt', Buffer.from([72, 105, 0, 1, 2])],
  ['no ending at all', 'contract', aPdf()],
  ['a name from an object', 'a.constructor', 'x'],
])('%s is refused and not kept', async (_, filename, content) => {
  const draft = await aDraft(api, { owner: ben })
  expect(await attach(draft.id, filename, content)).toMatchObject({
    status: 422,
    error: { key: 'attachment.type_not_taken' },
  })
  const seen = await api.call(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(seen.attachments).toEqual([])
})

test('more than 40 MB, nothing at all, and a body without the file are refused', async () => {
  const draft = await aDraft(api, { owner: ben })
  const large = Buffer.alloc(40 * 1024 * 1024 + 1, 'a')
  expect(await attach(draft.id, 'large.txt', large)).toMatchObject({ status: 413 })
  expect(await attach(draft.id, 'full.txt', large.subarray(1))).toMatchObject({ status: 201 })
  expect(await attach(draft.id, 'empty.txt', '')).toMatchObject({ status: 400 })
  const body = formOf('a.txt', bytes('x'), 'other')
  expect(
    await api.ask(calls.addAttachment, { params: { id: draft.id }, body } as never, ben.as),
  ).toMatchObject({
    status: 400,
  })
  const json = { filename: 'a.txt', content: Buffer.from('Hello').toString('base64') }
  expect(await api.ask(calls.addAttachment, { params: { id: draft.id }, body: json }, ben.as)).toMatchObject({
    status: 201,
  })
})

test('files come and go until someone has signed, by the owner alone', async () => {
  const sent = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: anna.email }, { email: 'later@example.org' }],
  })
  const first = await attached(sent.id, 'a.txt', 'first')
  const second = await attached(sent.id, 'a.txt', 'second')
  expect(await attach(sent.id, 'mine.txt', 'mine', anna.as)).toMatchObject({ status: 404 })
  expect(await remove(sent.id, first.id, anna.as)).toMatchObject({ status: 404 })
  expect(await remove(sent.id, first.id)).toMatchObject({
    status: 200,
    body: { attachments: [{ id: second.id }] },
  })
  expect(await remove(sent.id, first.id)).toMatchObject({ status: 404 })
  expect(await eventsOf(sent.id, 'attachment_removed')).toMatchObject([{ data: { name: 'a.txt' } }])
  await signed(sent.id)
  expect(await attach(sent.id, 'b.txt', 'late')).toMatchObject({ error: { key: 'request.already_signed' } })
  expect(await remove(sent.id, second.id)).toMatchObject({ error: { key: 'request.already_signed' } })

  const done = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.context.pool.query(`UPDATE signature_requests SET status = 'EXPIRED' WHERE id = $1`, [done.id])
  expect(await attach(done.id, 'b.txt', 'late')).toMatchObject({ error: { key: 'request.not_open' } })
})

test('of those that come at the same time no more than 20 find room', async () => {
  const draft = await aDraft(api, { owner: ben })
  for (let n = 1; n <= 18; n += 1) await attached(draft.id, 'a.txt', `${n}`)
  const replies = await Promise.all(Array.from({ length: 5 }, (_, n) => attach(draft.id, 'b.txt', `b${n}`)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
  const seen = await api.call(requests.getSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(seen.attachments).toHaveLength(20)
  expect(await attach(draft.id, 'b.txt', 'x')).toMatchObject({
    error: { key: 'request.too_many_attachments' },
  })
})

test('the zip has them in a folder of their own, by names that are no paths', async () => {
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await attached(sent.id, 'Plan.txt', 'one')
  await attached(sent.id, 'plan.TXT', 'two')
  await attached(sent.id, '..\\..\\up:.csv', 'a;b')
  const zip = await api.call(downloadZip, { params: { id: sent.id }, query: {} }, anna.as)
  const names = Buffer.from(await zip.arrayBuffer()).toString('latin1')
  for (const name of ['Attachments/Plan.txt', 'Attachments/plan (2).TXT', 'Attachments/up_.csv'])
    expect(names).toContain(name)
  expect(await eventsOf(sent.id, 'downloaded')).toHaveLength(4)
})

test('the sweep leaves what an attachment has, also where a document had it before', async () => {
  const draft = await aDraft(api, { owner: ben })
  const kept = await attached(draft.id, 'kept.txt', 'kept by the sweep')
  const gone = await attached(draft.id, 'gone.txt', 'taken by the sweep')
  await remove(draft.id, gone.id)
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const store = api.context.documentStore
  const longAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const text of ['kept by the sweep', 'taken by the sweep'])
    await utimes(await store.file(hashOf(text)), longAgo, longAgo)
  await removeUnusedContent(api.context)
  expect(await store.has(hashOf('taken by the sweep'))).toBe(false)
  expect(await fetchIt(draft.id, kept.id, ben.as)).toMatchObject({ status: 200 })
})

test('with the owner’s account go the attachments of drafts; what was signed keeps them for the others', async () => {
  const otto = await api.person({ firstName: 'Otto' })
  const over = await aSignatureRequest(api, { owner: otto, signers: [{ email: anna.email }] })
  const draft = await aDraft(api, { owner: otto })
  const [kept, gone] = [
    await attach(over.id, 'a.txt', 'x', otto.as),
    await attach(draft.id, 'b.txt', 'y', otto.as),
  ]
  if (!kept.ok || !gone.ok) throw new Error('not attached')
  await signed(over.id)
  await api.call(deleteUser, { body: { password: otto.password } }, otto.as)
  expect(await fetchIt(over.id, kept.body.attachments[0]?.id ?? '', anna.as)).toMatchObject({ status: 200 })
  const { rows } = await api.context.pool.query('SELECT 1 FROM attachments WHERE request_id = $1', [draft.id])
  expect(rows).toEqual([])
})
