import * as calls from '@countersign/contract/anonymous-uploads.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isContentInUse } from '#api/documents/documents/deletion/content-repository.ts'
import { removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { keyOf } from '#api/testing/reply.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { removeOldAnonymousUploads } from './remove-old-anonymous-uploads.ts'

let api: TestApi
let ben: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(['Ben', 'Dora'].map((firstName) => api.person({ firstName })))
  ;[ben, dora] = people as [Person, Person]
})
afterAll(() => api?.stop())

let number = 0
async function upload(title = `Lease ${(number += 1)}`) {
  await api.context.pool.query(`DELETE FROM throttles WHERE key LIKE 'anonymous-upload:%'`)
  const content = aPdf({ title, pages: 2 }).toString('base64')
  const given = await api.call(calls.uploadAnonymously, { body: { title, content } })
  return { ...given, title, token: given.url.split('/').at(-1) ?? '', content }
}
const withCode = (code: string) => ({ 'x-accesscode': code })
const track = (id: string, code: string) =>
  api.ask(calls.trackAnonymousUpload, { params: { id } }, undefined, withCode(code))
const open = (token: string, as: string, code?: string) =>
  api.ask(calls.getAnonymousUpload, { params: { token } }, as, code === undefined ? {} : withCode(code))
const claim = (token: string, as: string, code: string) =>
  api.ask(calls.claimAnonymousUpload, { params: { token } }, as, withCode(code))
const takeBack = (id: string, code: string) =>
  api.ask(calls.withdrawAnonymousUpload, { params: { id } }, undefined, withCode(code))
const download = (id: string, code: string) =>
  api.ask(calls.downloadAnonymousUpload, { params: { id } }, undefined, withCode(code))
const age = (id: string, interval: string) =>
  api.context.pool.query(
    `UPDATE anonymous_uploads SET created_at = created_at - $2::interval WHERE id = $1`,
    [id, interval],
  )
const wrong = '0000-0000'

test('what a stranger hands in becomes the draft of the person who has link and code, and comes back signed', async () => {
  const given = await upload('Rental contract')
  expect(given.access_code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(Buffer.from(given.token, 'base64url')).toHaveLength(16)
  expect(given.url).toBe(`${api.url}/sendto/${given.token}`)
  expect(await track(given.id, given.access_code)).toMatchObject({
    body: { status: 'UNCLAIMED', title: 'Rental contract', creator: null, signers: [] },
  })

  // By the link's own secret as well: the person who uploaded it has the link.
  expect(await track(given.token, given.access_code)).toMatchObject({ body: { status: 'UNCLAIMED' } })

  // With the link alone: what it is called. With the code, in whatever way it is typed: all of it.
  expect(await open(given.token, ben.as)).toMatchObject({
    body: { title: 'Rental contract', state: 'UNCLAIMED', document: null, signature_request_id: null },
  })
  const typed = given.access_code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await open(given.token, ben.as, typed)).toMatchObject({
    body: { document: { name: 'Rental contract.pdf', pages: [{ index: 0 }, { index: 1 }] } },
  })
  const page = { params: { token: given.token, n: '1' } }
  const image = await api.call(calls.getAnonymousUploadPage, page, ben.as, withCode(given.access_code))
  expect(image.type).toBe('image/webp')
  const text = await api.call(calls.getAnonymousUploadPageText, page, ben.as, withCode(given.access_code))
  expect(text.runs.map((run) => run.text).join(' ')).toContain('page 2')
  expect(await api.ask(calls.getAnonymousUploadPage, page, ben.as)).toMatchObject({ status: 403 })

  const claimed = await claim(given.token, ben.as, given.access_code)
  if (!claimed.ok) throw new Error(claimed.error.key)
  const id = claimed.body.signature_request_id
  const draft = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  expect(draft).toMatchObject({
    title: 'Rental contract',
    status_overall: 'DRAFT',
    owner: { email: ben.email },
  })
  expect(await track(given.id, given.access_code)).toMatchObject({
    body: { status: 'CLAIMED', creator: { name: 'Ben Keller' }, signers: [] },
  })

  const signatures = [{ account_email: ben.email, signer_identity_data: { email_address: ben.email } }]
  await api.call(requests.updateSignatureRequest, { params: { id }, body: { signatures } }, ben.as)
  await api.call(requests.initiateSignatureRequest, { params: { id } }, ben.as)
  const open_ = await track(given.id, given.access_code)
  expect(open_).toMatchObject({ body: { status: 'SIGNING', signers: [{ status_code: 'OPEN' }] } })
  expect(JSON.stringify(open_)).not.toContain('@')
  const before = await download(given.id, given.access_code)
  if (!before.ok) throw new Error(before.error.key)
  expect(Buffer.from(await before.body.arrayBuffer()).toString('base64')).toBe(given.content)

  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, ben.as)
  await expect
    .poll(async () => (await track(given.id, given.access_code)).ok && track(given.id, given.access_code))
    .toMatchObject({ body: { status: 'SIGNED' } })
  const after = await download(given.id, given.access_code)
  if (!after.ok) throw new Error(after.error.key)
  expect(after.body.size).toBeGreaterThan(before.body.size)
  // What was deleted in time is not handed out, though the store may still have it.
  await api.context.pool.query(
    `UPDATE documents SET content_deleted_at = now() WHERE root_id = (SELECT document_id FROM anonymous_uploads WHERE id = $1)`,
    [given.id],
  )
  expect(await download(given.id, given.access_code)).toMatchObject({ status: 404 })
  const events = (await api.call(requests.getEvents, { params: { id } }, ben.as)).items
  const kinds = events.map(({ type }) => type)
  expect(kinds).toEqual(expect.arrayContaining(['created', 'handed_over', 'handed_back']))
  expect(events.find(({ type }) => type === 'handed_back')).toMatchObject({
    actor: { kind: 'link', email: null },
  })
})

test('two who claim at once: one has it, and claiming it again leads there', async () => {
  const given = await upload()
  const replies = await Promise.all(
    [ben, dora, ben, dora].map(({ as }) => claim(given.token, as, given.access_code)),
  )
  const ids = replies.flatMap((reply) => (reply.ok ? [reply.body.signature_request_id] : []))
  const refused = replies.flatMap((reply) => (reply.ok ? [] : [reply.error.key]))
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  expect(refused).toEqual(['anonymous_upload.claimed', 'anonymous_upload.claimed'])
  const [winner, loser] = replies[0]?.ok ? [ben, dora] : [dora, ben]
  expect(await open(given.token, winner.as)).toMatchObject({
    body: { state: 'CLAIMED', signature_request_id: ids[0] },
  })
  expect(await open(given.token, loser.as, given.access_code)).toMatchObject({
    body: { state: 'CLAIMED', signature_request_id: null, document: null },
  })
  expect(await keyOf(takeBack(given.id, given.access_code))).toBe('anonymous_upload.claimed')
})

test('of parallel guesses five are looked at, then the right code has to wait too; nothing else is locked', async () => {
  const given = await upload()
  const other = await upload()
  const guesses = await Promise.all([
    ...Array.from({ length: 15 }, () => keyOf(track(given.id, wrong))),
    ...Array.from({ length: 15 }, () => keyOf(claim(given.token, ben.as, wrong))),
  ])
  expect(guesses.filter((key) => key === 'anonymous_upload.code_wrong')).toHaveLength(5)
  expect(guesses.filter((key) => key === 'rate.exceeded')).toHaveLength(25)
  const locked = await claim(given.token, ben.as, given.access_code)
  expect(locked).toMatchObject({ status: 429 })
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(600)
  expect(await track(other.id, other.access_code)).toMatchObject({ status: 200 })
  // The code of one opens no other.
  expect(await keyOf(track(other.id, given.access_code))).toBe('anonymous_upload.code_wrong')

  await api.context.pool.query(
    `UPDATE anonymous_uploads SET code_failed_at = code_failed_at - interval '15 minutes' WHERE id = $1`,
    [given.id],
  )
  expect(await claim(given.token, ben.as, given.access_code)).toMatchObject({ status: 201 })
})

test('what is taken back is gone for everybody', async () => {
  const given = await upload()
  expect(await keyOf(takeBack(given.id, wrong))).toBe('anonymous_upload.code_wrong')
  expect(await takeBack(given.id, given.access_code)).toMatchObject({ status: 200 })
  expect(await keyOf(takeBack(given.id, given.access_code))).toBe('anonymous_upload.over')
  expect(await track(given.id, given.access_code)).toMatchObject({ body: { status: 'WITHDRAWN' } })
  expect(await open(given.token, ben.as, given.access_code)).toMatchObject({
    body: { state: 'WITHDRAWN', document: null },
  })
  expect(await keyOf(claim(given.token, ben.as, given.access_code))).toBe('anonymous_upload.over')
  expect(await download(given.id, given.access_code)).toMatchObject({ status: 404 })
})

test('unclaimed it is over after a day, before the job too; the job takes its content, and all after 90 days', async () => {
  const given = await upload()
  const claimed = await upload()
  const [sha256, kept] = await Promise.all(
    [given, claimed].map(async ({ token, access_code }) => {
      const reply = await open(token, ben.as, access_code)
      return (reply.ok && reply.body.document?.sha256) || ''
    }),
  )
  await claim(claimed.token, ben.as, claimed.access_code)
  await age(given.id, '24 hours')
  await age(claimed.id, '24 hours')
  expect(await track(given.id, given.access_code)).toMatchObject({ body: { status: 'EXPIRED' } })
  expect(await keyOf(claim(given.token, ben.as, given.access_code))).toBe('anonymous_upload.over')
  expect(await api.context.documentStore.has(sha256 ?? '')).toBe(true)
  await removeOldAnonymousUploads(api.context)
  const stored = await api.context.pool.query('SELECT upload FROM anonymous_uploads WHERE id = $1', [
    given.id,
  ])
  expect(stored.rows).toEqual([{ upload: null }])
  expect(await track(given.id, given.access_code)).toMatchObject({ body: { status: 'EXPIRED' } })
  expect(await track(claimed.id, claimed.access_code)).toMatchObject({ body: { status: 'CLAIMED' } })

  const soon = { ...api.context.documentStore }
  const swept: string[] = []
  const sweep = {
    ...soon,
    sweep: async (_: Date, isUsed: (sha256: string) => Promise<boolean>) => {
      for (const one of [sha256 ?? '', kept ?? '']) if (!(await isUsed(one))) swept.push(one)
      return swept.length
    },
  }
  await removeUnusedContent({ ...api.context, documentStore: sweep })
  expect(swept).toEqual([sha256])

  await age(claimed.id, '89 days')
  expect(await track(claimed.id, claimed.access_code)).toMatchObject({ status: 404 })
  await removeOldAnonymousUploads(api.context)
  const left = await api.context.pool.query('SELECT 1 FROM anonymous_uploads WHERE id = $1', [claimed.id])
  expect(left.rowCount).toBe(0)
})

test('what is claimed while someone asks whether its content is in use, is', async () => {
  const claimed = await upload()
  await claim(claimed.token, ben.as, claimed.access_code)
  const given = await upload()
  const opened = await open(given.token, ben.as, given.access_code)
  const sha256 = (opened.ok && opened.body.document?.sha256) || ''
  const claiming = await api.context.pool.connect()
  try {
    await claiming.query('BEGIN; LOCK TABLE attachments IN ACCESS EXCLUSIVE MODE')
    const isInUse = isContentInUse(api.context.db, sha256)
    // In this database: the table has the same number in those of other tests.
    const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE relation = 'attachments'::regclass AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    const count = async () => (await claiming.query<{ count: number }>(waiting)).rows[0]?.count
    await expect.poll(count).toBeGreaterThan(0)
    // What claiming does to the content.
    await claiming.query(
      `INSERT INTO documents SELECT (jsonb_populate_record(d, jsonb_build_object(
         'id', $1::text, 'root_id', $1::text, 'sha256', $2::text, 'content_deleted_at', null))).* FROM documents d LIMIT 1`,
      [crypto.randomUUID(), sha256],
    )
    await claiming.query('UPDATE anonymous_uploads SET upload = NULL WHERE id = $1', [given.id])
    await claiming.query('COMMIT')
    expect(await isInUse).toBe(true)
  } finally {
    claiming.release(true)
  }
})

test('a draft that is claimed has a title that it can be saved with', async () => {
  const given = await upload('L'.repeat(255))
  expect(given.title).toHaveLength(255)
  const reply = await claim(given.token, ben.as, given.access_code)
  if (!reply.ok) throw new Error(reply.error.key)
  const params = { id: reply.body.signature_request_id }
  const { title } = await api.call(requests.getSignatureRequest, { params }, ben.as)
  expect(await api.ask(requests.updateSignatureRequest, { params, body: { title } }, ben.as)).toMatchObject({
    ok: true,
    body: { title: 'L'.repeat(200) },
  })
})

test('a draft that its owner deletes will not be signed; what was never there is not found', async () => {
  const given = await upload()
  const reply = await claim(given.token, ben.as, given.access_code)
  if (!reply.ok) throw new Error(reply.error.key)
  await api.call(requests.deleteSignatureRequest, { params: { id: reply.body.signature_request_id } }, ben.as)
  expect(await track(given.id, given.access_code)).toMatchObject({
    body: { status: 'WITHDRAWN', creator: null },
  })
  expect(await download(given.id, given.access_code)).toMatchObject({ status: 404 })
  expect(await keyOf(claim(given.token, ben.as, given.access_code))).toBe('anonymous_upload.over')
  expect(await track(crypto.randomUUID(), given.access_code)).toMatchObject({ status: 404 })
  expect(await open('AAAAAAAAAAAAAAAAAAAAAA', ben.as)).toMatchObject({ status: 404 })
  expect(await api.ask(calls.getAnonymousUpload, { params: { token: given.token } })).toMatchObject({
    status: 401,
  })
})

test('a network hands in 20 an hour, before any of it is read; and only what can be signed, up to 25 MB', async () => {
  await upload()
  const notPdf = { body: { title: 'Plan', content: Buffer.from('Plan').toString('base64') } }
  const keys = await Promise.all(
    Array.from({ length: 30 }, () => keyOf(api.ask(calls.uploadAnonymously, notPdf))),
  )
  expect(keys.filter((key) => key === 'document.not_a_pdf')).toHaveLength(19)
  expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(11)
  await api.context.pool.query('DELETE FROM throttles WHERE key = $1', [
    `anonymous-upload:${networkOf('127.0.0.1')}`,
  ])
  const form = new FormData()
  form.set('file', new Blob([aPdf(), new Uint8Array(26 * 1024 * 1024)]), 'Large.pdf')
  const response = await fetch(`${api.url}/v1/sendto`, { method: 'POST', body: form })
  expect(response.status).toBe(413)
  const small = new FormData()
  small.set('file', new Blob([aPdf()]), 'Offer 7.pdf')
  const taken = await fetch(`${api.url}/v1/sendto`, { method: 'POST', body: small })
  expect(await taken.json()).toMatchObject({ title: 'Offer 7' })
})
