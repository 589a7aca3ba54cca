import { downloadZip, getReport } from '@countersign/contract/audit-trail.ts'
import { writeFile } from 'node:fs/promises'
import * as requests from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

const input = (id: string) => ({ params: { id }, query: {} })
const sent = (shape: { title?: string; documents?: Buffer[] } = {}) =>
  aSignatureRequest(api, { owner: ben, signers: [{ email: anna.email }], ...shape })

test('each document in a zip that was handed out is evidence, as it is alone', async () => {
  const request = await sent({ documents: [aPdf(), aPdf({ pages: 2 })] })
  await api.call(downloadZip, input(request.id), anna.as)
  const { items } = await api.call(requests.getEvents, { params: { id: request.id } }, ben.as)
  const downloads = items.filter((event) => event.type === 'downloaded')
  expect(downloads.map((event) => event.data.documentId)).toEqual(request.documents.map(({ id }) => id))
  expect(downloads[0]?.actor).toMatchObject({ kind: 'account', email: anna.email })
})

test('a title that is cut in the middle of a character names the zip all the same', async () => {
  const { id } = await sent({ title: `${'a'.repeat(119)}😀 and more` })
  const reply = await api.ask(downloadZip, input(id), ben.as)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-disposition')).toContain(`${'a'.repeat(119)}_.zip`)
})

test('two long names in Chinese are different, and short enough to be unpacked', async () => {
  const name = `${'合'.repeat(120)}.pdf`
  const documents = [aPdf(), aPdf({ pages: 2 })].map((file) => ({ name, content: file.toString('base64') }))
  const { id } = await api.call(
    requests.createSignatureRequest,
    { body: { title: 'Names', documents } },
    ben.as,
  )
  const zip = await api.call(downloadZip, input(id), ben.as)
  const names = namesIn(Buffer.from(await zip.arrayBuffer()))
  expect(names.map((one) => one.slice(-8))).toEqual(['合合合合.pdf', ' (2).pdf'])
  for (const one of names) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255)
})

/** By the central directory (PKWARE APPNOTE 4.3.12). */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (
    let at = zip.indexOf('PK\x01\x02', 'latin1');
    at >= 0;
    at = zip.indexOf('PK\x01\x02', at + 46, 'latin1')
  )
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  return names
}

test('without a time-stamp there is no protocol: the zip and the report say that they can be had later', async () => {
  const { id } = await sent()
  await api.fault('tsa', 'status_503', -1)
  await api.fault('tsa2', 'status_503', -1)
  const replies = [
    await api.ask(downloadZip, input(id), ben.as),
    await api.ask(getReport, { params: { id }, query: { type: 'PDF' } }, ben.as),
  ]
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, error: { key: 'service.unavailable' } })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a file that rotted breaks the zip off, instead of leaving its receiver to wait', async () => {
  const request = await sent({ documents: [aPdf({ pages: 3 })] })
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM documents WHERE id = $1',
    [request.documents[0]?.id],
  )
  await writeFile(await api.context.documentStore.file(rows[0]?.sha256 ?? ''), Buffer.alloc(100))
  const response = await fetch(`${api.url}/v3/signature-requests/${request.id}/zip`, {
    headers: { authorization: ben.as },
    signal: AbortSignal.timeout(10_000),
  })
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})
