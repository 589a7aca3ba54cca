import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { sign } from '@countersign/contract/signing.ts'
import * as calls from '@countersign/contract/validations.ts'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { joined, signAll } from '@countersign/pdf-signature/testing/ceremony.ts'
import { sharedHolders } from '@countersign/pdf-signature/testing/shared-holders.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPdf } from '#api/documents/documents/test-pdf.ts'
import { revisionImagesIn } from '#api/documents/documents/pages/pages.ts'
import { toPem } from '#api/platform/values/pem.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { removeOldValidations } from './remove-old-validations.ts'

let api: TestApi
let folder = ''
let sealed: Buffer
/** A trust service that people elsewhere sign with. */
const elsewhere = aPki()
let clock = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validations-'))
  const anchors = join(folder, 'anchors.pem')
  await writeFile(anchors, toPem([elsewhere.root.certificate.raw]))
  api = await startTestApi({
    now: () => new Date(Date.now() + clock),
    environment: { TRUST_ANCHORS: anchors },
  })
  sealed = await signedByAnna(Buffer.from(aPdf({ pages: 2 })))
})
afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function signedByAnna(content: Buffer): Promise<Buffer> {
  const [ben, anna] = await Promise.all(['Ben', 'Anna'].map((firstName) => api.person({ firstName })))
  if (!ben || !anna) throw new Error('nobody came')
  const { id, documents } = await aSignatureRequest(api, {
    owner: ben,
    documents: [content],
    signers: [{ email: anna.email }],
  })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: id }] } }, anna.as)
  const params = { id: documents[0]?.id ?? '' }
  const file = await api.call(downloadDocument, { params, query: { signed: 'true' } }, ben.as)
  return Buffer.from(await file.arrayBuffer())
}

const upload = (content: Buffer, query: object = {}) =>
  api.ask(calls.validateDocument, { query, body: { content: content.toString('base64') } })
async function idOf(content: Buffer): Promise<string> {
  const reply = await upload(content)
  if (!reply.ok) throw new Error(reply.error.key)
  return reply.body.id
}
const see = (id: string) => api.ask(calls.getValidation, { params: { id } })

test('a file of ours is valid for anybody, with who signed it, at what level and as it was then', async () => {
  const reply = await upload(sealed, { infos: 'signer,format,validation', longTermValidation: 'true' })
  expect(reply).toMatchObject({
    ok: true,
    body: {
      valid: true,
      signatures: 1,
      validSignatures: 1,
      longTermValidation: true,
      visualDifferences: false,
      undefinedChanges: false,
      quality: 'SES',
      legislation: 'WORLD',
      additionalInfos: {
        signer: [{ valid: true, quality: 'SES', optionalInfos: { name: 'Anna Keller' } }],
        format: { fileType: 'PDF' },
        validation: { indication: 'TOTAL-PASSED' },
      },
    },
  })
  if (!reply.ok) return
  const { id } = reply.body
  const found = await api.call(calls.getValidation, { params: { id } })
  expect(found).toMatchObject({
    overall: 'TOTAL_PASSED',
    file: { pages: 2, size: sealed.length },
    signatures: [
      { type: 'signature', level: 'B-LTA', claims: { name: 'Anna Keller' } },
      { type: 'timestamp', indication: 'TOTAL_PASSED' },
    ],
  })
  const signed = found.signatures[0]?.revision ?? 0
  expect(found.file.revisions[signed - 1]?.pages).toHaveLength(2)
  const params = { id, revision: String(signed), n: '0' }
  const image = await api.call(calls.getValidationPage, { params, query: { scale: '20' } })
  expect(
    Buffer.from(await image.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP')
  const none = await api.ask(calls.getValidationPage, { params: { ...params, n: '7' } })
  expect(none).toMatchObject({ ok: false, status: 404 })
})

test('the name in a signature counts where this installation has signed for that person, and nowhere else', async () => {
  const theirs = joined(signAll(Buffer.from(aPdf({ pages: 1 })), elsewhere))
  const found = await api.call(calls.getValidation, { params: { id: await idOf(theirs) } })
  expect(found.signatures[0]).toMatchObject({
    indication: 'TOTAL_PASSED',
    sharedCertificate: false,
    claims: { name: 'Anna Muster' },
  })
  const tampered = Buffer.from(sealed)
  tampered.write('/MediaBoy', tampered.indexOf('/MediaBox'), 'latin1')
  const both = [await idOf(sealed), await idOf(tampered)].map((id) =>
    api.call(calls.getValidation, { params: { id } }),
  )
  const shared = (await Promise.all(both)).map(({ signatures }) => signatures[0]?.sharedCertificate)
  expect(shared).toEqual([true, false])
})

test('what else was asked for decides whether it is valid to who asks', async () => {
  expect(await upload(sealed, { quality: 'QES' })).toMatchObject({
    body: { valid: false, validSignatures: 1 },
  })
  expect(await upload(sealed, { quality: 'SES' })).toMatchObject({ body: { valid: true } })
  expect(await upload(sealed, { quality: 'BEST' })).toMatchObject({ status: 400 })
})

describe('content that was replaced after signing, by way of what may change, is not valid:', () => {
  const replaced = sharedHolders().filter(({ isVisible, isSound }) => isVisible && isSound)
  test.each(replaced.map((holder) => [holder.name, holder] as const))('%s', async (_, { base, change }) => {
    const original = await signedByAnna(base)
    expect(await upload(original)).toMatchObject({ body: { valid: true, visualDifferences: false } })
    expect(await upload(change(original))).toMatchObject({
      body: { valid: false, validSignatures: 0, visualDifferences: true, undefinedChanges: true },
    })
  })
})

test('a requirement that is misspelt is refused by name: the file would pass for one that meets it', async () => {
  for (const [name, meant] of [
    ['rejectUndefinedChange', 'rejectUndefinedChanges'],
    ['long_term_validation', 'longTermValidation'],
    ['infos[]', 'infos'],
  ] as const) {
    const address = `${api.url}/v1/validate/document?${encodeURIComponent(name)}=true`
    const body = JSON.stringify({ content: sealed.toString('base64') })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(address, { method: 'POST', headers, body })
    expect({ name, status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 400,
      fields: [{ field: name, code: 'unknown_field', message: `Unknown here. Did you mean ${meant}?` }],
    })
  }
})

test('pages that can be compared only in part are told of', async () => {
  const long = await signedByAnna(Buffer.from(aPdf({ pages: 230 })))
  const found = await api.call(calls.getValidation, { params: { id: await idOf(long) } })
  expect(found).toMatchObject({ overall: 'TOTAL_PASSED', withReservation: false, warnings: [] })
  expect(found.infos).toMatchObject([{ code: 'page_images_not_compared' }])
})

test('a changed file, one without signatures and one that is none are told apart', async () => {
  const tampered = Buffer.from(sealed)
  const at = tampered.indexOf('/MediaBox')
  tampered.write('/MediaBoy', at, 'latin1')
  const found = await api.call(calls.getValidation, { params: { id: await idOf(tampered) } })
  expect(found).toMatchObject({
    overall: 'TOTAL_FAILED',
    signatures: [{ subIndication: 'HASH_FAILURE' }, {}],
  })

  const plain = await upload(Buffer.from(aPdf({ pages: 1 })))
  expect(plain).toMatchObject({ body: { valid: false, signatures: 0 } })
  const noPdf = await api.call(calls.getValidation, { params: { id: await idOf(Buffer.from('Dear Anna')) } })
  expect(noPdf.file.problem).toBe('not_a_pdf')
  const encoded = { content: 'not base64!' }
  expect(await api.ask(calls.validateDocument, { body: encoded })).toMatchObject({ status: 400 })
})

test.each(['(Anna\\000)', '<FEFF0041D800006E0000>'])(
  'what no database keeps does not keep a file from being told of: %s',
  async (text) => {
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${text} /Rect [0 0 0 0] /V 101 0 R >>`
    const content = `/Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Name ${text} /Contents <3003020101>`
    const file = testPdf({
      pages: [{ annots: '100 0 R' }],
      more: [field, `<< /Type /Sig ${content} /ByteRange [0 10 20 10] >>`],
      catalog: '/AcroForm << /Fields [100 0 R] /SigFlags 3 >>',
    })
    const found = await api.call(calls.getValidation, { params: { id: await idOf(file) } })
    expect(found).toMatchObject({ overall: 'TOTAL_FAILED', signatures: [{}] })
    expect(JSON.stringify(found)).toContain('\uFFFD')
  },
)

test('a small file whose report would fill the memory is refused', async () => {
  const field = (index: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${index}) /Rect [0 0 0 0] /V 400 0 R >>`
  const fields = Array.from({ length: 300 }, (_, index) => field(index))
  const references = fields.map((_, index) => `${100 + index} 0 R`).join(' ')
  const content = `/Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Contents <3003020101>`
  const signature = `<< /Type /Sig ${content} /Name (${'Anna '.repeat(20_000)}) /ByteRange [0 10 20 10] >>`
  const file = testPdf({
    pages: [{ annots: references }],
    more: [...fields, signature],
    catalog: `/AcroForm << /Fields [${references}] /SigFlags 3 >>`,
  })
  expect(await upload(file)).toMatchObject({ error: { key: 'document.too_complex' } })
})

test('both reports can be had, as multipart it is taken too, and a larger one than 50 MB is not', async () => {
  const form = new FormData()
  form.set('content', new File([new Uint8Array(sealed)], 'Lease.pdf'))
  const { id } = await api.call(calls.validateDocument, { body: form as never })
  expect((await api.call(calls.getValidation, { params: { id } })).name).toBe('Lease.pdf')
  const ask = async (type: 'JSON' | 'XML') =>
    (await api.call(calls.getValidationReport, { params: { id }, query: { type } })).text()
  expect(await ask('XML')).toContain('urn:etsi:019102:mainindication:total-passed')
  expect(JSON.parse(await ask('JSON'))).toMatchObject({ overall: 'TOTAL_PASSED' })
  const plain = await idOf(Buffer.from(aPdf({ pages: 1 })))
  const xml = await api.ask(calls.getValidationReport, { params: { id: plain }, query: { type: 'XML' } })
  expect(xml).toMatchObject({ status: 404 })

  const large = new FormData()
  large.set('content', new File([new Uint8Array(51 * 1024 * 1024)], 'Large.pdf'))
  const refused = await api.ask(calls.validateDocument, { body: large as never })
  expect(refused).toMatchObject({ status: 413, error: { key: 'document.too_large' } })
})

test('a file that is deleted is gone at once, another after an hour on its own; the same file of someone else stays', async () => {
  const [mine, theirs] = [await idOf(sealed), await idOf(sealed)]
  const images = async () => {
    const found = await readdir(revisionImagesIn(api.context.config), {
      recursive: true,
      withFileTypes: true,
    })
    return found.filter((entry) => entry.isFile()).length
  }
  const seePage = (id: string) =>
    api.call(calls.getValidationPage, { params: { id, revision: '1', n: '0' }, query: { scale: '20' } })
  await seePage(mine)
  expect(await images()).toBeGreaterThan(0)
  await api.call(calls.deleteValidation, { params: { id: mine } })
  expect(await see(mine)).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await api.ask(calls.deleteValidation, { params: { id: mine } })).toMatchObject({ status: 404 })
  expect(await see('guessed')).toMatchObject({ status: 404 })
  const { sha256 } = (await api.call(calls.getValidation, { params: { id: theirs } })).file
  expect(await api.context.validationStore.has(sha256)).toBe(true)
  expect(await images()).toBe(0)
  await seePage(theirs)

  clock = 3_600_000
  expect(await see(theirs)).toMatchObject({ status: 404 })
  clock = 2 * 3_600_000
  await removeOldValidations(api.context)
  expect(await api.context.validationStore.has(sha256)).toBe(false)
  expect(await images()).toBe(0)
})

test('a page of a file that someone else has just deleted is not found', async () => {
  clock = 4 * 3_600_000
  const id = await idOf(sealed)
  const { sha256 } = (await api.call(calls.getValidation, { params: { id } })).file
  await api.context.validationStore.remove(sha256)
  const page = { params: { id, revision: '1', n: '0' }, query: { scale: '30' } }
  expect(await api.ask(calls.getValidationPage, page)).toMatchObject({ status: 404 })
})

test('one network validates so many files an hour, and no more', async () => {
  clock = 5 * 3_600_000
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) statuses.push((await upload(Buffer.from('%PDF-'))).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  // The programs of many customers may come from one network: each has a limit of its own, and an unknown one is refused.
  const anna = await api.person({ firstName: 'Anna' })
  const { as } = await anApiUser(api, { admin: anna, businessId: await aBusiness(api, { admins: [anna] }) })
  const validate = (program: string) =>
    api.ask(calls.validateDocument, { query: {}, body: { content: sealed.toString('base64') } }, program)
  expect(await validate(as)).toMatchObject({ ok: true })
  expect(await validate(`${as.slice(0, -4)}0000`)).toMatchObject({ error: { key: 'api_user.token_invalid' } })
})

describe('room for files of others is kept:', () => {
  const gibibyte = 1024 ** 3
  /** Everything that was validated so far is gone, and the hour of what was counted is over. */
  const later = async (hours: number) => {
    clock = hours * 3_600_000
    await removeOldValidations(api.context)
  }

  test('one network uploads half a gibibyte an hour, and no more', async () => {
    await later(7)
    expect(await upload(sealed)).toMatchObject({ ok: true })
    // As if it had uploaded the largest files that are accepted, up to its share.
    await api.context.pool.query(`UPDATE throttles SET failures = $1 WHERE key LIKE 'validation-size:%'`, [
      512 * 1024 - 1,
    ])
    expect(await upload(Buffer.alloc(4096))).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
    expect(await upload(sealed)).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
    await later(9)
    expect(await upload(sealed)).toMatchObject({ ok: true })
  })

  test('a file that is uploaded again takes no more room', async () => {
    await later(11)
    expect(await upload(sealed)).toMatchObject({ ok: true })
    expect(await upload(sealed)).toMatchObject({ ok: true })
    await api.context.pool.query('UPDATE validations SET size = $1', [5 * gibibyte])
    expect(await upload(sealed)).toMatchObject({ ok: true })
    await api.context.pool.query('UPDATE validations SET size = $1', [9 * gibibyte])
    expect(await upload(sealed)).toMatchObject({ status: 503, error: { key: 'service.saturated' } })
  })
})
