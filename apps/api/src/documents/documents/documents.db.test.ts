import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { getDirectUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { aPdf as anyPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { qpdf } from '@countersign/pdf-signature/testing/qpdf.ts'
import sharp from 'sharp'
import { ultraHdr } from '#api/testing/documents/ultra-hdr.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { Saturated } from '#api/platform/threads/task.ts'
import { removeUnusedContent } from './deletion/remove-unused-content.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  await uploaded(aPdf({ title: 'The first' }))
})
afterAll(() => api?.stop())

const nobody = '00000000-0000-4000-8000-000000000000'

function form(content: Uint8Array, name = 'contract.pdf', part = 'file'): FormData {
  const body = new FormData()
  body.append(part, new Blob([new Uint8Array(content)]), name)
  return body
}

const guarded = (content: Uint8Array, password = '') =>
  qpdf(content, '--encrypt', password, 'owner', '256', '--')

async function draftOf(owner: Person): Promise<string> {
  return (await aDraft(api, { owner, documents: [] })).id
}

/** Uploads as the browser does. */
async function upload(id: string, body: FormData, as = ben.as) {
  return api.ask(requests.addDocument, { params: { id }, body: body as never }, as)
}

async function uploaded(content: Uint8Array, name?: string): Promise<calls.Document> {
  const reply = await upload(await draftOf(ben), form(content, name))
  if (!reply.ok) throw new Error(reply.error.key)
  return reply.body
}

async function storedFiles(): Promise<string[]> {
  const folder = join(api.context.config.dataDirectory, 'documents')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('an upload is stored as it came, described, and handed out again', async () => {
  const content = aPdf({ pages: 3, rotate: 90, title: 'Lease' })
  const document = await uploaded(content, 'C:\\Documents\\Mietvertrag für Zürich.pdf')
  expect(document).toMatchObject({
    parent_id: null,
    name: 'Mietvertrag für Zürich.pdf',
    title: 'Mietvertrag für Zürich',
    content_type: 'application/pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    page_count: 3,
    page_width: 842,
    page_height: 595,
    signature_fields: [],
  })
  expect(document.pages[2]).toEqual({ index: 2, width: 842, height: 595 })
  expect(await api.call(calls.getDocument, { params: { id: document.id } }, ben.as)).toEqual(document)

  const file = await api.ask(calls.downloadDocument, { params: { id: document.id } }, ben.as)
  if (!file.ok) throw new Error(file.error.key)
  expect(content.equals(Buffer.from(await file.body.arrayBuffer()))).toBe(true)
  expect(file.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Mietvertrag%20f%C3%BCr%20Z%C3%BCrich.pdf",
  )
  expect(file.headers.get('content-type')).toBe('application/pdf')
})

test('the same as JSON, and an image becomes a PDF', async () => {
  const png = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const body = { name: 'photo.pdf', content: png.toString('base64') }
  const document = await api.call(requests.addDocument, { params: { id: await draftOf(ben) }, body }, ben.as)
  expect(document).toMatchObject({ content_type: 'application/pdf', page_count: 1, page_width: 595.276 })
  const file = await api.call(calls.downloadDocument, { params: { id: document.id } }, ben.as)
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
})

test('a file in JSON is refused with a content type of another kind, and taken with its own', async () => {
  const png = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const file = { name: 'photo.png', content: png.toString('base64') }
  const add = async (contentType: string) =>
    api.ask(
      requests.addDocument,
      { params: { id: await draftOf(ben) }, body: { ...file, content_type: contentType } },
      ben.as,
    )
  const refused = (field: string) => ({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field, code: 'mismatch' }] },
  })
  expect(await add('application/pdf')).toMatchObject(refused('content_type'))
  expect(await add('image/png')).toMatchObject({ status: 201 })
  const documents = [{ ...file, content_type: 'image/jpeg' }]
  expect(
    await api.ask(requests.createSignatureRequest, { body: { title: 'Photo', documents } }, ben.as),
  ).toMatchObject(refused('documents.0.content_type'))
})

test.each([
  ['a program named .pdf', form(Buffer.from('MZ\u0090 not a PDF')), 422, 'document.not_a_pdf'],
  ['an empty file', form(Buffer.alloc(0)), 422, 'document.not_a_pdf'],
  ['a PDF that breaks off', form(Buffer.from('%PDF-1.7\n')), 422, 'document.damaged'],
  ['a PDF without pages', form(aPdf({ pages: 0 })), 422, 'document.no_pages'],
  ['a PDF that takes a password', form(guarded(aPdf(), 'secret')), 422, 'document.encrypted'],
  [
    'a PDF that is signed and encrypted',
    form(
      guarded(
        anyPdf({
          catalog: '/AcroForm<</Fields[60 0 R]>>',
          objects: { 60: '<</FT/Sig/T(Anna)/V 70 0 R>>', 70: '<</Type/Sig/Contents<00>>>' },
        }),
      ),
    ),
    422,
    'document.signed_and_encrypted',
  ],
  [
    'a form that makes its pages when it is opened',
    form(anyPdf({ catalog: '/NeedsRendering true/AcroForm<</XFA(x)/Fields[]>>' })),
    422,
    'document.dynamic_form',
  ],
  [
    'a PDF whose signatures would not be valid',
    form(
      anyPdf({
        catalog: '/DSS 80 0 R',
        page: '/Resources<</XObject 80 0 R>>',
        objects: { 80: '<</Type/DSS>>' },
      }),
    ),
    422,
    'document.not_signable',
  ],
  ['another part', form(aPdf(), 'contract.pdf', 'document'), 400, 'validation.failed'],
  ['no part', new FormData(), 400, 'validation.failed'],
])('a file like this is refused and not kept: %s', async (_, body, status, key) => {
  const before = await storedFiles()
  const reply = await upload(await draftOf(ben), body)
  expect(reply).toMatchObject({ ok: false, status, error: { key } })
  // Which part is missing, or which one nobody asked for.
  if (!reply.ok && status === 400) expect(['file', 'document']).toContain(reply.error.fields?.[0]?.field)
  expect(await storedFiles()).toEqual(before)
})

/** A small image whose header declares other pixels: it is judged by that, before anything is decoded. */
async function declaring(width: number, height: number, { progressive = false } = {}): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#c03020' } })
    .jpeg({ progressive })
    .toBuffer()
  // The frame header (ITU-T T.81 B.2.2): marker, length, precision, lines, samples per line.
  const frame = jpeg.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0, 0, 17, 8]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

test.each([
  ['110.2 megapixels', () => declaring(11_020, 10_000)],
  ['50.4 megapixels that come in passes', () => declaring(8000, 6300, { progressive: true })],
  [
    '50.4 megapixels of an Ultra HDR photo that come in passes',
    async () => ultraHdr(await declaring(8000, 6300, { progressive: true })),
  ],
])('an image that is too large is refused with the limit: %s', async (_, image) => {
  const before = await storedFiles()
  const reply = await upload(await draftOf(ben), form(await image(), 'scan.jpg'))
  expect(reply).toMatchObject({ status: 422, error: { key: 'document.image_too_large' } })
  expect(reply).toMatchObject({ error: { message: expect.stringContaining('110 megapixels, or 50') } })
  expect(await storedFiles()).toEqual(before)
})

test('large photos of two people are decoded one after the other', async () => {
  const photo = await sharp({ create: { width: 4800, height: 3500, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer()
  const { inspect } = api.context.threads
  const run = inspect.run.bind(inspect)
  const log: string[] = []
  const watched: typeof inspect.run = async (task, input, options) => {
    if (!options?.heavy) return run(task, input, options)
    try {
      // The turn is given before the one who waited for the task before hears of it.
      return await run(task, input, { ...options, admit: () => void setImmediate(() => log.push('begins')) })
    } finally {
      log.push('ends')
    }
  }
  const watch = vi.spyOn(inspect, 'run').mockImplementation(watched)
  const people = [ben, anna]
  const replies = await Promise.all(
    people.map(async (owner) => upload(await draftOf(owner), form(photo, 'photo.jpg'), owner.as)),
  )
  watch.mockRestore()
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a form with scripts is taken in without them where its sender asks for that, and says so', async () => {
  const script = '<</S/JavaScript/JS(event.value = 1)>>'
  const widget = `/Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Tx/Rect[20 150 160 170]/AA<</C ${script}>>`
  const scripted = (more = '') =>
    anyPdf({
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/CO[60 0 R]>>',
      page: '/Annots[60 0 R 62 0 R]',
      objects: {
        62: `<<${widget.replace('/C ', '/F ').replace('event.value = 1', String.raw`AFDate_FormatEx\("dd.mm.yyyy"\)`)}/T(Born)>>`,
        60: `<<${widget}/T(Sum)>>`,
        61: `<</FT/Sig/T(Anna)${more}>>`,
        70: '<</Type/Sig/Contents<00>>>',
      },
    })
  const id = await draftOf(ben)
  const add = (content: Buffer, query: { remove_scripts?: 'true' | 'false' }) =>
    api.ask(requests.addDocument, { params: { id }, query, body: form(content) as never }, ben.as)
  for (const query of [{}, { remove_scripts: 'false' as const }])
    expect(await add(scripted(), query)).toMatchObject({ error: { key: 'document.dynamic_form' } })
  const taken = await add(scripted(), { remove_scripts: 'true' })
  expect(taken).toMatchObject({
    ok: true,
    body: {
      scripts_removed: true,
      form_problem: null,
      // What they format is known by the scripts that were removed.
      form_fields: [
        { name: 'Sum', type: 'TEXT', format: null },
        { name: 'Born', type: 'TEXT', format: 'date' },
      ],
    },
  })
  if (!taken.ok) return
  const file = await api.call(calls.downloadDocument, { params: { id: taken.body.id } }, ben.as)
  expect(Buffer.from(await file.arrayBuffer()).includes('event.value')).toBe(false)
  const { items } = await api.call(requests.getEvents, { params: { id } }, ben.as)
  expect(items.find(({ type }) => type === 'document_added')?.data).toMatchObject({ scriptsRemoved: true })
  // What its sender reads of a draft is nobody else's.
  expect(items.map(({ type }) => type)).not.toContain('downloaded')
  expect(await add(aPdf(), { remove_scripts: 'true' })).toMatchObject({ body: { scripts_removed: false } })
  expect(await add(scripted('/V 70 0 R'), { remove_scripts: 'true' })).toMatchObject({
    error: { key: 'document.dynamic_form' },
  })
})

test('a file that is too large is refused, whether its length was told or not, and not kept', async () => {
  const id = await draftOf(ben)
  const before = await storedFiles()
  const told = await send(id, 130 * 1024 * 1024, 0)
  expect(told).toMatchObject({ status: 413, key: 'document.too_large' })
  const streamed = await send(id, null, 114 * 1024 * 1024)
  expect(streamed).toMatchObject({ status: 413, key: 'document.too_large' })
  const other = await send(id, null, 20 * 1024 * 1024, 'PK no PDF')
  expect(other).toMatchObject({ status: 422, key: 'document.not_a_pdf' })
  expect(await storedFiles()).toEqual(before)
})

/** A multipart upload of zeros after some first bytes, with or without telling its length. */
function send(
  id: string,
  told: number | null,
  size: number,
  start = '%PDF-1.7',
): Promise<{ status: number; key: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${api.url}/v3/signature-requests/${id}/documents`, {
      method: 'POST',
      headers: {
        authorization: ben.as,
        'content-type': 'multipart/form-data; boundary=edge',
        ...(told === null ? {} : { 'content-length': String(told) }),
      },
    })
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (piece) => (text += String(piece)))
      response.on('end', () => {
        sent.destroy()
        resolve({ status: response.statusCode ?? 0, key: (JSON.parse(text) as { key: string }).key })
      })
    })
    sent.on('error', reject)
    sent.write(`--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${start}\n`)
    let left = size
    const more = () => {
      while (left > 0 && !sent.destroyed) {
        left -= 1024 * 1024
        if (!sent.write(Buffer.alloc(1024 * 1024))) return
      }
      if (told === null && !sent.destroyed) sent.end('\r\n--edge--\r\n')
    }
    sent.on('drain', more)
    more()
  })
}

test('a page is an image of the page, cached by its content', async () => {
  const { id } = await uploaded(aPdf({ size: [300, 200] }))
  const ask = (n: string, scale?: string, headers = {}) =>
    api.ask(calls.getDocumentPage, { params: { id, n }, query: scale ? { scale } : {} }, ben.as, headers)
  const first = await ask('0')
  if (!first.ok) throw new Error(first.error.key)
  const image = Buffer.from(await first.body.arrayBuffer())
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 })
  expect(first.headers.get('content-type')).toBe('image/webp')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^".+"$/)

  const rendering = vi.spyOn(api.context.threads.render, 'run')
  const held = await fetch(`${api.url}/v3/documents/${id}/pages/0`, {
    headers: { authorization: ben.as, 'if-none-match': etag },
  })
  expect([held.status, await held.text(), held.headers.get('etag')]).toEqual([304, '', etag])
  expect(await ask('0', '100', { 'if-none-match': '"another"' })).toMatchObject({ ok: true })
  expect(rendering).not.toHaveBeenCalled()
  const atOnce = await Promise.all(['20', '20', '20', '20'].map((scale) => ask('0', scale)))
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(rendering).toHaveBeenCalledTimes(1)
  rendering.mockRestore()

  expect(await ask('1')).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await ask('0', '301')).toMatchObject({ status: 400, error: { fields: [{ field: 'scale' }] } })
})

test('the text of a page comes with its places', async () => {
  const { id } = await uploaded(aPdf({ size: [300, 200], title: 'Lease' }))
  const text = await api.call(calls.getDocumentPageText, { params: { id, n: '0' } }, ben.as)
  expect(text).toMatchObject({ width: 300, height: 200, runs: [{ text: 'Lease, page 1', font_size: 18 }] })
  expect(text.runs[0]?.x).toBeCloseTo(72, -1)
})

test('while the threads are busy the caller is asked to come again in a second', async () => {
  const { id } = await uploaded(aPdf({ title: 'Busy' }))
  const busy = vi.spyOn(api.context.threads.render, 'run').mockRejectedValue(new Saturated('busy'))
  const reply = await api.ask(calls.getDocumentPage, { params: { id, n: '0' } }, ben.as)
  busy.mockRestore()
  expect(reply).toMatchObject({ status: 503, error: { key: 'service.saturated' } })
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await api.ask(calls.getDocumentPage, { params: { id, n: '0' } }, ben.as)).toMatchObject({
    status: 200,
  })
})

const each = [
  ['getDocument', (id: string, as?: string) => api.ask(calls.getDocument, { params: { id } }, as)],
  ['downloadDocument', (id: string, as?: string) => api.ask(calls.downloadDocument, { params: { id } }, as)],
  [
    'getDocumentPage',
    (id: string, as?: string) => api.ask(calls.getDocumentPage, { params: { id, n: '0' } }, as),
  ],
  [
    'getDocumentPageText',
    (id: string, as?: string) => api.ask(calls.getDocumentPageText, { params: { id, n: '0' } }, as),
  ],
] as const

test.each(each)('%s: a signer once it is sent; to others the document does not exist', async (_, ask) => {
  const stranger = await api.person({ firstName: 'Zoe' })
  const draft = await aDraft(api, { owner: ben, signers: [{ email: anna.email }] })
  const id = draft.documents[0]?.id ?? ''
  expect(await ask(id, ben.as)).toMatchObject({ status: 200 })
  expect(await ask(id, anna.as)).toMatchObject({ status: 404, error: { key: 'not_found' } })
  await api.call(requests.initiateSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(await ask(id, anna.as)).toMatchObject({ status: 200 })
  const refused = await ask(id, stranger.as)
  expect(refused).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await ask(nobody, stranger.as)).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await ask('../../etc/passwd', stranger.as)).toMatchObject({ status: 404 })
  expect(await ask(id)).toMatchObject({ status: 401, error: { key: 'auth.required' } })
})

test('by a link one sees the documents of its request and no others', async () => {
  const email = `carla.${Date.now()}@example.org`
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const id = request.documents[0]?.id ?? ''
  const other = await uploaded(aPdf({ title: 'Other' }))
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const { token } = await api.call(getDirectUser, { query: { v2: 'true' } }, as)

  expect(await api.ask(calls.getDirectDocument, { params: { id } }, as)).toMatchObject({ status: 200 })
  expect(await api.ask(calls.getDirectDocument, { params: { id: other.id } }, as)).toMatchObject({
    status: 404,
  })
  expect(await api.ask(calls.getDirectDocument, { params: { id } }, ben.as)).toMatchObject({ status: 401 })
  for (const [document, status] of [
    [id, 200],
    [other.id, 404],
  ] as const) {
    const at = { params: { id: document, n: '0' }, query: { token } }
    expect(await api.ask(calls.getDirectDocumentPage, at)).toMatchObject({ status })
    expect(await api.ask(calls.getDirectDocumentPageText, at)).toMatchObject({ status })
    expect(await api.ask(calls.downloadDirectDocument, { ...at, params: { id: document } })).toMatchObject({
      status,
    })
  }
  // Taken back, neither link nor token opens it any longer.
  await api.call(
    requests.withdrawSignatureRequest,
    { params: { id: request.id }, body: { message: '' } },
    ben.as,
  )
  expect(await api.ask(calls.getDirectDocument, { params: { id } }, as)).toMatchObject({ status: 404 })
  const gone = { params: { id, n: '0' }, query: { token } }
  expect(await api.ask(calls.getDirectDocumentPage, gone)).toMatchObject({ status: 404 })
  expect(await api.ask(calls.downloadDirectDocument, { ...gone, params: { id } })).toMatchObject({
    status: 404,
  })
  const seen = await api.call(requests.getDirectSignatureRequest, { params: { id: request.id } }, as)
  expect([seen.status_overall, seen.viewer.can.download]).toEqual(['WITHDRAWN', false])
  const wrong = { params: { id, n: '0' }, query: { token: `${token}x` } }
  expect(await api.ask(calls.getDirectDocumentPage, wrong)).toMatchObject({ status: 401 })
})

test('the newest signed version is handed out, and that is kept as evidence', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const id = request.documents[0]?.id ?? ''
  const signing = { signatureRequests: [{ signatureRequestId: request.id }] }
  const { signatures } = await api.call(sign, { body: signing }, anna.as)
  expect(signatures).toMatchObject([{ status: 'SIGNED' }])

  const { documents } = await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)
  const versionId = documents[0]?.version_id ?? ''
  const version = await api.call(calls.getDocument, { params: { id: versionId } }, anna.as)
  expect(version).toMatchObject({ parent_id: id, page_count: 1 })
  const unsigned = await api.call(calls.downloadDocument, { params: { id } }, anna.as)
  expect(unsigned.size).toBe((await api.call(calls.getDocument, { params: { id } }, ben.as)).size)
  for (const from of [id, versionId]) {
    const signed = await api.call(
      calls.downloadDocument,
      { params: { id: from }, query: { signed: 'true' } },
      anna.as,
    )
    const content = Buffer.from(await signed.arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe(version.sha256)
  }

  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, ben.as)
  const downloads = items.filter(({ type }) => type === 'downloaded')
  expect(downloads.map(({ actor, data }) => [actor.email, data.documentId])).toEqual([
    [anna.email, id],
    [anna.email, versionId],
    [anna.email, versionId],
  ])
})

test('the file of one request is not shown signed to the people of another', async () => {
  const first = await aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }] })
  const id = first.documents[0]?.id ?? ''
  const carla = await api.person({ firstName: 'Carla' })
  const body = { title: 'The same again', quality: 'SES' as const, documents: [{ id }] }
  const second = await api.call(requests.createSignatureRequest, { body }, ben.as)
  const signatures = [{ account_email: carla.email, document_signatures: [] }]
  await api.call(requests.updateSignatureRequest, { params: { id: second.id }, body: { signatures } }, ben.as)
  await api.call(requests.initiateSignatureRequest, { params: { id: second.id } }, ben.as)
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: first.id }] } }, anna.as)

  const { documents } = await api.call(requests.getSignatureRequest, { params: { id: first.id } }, ben.as)
  const signedByAnna = documents[0]?.version_id ?? ''
  expect(signedByAnna).not.toBe(id)
  expect(await api.ask(calls.getDocument, { params: { id: signedByAnna } }, carla.as)).toMatchObject({
    status: 404,
  })
  const download = (of: string) => ({ params: { id: of }, query: { signed: 'true' as const } })
  // The request whose version it is has handed it out, and the other one has not.
  await api.call(calls.downloadDocument, download(id), ben.as)
  const downloadsIn = async (requestId: string) => {
    const { items } = await api.call(requests.getEvents, { params: { id: requestId } }, ben.as)
    return items.flatMap(({ type, data }) => (type === 'downloaded' ? [data.documentId] : []))
  }
  expect([await downloadsIn(first.id), await downloadsIn(second.id)]).toEqual([[signedByAnna], []])
  const own = second.documents[0]?.id ?? ''
  const forCarla = await api.call(calls.downloadDocument, download(own), carla.as)
  expect(forCarla.size).toBe(first.documents[0]?.size)
  expect(await api.ask(calls.downloadDocument, download(id), carla.as)).toMatchObject({ status: 404 })
})

test('content that no document has goes after a day', async () => {
  const kept = await uploaded(aPdf({ title: 'Kept' }))
  const store = api.context.documentStore
  const left = await store.write(Buffer.from('left by an upload that was cut short'))
  const young = await store.write(Buffer.from('an upload that is under way'))
  const longAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const { sha256 } of [kept, left]) await utimes(await store.file(sha256), longAgo, longAgo)
  expect(await removeUnusedContent(api.context)).toBe(1)
  expect(await Promise.all([kept, left, young].map(({ sha256 }) => store.has(sha256)))).toEqual([
    true,
    false,
    true,
  ])
})

test('signature fields that demand what no signature here is are named to the sender, and not offered', async () => {
  const field = (name: string, more: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/P 10 0 R/Rect[0 0 90 30]${more}>>`
  const content = anyPdf({
    page: '/Annots[60 0 R 61 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R]/SigFlags 3>>',
    objects: {
      60: field('Notary', '/SV<</Type/SV/Ff 2/SubFilter[/adbe.x509.rsa_sha1]>>'),
      61: field('Tenant', '/SV<</Type/SV/SubFilter[/adbe.x509.rsa_sha1]>>'),
    },
  })
  const id = await draftOf(ben)
  const added = await api.call(requests.addDocument, { params: { id }, body: form(content) as never }, ben.as)
  const names = { seed_value_fields: ['Notary'], signature_fields: [{ name: 'Tenant' }] }
  expect(added).toMatchObject(names)
  expect(await api.call(calls.getDocument, { params: { id: added.id } }, ben.as)).toMatchObject(names)
})
