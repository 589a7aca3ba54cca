import {
  arrayEntry,
  catalogOf,
  dictEntry,
  entryOf,
  openDocument,
} from '@countersign/pdf-signature/reader/document.ts'
import { decodeStream } from '@countersign/pdf-signature/reader/filters.ts'
import { listFormFields } from '@countersign/pdf-signature/reader/form-fields.ts'
import { isDict, isStream } from '@countersign/pdf-signature/reader/objects.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareTask } from './engine-thread.ts'

const metadata = (part: number, level = 'B') =>
  streamObject(
    `<rdf:Description pdfaid:part="${part}" pdfaid:conformance="${level}"/>`,
    '/Type/Metadata/Subtype/XML',
  )

const outputIntent = {
  91: '<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 92 0 R>>',
  92: streamObject('profile', '/N 3'),
}
const archival = (part: number, intent: object = outputIntent) =>
  aPdf({ catalog: '/Metadata 90 0 R/OutputIntents[91 0 R]', objects: { 90: metadata(part), ...intent } })

/** What a visible signature with a half-transparent picture puts into the file. */
async function signedIn(base: Buffer) {
  const pixel = {
    create: { width: 2, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
  } as const
  const image = new Uint8Array(await sharp(pixel).png().toBuffer())
  const { fields, prepared } = await prepareTask({
    base,
    placements: [{ name: 'Anna', page: 0, rect: { x: 10, y: 10, width: 200, height: 100 } }],
    fieldName: 'Anna',
    signerName: 'Anna Müller',
    contactInfo: 'anna@example.org',
    time: new Date(),
    visible: { lines: ['Anna Müller'], image },
  })
  const document = openDocument([base, fields, prepared.tail])
  const hasMetadata = (one: typeof document) => catalogOf(one).dict.entries.has('Metadata')
  expect(hasMetadata(document)).toBe(hasMetadata(openDocument(base)))
  const [field] = listFormFields(document)
  const appearance = field && dictEntry(document, field.dict, 'AP')
  const form = appearance && entryOf(document, appearance, 'N')
  const resources = isStream(form) ? dictEntry(document, form.dict, 'Resources') : undefined
  const pictures = resources && dictEntry(document, resources, 'XObject')
  const picture = pictures && entryOf(document, pictures, 'I')
  if (!isStream(picture)) throw new Error('no picture')
  return {
    hasMask: picture.dict.entries.has('SMask'),
    pixels: [...decodeStream(picture, document.budget, (object) => object ?? null)],
    glyphSets: countOf(document, 'CIDSet'),
  }
}

function countOf(document: ReturnType<typeof openDocument>, key: string): number {
  let count = 0
  for (let num = 1; num < document.xref.size; num += 1) {
    const value = document.load(num)
    if (isDict(value) && value.entries.has(key)) count += 1
  }
  return count
}

test('PDF/A-1 gets no soft mask, and a list of the glyphs of each font', async () => {
  const { hasMask, pixels, glyphSets } = await signedIn(archival(1))
  expect(hasMask).toBe(false)
  // Half of black on white.
  for (const sample of pixels) expect(Math.abs(sample - 127)).toBeLessThanOrEqual(1)
  expect(glyphSets).toBe(1)
})

test.each([
  ['PDF/A-2', archival(2)],
  ['a file that is no PDF/A', aPdf()],
])('%s keeps the transparency', async (_, base) => {
  expect(await signedIn(base)).toMatchObject({ hasMask: true, glyphSets: 0 })
})

test('PDF/A-2 without an output intent has no colours to blend in: its picture is on white', async () => {
  const { hasMask, pixels } = await signedIn(archival(2, { 91: '<</Type/OutputIntent/S/GTS_PDFX>>' }))
  expect(hasMask).toBe(false)
  for (const sample of pixels) expect(Math.abs(sample - 127)).toBeLessThanOrEqual(1)
})

const order = {
  placements: [
    { name: 'Anna', page: 0, rect: { x: 10, y: 10, width: 200, height: 100 }, lock: ['Town'] },
    { name: 'Ben', page: 0, rect: { x: 10, y: 150, width: 200, height: 100 } },
    { kind: 'text', name: 'Town', label: 'Town', page: 0, rect: { x: 10, y: 120, width: 90, height: 20 } },
  ],
  fieldName: 'Anna',
  signerName: 'Anna Müller',
  contactInfo: 'anna@example.org',
  time: new Date(),
  visible: null,
} as const

test('in PDF/A the field of a signer who is yet to sign has an appearance that shows nothing', async () => {
  const appearanceOf = async (base: Buffer) => {
    const { fields, prepared } = await prepareTask({ ...order, base })
    const document = openDocument([base, fields, prepared.tail])
    const field = listFormFields(document).find(({ name }) => name === 'Ben')
    const appearance = field && dictEntry(document, field.dict, 'AP')
    const normal = appearance && entryOf(document, appearance, 'N')
    return isStream(normal) ? Buffer.from(normal.data).toString() : null
  }
  expect(await appearanceOf(archival(2))).toBe('')
  expect(await appearanceOf(aPdf())).toBeNull()
})

test('a certified PDF/A-2 or 3 states no digest method, which ISO 19005-2 §6.1.12 forbids', async () => {
  const methods = async (base: Buffer) => {
    const { prepared } = await prepareTask({ ...order, base, certify: true })
    const revision = Buffer.from(prepared.tail).toString('latin1')
    return [revision.match(/\/TransformMethod /g)?.length, revision.match(/\/DigestMethod /g)?.length ?? 0]
  }
  // The certification, and the lock of the signer’s fields.
  expect([await methods(archival(2)), await methods(archival(3))]).toEqual([
    [2, 0],
    [2, 0],
  ])
  expect(await methods(aPdf())).toEqual([2, 2])
})

test('PDF/A-2 has no string of more than 32,767 bytes, whatever room a signature from elsewhere is to have', async () => {
  const roomIn = async (base: Buffer) =>
    (await prepareTask({ ...order, base, contentsSize: 40_000 })).prepared.placeholder.size
  expect([await roomIn(archival(2)), await roomIn(archival(4)), await roomIn(aPdf())]).toEqual([
    32_767, 40_000, 40_000,
  ])
})

test('PDF/A-2u says of each glyph what it stands for, of the marks of a letter as well', async () => {
  const glyphsOf = async (level: string) => {
    const base = aPdf({ catalog: '/Metadata 90 0 R', objects: { 90: metadata(2, level) } })
    const visible = { lines: ['דָּוִד', 'ที่อยู่'], image: null }
    const signing = { ...order, base, placements: [order.placements[1]], fieldName: 'Ben', visible }
    const { fields, prepared } = await prepareTask(signing)
    const document = openDocument([base, fields, prepared.tail])
    let [drawn, meanings] = [0, 0]
    for (let num = 1; num < document.xref.size; num += 1) {
      const value = document.load(num)
      // A code and its width each, of the glyph for what is missing as well.
      const widths = isDict(value) ? arrayEntry(document, value, 'W') : undefined
      if (widths && isDict(value) && value.entries.has('CIDSystemInfo')) drawn += widths.length / 2 - 1
      const data = isStream(value) ? decodeStream(value, document.budget, (object) => object ?? null) : []
      meanings +=
        Buffer.from(data)
          .toString('latin1')
          .match(/^(?!<0000>)<[\da-f]{4}> <[\da-f]{4,}>$/gm)?.length ?? 0
    }
    return { drawn, meanings }
  }
  const [unicode, basic] = [await glyphsOf('U'), await glyphsOf('B')]
  expect(unicode.meanings).toBe(unicode.drawn)
  expect(basic.meanings).toBeLessThan(basic.drawn)
})
