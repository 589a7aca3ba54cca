import { catalogOf, dictEntry, entryOf, openDocument } from '@countersign/pdf-signature/reader/document.ts'
import { decodeStream } from '@countersign/pdf-signature/reader/filters.ts'
import { listFormFields } from '@countersign/pdf-signature/reader/form-fields.ts'
import { isDict, isStream } from '@countersign/pdf-signature/reader/objects.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareTask } from './engine-thread.ts'

const metadata = (part: number) =>
  streamObject(
    `<rdf:Description pdfaid:part="${part}" pdfaid:conformance="B"/>`,
    '/Type/Metadata/Subtype/XML',
  )

/** What a visible signature with a half-transparent picture puts into a file of that part of PDF/A. */
async function signedAs(part: number) {
  const base = aPdf({ catalog: '/Metadata 90 0 R', objects: { 90: metadata(part) } })
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
  expect(catalogOf(document).dict.entries.has('Metadata')).toBe(true)
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
  const { hasMask, pixels, glyphSets } = await signedAs(1)
  expect(hasMask).toBe(false)
  // Half of black on white.
  for (const sample of pixels) expect(Math.abs(sample - 127)).toBeLessThanOrEqual(1)
  expect(glyphSets).toBe(1)
})

test('PDF/A-2 and other files keep the transparency', async () => {
  expect(await signedAs(2)).toMatchObject({ hasMask: true, glyphSets: 0 })
})
