import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as calls from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import {
  compoundFile,
  namesOverOneMegabyte,
  officeFile,
  openDocumentFile,
  withoutLastInDirectory,
} from '#api/signing/attachments/test-files.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'

// A stand-in for LibreOffice: it makes the same PDF of every file, and nothing of one that says `unreadable`.
const standIn = `#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done
grep -q unreadable "$1" && exit 0
cp "$(dirname "$0")/made.pdf" "$out/document.pdf"
echo "\${1##*.}" >> "$(dirname "$0")/kinds"
`
const made = aPdf({ title: 'Made of an office file', pages: 2 })

let folder = ''
let api: TestApi
let without: TestApi
let ben: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soffice-'))
  const program = join(folder, 'soffice')
  await writeFile(program, standIn)
  await chmod(program, 0o755)
  await writeFile(join(folder, 'made.pdf'), made)
  api = await startTestApi({ environment: { LIBREOFFICE: program } })
  without = await startTestApi({ environment: { LIBREOFFICE: 'off' } })
  ben = await api.person({ firstName: 'Ben' })
}, 60_000)
afterAll(async () => {
  await api?.stop()
  await without?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function upload(to: TestApi, owner: Person, name: string, content: Uint8Array) {
  const { id } = await aDraft(to, { owner, documents: [] })
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  return to.ask(requests.addDocument, { params: { id }, body: body as never }, owner.as)
}

test.each([
  ['docx', 'Lease.docx', () => officeFile('word')],
  ['xlsx', 'Rent.xlsx', () => officeFile('xl')],
  ['pptx', 'Plan.pptx', () => officeFile('ppt')],
  ['odt', 'Lease.odt', () => openDocumentFile('text')],
  [
    'odt',
    'Empty libraries.odt',
    () => openDocumentFile('text', ['Basic/script-lc.xml', 'Basic/Standard/script-lb.xml']),
  ],
  ['ods', 'Rent.ods', () => openDocumentFile('spreadsheet')],
  ['odp', 'Plan.odp', () => openDocumentFile('presentation')],
  ['doc', 'Lease.doc', () => compoundFile('WordDocument')],
  ['rtf', 'Lease.rtf', () => Buffer.from('{\\rtf1 Lease}')],
])('%s becomes a PDF that can be signed', async (kind, name, content) => {
  const reply = await upload(api, ben, name, await content())
  if (!reply.ok) throw new Error(reply.error.key)
  expect(reply.body).toMatchObject({
    name,
    content_type: 'application/pdf',
    page_count: 2,
    size: made.length,
  })
  const file = await api.ask(calls.downloadDocument, { params: { id: reply.body.id } }, ben.as)
  if (!file.ok) throw new Error(file.error.key)
  expect(made.equals(Buffer.from(await file.body.arrayBuffer()))).toBe(true)
  const title = name.replace(`.${kind}`, '')
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(`${title}.pdf`))
  // Told by what it is, which decides the program's part that reads it.
  expect((await readFile(join(folder, 'kinds'), 'utf8')).trim().split('\n').at(-1)).toBe(kind)
})

test('what it is decides the content, not the name', async () => {
  expect(await upload(api, ben, 'picture.png', await officeFile('word'))).toMatchObject({ ok: true })
  expect(await upload(api, ben, 'Lease.docx', aPdf({ pages: 3 }))).toMatchObject({ body: { page_count: 3 } })
})

/** A zip whose directory says it unpacks to so many bytes. */
async function bomb(size: number): Promise<Buffer> {
  const zip = new ZipFile()
  for (const name of ['[Content_Types].xml', 'word/document.xml']) zip.addBuffer(Buffer.alloc(10), name)
  zip.end()
  const content = await buffer(zip.outputStream)
  const entry = content.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  content.writeUInt32LE(size, entry + 24)
  return content
}

test.each([
  ['a zip of something else', () => bombless(), 'document.not_a_pdf'],
  ['a document with macros', () => officeFile('word', ['word/vbaProject.bin']), 'document.active_content'],
  [
    'an OpenDocument text with Basic macros',
    () => openDocumentFile('text', ['Basic/script-lc.xml', 'Basic/Standard/Module1.xml']),
    'document.active_content',
  ],
  [
    'an OpenDocument text with scripts in Python',
    () => openDocumentFile('text', ['Scripts/python/start.py']),
    'document.active_content',
  ],
  [
    'an OpenDocument text with a directory too large to be looked through',
    () => openDocumentFile('text', ['Basic/Standard/Module1.xml', ...namesOverOneMegabyte]),
    'document.too_complex',
  ],
  [
    'an OpenDocument text with macros that its directory leaves out',
    async () => withoutLastInDirectory(await openDocumentFile('text', ['Basic/Standard/Module1.xml'])),
    'document.not_a_pdf',
  ],
  ['a zip that would unpack to gigabytes', () => bomb(3_000_000_000), 'document.too_complex'],
  [
    'a file the program makes nothing of',
    () => Buffer.from('{\\rtf1 unreadable}'),
    'document.conversion_failed',
  ],
  ['a compound file of something else', () => compoundFile('Thumbs'), 'document.not_a_pdf'],
])('an office file like this is refused: %s', async (_, content, key) => {
  expect(await upload(api, ben, 'Lease.docx', await content())).toMatchObject({ status: 422, error: { key } })
})

async function bombless(): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('a'), 'a.txt')
  zip.end()
  return buffer(zip.outputStream)
}

test('where no program is there for it, an office file is refused with what to do', async () => {
  const anna = await without.person({ firstName: 'Anna' })
  expect(await upload(without, anna, 'Lease.docx', await officeFile('word'))).toMatchObject({
    status: 422,
    error: { key: 'document.office_not_taken' },
  })
  expect(await upload(without, anna, 'Lease.pdf', aPdf())).toMatchObject({ ok: true })
})
