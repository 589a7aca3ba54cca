import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@countersign/pdf-signature/inspect.ts'
import { aPdf as simplePdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { qpdf } from '@countersign/pdf-signature/testing/qpdf.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { type InspectionResult, inspectUpload } from './inspect-thread.ts'
import { sniff } from './sniff.ts'
import { testPdf, withBrokenXref } from '../test-pdf.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspected(content: Uint8Array): Promise<InspectionResult> {
  const file = join(folder, 'upload')
  await writeFile(file, content)
  const kind = sniff(content)
  if (!kind) throw new Error('neither PDF nor image')
  const answer = await inspectUpload({ file, kind, decodeLarge: true })
  if ('isLarge' in answer) throw new Error('not decoded')
  return answer instanceof Transferred ? answer.value : answer
}

/** What is stored instead of the upload; it has to be sound. */
async function replacementOf(content: Uint8Array) {
  const answer = await inspected(content)
  if ('refused' in answer || !answer.replacement) throw new Error('nothing took its place')
  const inspection = inspect(answer.replacement)
  expect(inspection).toMatchObject({ encrypted: false, needsNormalising: false })
  return { ...answer, replacement: answer.replacement }
}

function protectedPdf(userPassword = ''): Buffer {
  const plain = testPdf({ pages: [{ content: 'BT /F1 20 Tf 100 700 Td (Hello) Tj ET' }] })
  return qpdf(plain, '--encrypt', userPassword, 'owner', '256', '--modify=none', '--')
}

test('a sound PDF stays as it is; its pages are measured as displayed', async () => {
  const pages = [{}, { mediaBox: [0, 0, 300, 200], rotate: 90 }, { userUnit: 2 }] as const
  expect(await inspected(testPdf({ pages }))).toEqual({
    formFields: [],
    formProblem: null,
    pages: [
      { index: 0, width: 600, height: 800 },
      { index: 1, width: 200, height: 300 },
      { index: 2, width: 1200, height: 1600 },
    ],
    signatureFields: [],
    replacement: null,
    scriptsRemoved: false,
    seedValueFields: [],
  })
})

test('signature fields that the file has are told with their places', async () => {
  const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Tenant) /Rect [100 100 300 160] /P 10 0 R >>'
  const source = testPdf({ more: ['<< >>', field], catalog: '/AcroForm << /Fields [101 0 R] >>' })
    .toString('latin1')
    .replace('/Contents 11 0 R', '/Annots [101 0 R]')
  // The page's new text moved everything behind it.
  const answer = await inspected(Buffer.from(source, 'latin1'))
  if ('refused' in answer) throw new Error(answer.refused)
  const place = { page: 0, x: 100, y: 640, width: 200, height: 60, rotation: 0 }
  expect(answer.signatureFields).toEqual([{ name: 'Tenant', signed: false, places: [place] }])
})

test('a PDF whose signatures our own validator would refuse is refused at once', async () => {
  // The page draws what signing adds to: anyone who replaces one replaces the other.
  const shared = testPdf({ more: ['<< /Type /DSS >>'], catalog: '/DSS 100 0 R' })
  expect(await inspected(shared)).toEqual({ refused: 'not_signable' })
})

test('an unsigned hybrid file is rewritten with one cross-reference for all readers', async () => {
  const { replacement } = await replacementOf(simplePdf({ style: 'hybrid' }))
  expect(Buffer.from(replacement).includes('XRefStm')).toBe(false)
})

test('a broken cross-reference is written again, the pages the same', async () => {
  const { pages, replacement } = await replacementOf(withBrokenXref(testPdf({ pages: [{}, { rotate: 90 }] })))
  expect(pages).toEqual([
    { index: 0, width: 600, height: 800 },
    { index: 1, width: 800, height: 600 },
  ])
  expect(inspect(replacement).pageCount).toBe(2)
})

test('what opens without a password loses its encryption and nothing else', async () => {
  const { pages, replacement } = await replacementOf(protectedPdf())
  expect(pages).toHaveLength(1)
  expect(qpdf(replacement, '--stream-data=uncompress').toString('latin1')).toContain('(Hello) Tj')
})

test('what takes a password is refused', async () => {
  expect(await inspected(protectedPdf('secret'))).toEqual({ refused: 'encrypted' })
})

test('what is signed and encrypted is refused with that reason', async () => {
  const field = '<< /FT /Sig /T (Tenant) /V << /Type /Sig /Contents <00> >> >>'
  const signed = testPdf({ more: [field], catalog: '/AcroForm << /Fields [100 0 R] >>' })
  const content = qpdf(signed, '--encrypt', '', 'owner', '256', '--')
  expect(await inspected(content)).toEqual({ refused: 'signed_and_encrypted' })
})

test.each([
  ['a header and nothing else', Buffer.from('%PDF-1.7\n'), 'damaged'],
  ['no pages', testPdf({ pages: [] }), 'no_pages'],
  [
    'a script that runs on opening',
    testPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }),
    'active_content',
  ],
  ['a PNG that breaks off', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'damaged'],
  ['a JPEG that is none', Buffer.from('ffd8ff0000', 'hex'), 'damaged'],
])('a file like this is refused: %s', async (_, content, refused) => {
  expect(await inspected(content)).toEqual({ refused })
})

test('a photo becomes a page of A4 that lies as the photo is held, without what the camera wrote', async () => {
  const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c03020' } })
    .withExif({ IFD0: { Copyright: 'home address' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { pages, replacement } = await replacementOf(photo)
  expect(photo.includes('home address')).toBe(true)
  // Orientation 6: held upright, so that 1200 by 800 is seen as 800 by 1200.
  expect(pages).toEqual([{ index: 0, width: 595.276, height: 841.89 }])
  expect(Buffer.from(replacement).includes('home address')).toBe(false)
})

test('a PNG becomes a page; what was transparent is white', async () => {
  const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { pages, replacement } = await replacementOf(png)
  expect(pages).toEqual([{ index: 0, width: 841.89, height: 595.276 }])
  // Three hundred pixels at 96 dpi, in the middle of the page.
  expect(Buffer.from(replacement).toString('latin1')).toContain('q 225.000 0 0 75.000 308.445 260.138 cm')
})

test.each(['(Nobody\\000)', '<FEFF0041D80000420000>'])(
  'the inspection offers no field that no database keeps the name of: %s',
  async (name) => {
    const field = (title: string) =>
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${title} /Rect [0 0 90 30] >>`
    const content = testPdf({
      pages: [{ annots: '100 0 R 101 0 R' }],
      more: [field(name), field('(Tenant)')],
      catalog: '/AcroForm << /Fields [100 0 R 101 0 R] >>',
    })
    expect(await inspected(content)).toMatchObject({ signatureFields: [{ name: 'Tenant', signed: false }] })
  },
)

test('a field that may only be read is offered to nobody, and a hidden signature field demands nothing', async () => {
  const widget = '/Type/Annot/Subtype/Widget/P 10 0 R/Rect[100 100 200 120]'
  const file = simplePdf({
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]>>',
    objects: {
      60: `<<${widget}/F 4/FT/Tx/T(Rent)>>`,
      61: `<<${widget}/F 4/FT/Tx/T(House number)/Ff 1/V(7)>>`,
      62: `<<${widget}/F 2/FT/Sig/T(Notary)>>`,
    },
  })
  expect(await inspected(file)).toMatchObject({
    formFields: [{ name: 'Rent' }],
    signatureFields: [],
    seedValueFields: [],
  })
})
