import { readdir, utimes } from 'node:fs/promises'
import { deleteDocument, getDocument, getDocumentPage } from '@countersign/contract/documents.ts'
import { addAttachment } from '@countersign/contract/attachments.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { pageImagesIn } from '../pages/image-cache.ts'
import { removeUnusedContent } from './remove-unused-content.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(['Ben', 'Anna'].map((firstName) => api.person({ firstName })))
  ;[ben, anna] = people as [Person, Person]
}, 60_000)
afterAll(() => api?.stop())

const remove = (id: string, as: string | undefined) => api.ask(deleteDocument, { params: { id } }, as)
const statusOf = async (id: string) => (await api.ask(getDocument, { params: { id } }, ben.as)).status

/** An upload of Ben's that was taken out of its draft. */
async function loose(content = aPdf({ title: crypto.randomUUID() })): Promise<string> {
  const draft = await aDraft(api, { owner: ben, documents: [content] })
  const docId = draft.documents[0]?.id ?? ''
  await api.call(requests.removeDocument, { params: { id: draft.id, docId } }, ben.as)
  return docId
}

test('a document of one’s own that is nowhere is deleted, once', async () => {
  const id = await loose()
  expect(await remove(id, undefined)).toMatchObject({ status: 401 })
  expect(await remove(id, anna.as)).toMatchObject({ status: 404 })
  expect(await statusOf(id)).toBe(200)
  expect(await remove(id, ben.as)).toMatchObject({ status: 200 })
  expect(await statusOf(id)).toBe(404)
  expect(await remove(id, ben.as)).toMatchObject({ status: 404 })
  expect(await remove(crypto.randomUUID(), ben.as)).toMatchObject({ status: 404 })
})

test('one that is in a request stays, and so do its versions; to those who only see it it is not theirs', async () => {
  const draft = await aDraft(api, { owner: ben })
  const inDraft = draft.documents[0]?.id ?? ''
  expect(await remove(inDraft, ben.as)).toMatchObject({ status: 409, error: { key: 'document.in_use' } })
  const sent = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: sent.id }] } }, anna.as)
  const { documents } = await api.call(requests.getSignatureRequest, { params: { id: sent.id } }, ben.as)
  for (const id of [documents[0]?.id ?? '', documents[0]?.version_id ?? '']) {
    expect(await remove(id, ben.as)).toMatchObject({ status: 409, error: { key: 'document.in_use' } })
    expect(await remove(id, anna.as)).toMatchObject({ status: 404 })
    expect(await statusOf(id)).toBe(200)
  }
})

test('its content goes with the next sweep, and the images of its pages, unless an attachment or another upload has it', async () => {
  const store = api.context.documentStore
  const [alone, twice, attached] = ['Alone', 'Twice', 'Attached'].map((title) => aPdf({ title })) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const ids = [await loose(alone), await loose(twice), await loose(attached)]
  await loose(twice)
  const draft = await aDraft(api, { owner: ben })
  const file = { filename: 'Attached.pdf', content: attached.toString('base64') }
  await api.call(addAttachment, { params: { id: draft.id }, body: file }, ben.as)
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [ids],
  )
  for (const id of ids) {
    await api.call(getDocumentPage, { params: { id, n: '0' } }, ben.as)
    expect(await remove(id, ben.as)).toMatchObject({ status: 200 })
  }
  const longAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const { sha256 } of rows) await utimes(await store.file(sha256), longAgo, longAgo)
  await removeUnusedContent(api.context)
  expect(await Promise.all(rows.map(({ sha256 }) => store.has(sha256)))).toEqual([false, true, true])
  const images = await readdir(pageImagesIn(api.context.config), { recursive: true })
  const hasImages = rows.map(({ sha256 }) => images.some((name) => name.includes(sha256)))
  expect(hasImages).toEqual([false, true, true])
})

test('a document that is put into a request while it is deleted is either there or gone, never half', async () => {
  for (let n = 0; n < 8; n += 1) {
    const id = await loose()
    const body = { title: 'Race', documents: [{ id }] }
    const [made, removed] = await Promise.all([
      api.ask(requests.createSignatureRequest, { body }, ben.as),
      remove(id, ben.as),
    ])
    expect([[201, 409].join(), [404, 200].join()]).toContain([made.status, removed.status].join())
    expect(await statusOf(id)).toBe(made.ok ? 200 : 404)
  }
})
