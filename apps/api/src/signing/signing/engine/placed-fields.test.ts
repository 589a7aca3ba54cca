import { formOf } from '@countersign/pdf-signature/fields/field-attributes.ts'
import { drawnText } from '@countersign/pdf-signature/inspection/drawn-text.ts'
import { dictEntry, entryOf, openDocument } from '@countersign/pdf-signature/reader/document.ts'
import { listFormFields } from '@countersign/pdf-signature/reader/form-fields.ts'
import { isStream } from '@countersign/pdf-signature/reader/objects.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { expect, test } from 'vitest'
import { prepareTask } from './engine-thread.ts'

const rect = { x: 10, y: 10, width: 120, height: 20 }

/** Anna signs first, invisibly: her signature field and the text field that Willa fills in later are placed. */
async function preparedFrom(base: Buffer) {
  const { fields, prepared } = await prepareTask({
    base,
    placements: [
      { name: 'Anna', page: 0, rect: null },
      { kind: 'text', name: 'Flat', label: 'Flat', page: 0, rect },
    ],
    fieldName: 'Anna',
    signerName: 'Anna Keller',
    contactInfo: 'anna@example.org',
    time: new Date(),
    visible: null,
  })
  const added = Buffer.concat([fields, prepared.tail])
  const document = openDocument([base, added])
  const drawn = listFormFields(document).map(({ name, dict }) => {
    const appearance = dictEntry(document, dict, 'AP')
    const normal = appearance && entryOf(document, appearance, 'N')
    const text = isStream(normal) ? drawnText(document, normal) : undefined
    return [name, text?.lines.flat().join('') ?? null] as const
  })
  const form = formOf(document)
  return {
    added: added.toString('latin1'),
    drawn: Object.fromEntries(drawn),
    asksViewers: form && entryOf(document, form, 'NeedAppearances') === true,
  }
}

test('a text field placed in PDF/A names a font that is embedded', async () => {
  const metadata = '<rdf:Description pdfaid:part="2" pdfaid:conformance="B"/>'
  const base = aPdf({
    catalog: '/Metadata 90 0 R',
    objects: { 90: streamObject(metadata, '/Type/Metadata/Subtype/XML') },
  })
  const { added } = await preparedFrom(base)
  expect(added).not.toContain('/BaseFont /Helvetica')
  expect(added.match(/\/FontDescriptor /g)).toHaveLength(1)
  expect(added.match(/\/FontFile2 /g)).toHaveLength(1)
})

/** A form that asks viewers to draw its values. */
const aFormToDraw = (value: string) =>
  aPdf({
    catalog: '/AcroForm<</Fields[60 0 R]/NeedAppearances true/DA(/F 9 Tf 0 g)>>',
    page: '/Annots[60 0 R]',
    objects: {
      60: `<</Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Tx/T(Town)/V${value}/Rect[20 150 160 170]>>`,
    },
  })

test('a form that asks viewers to draw its values has them drawn, so that viewers draw the signatures as well', async () => {
  expect(await preparedFrom(aFormToDraw('(Chur)'))).toMatchObject({
    drawn: { Town: 'Chur' },
    asksViewers: false,
  })
})

test('a value in a script without a font is left to viewers', async () => {
  // U+13000, an Egyptian hieroglyph.
  expect(await preparedFrom(aFormToDraw('<FEFFD80CDC00>'))).toMatchObject({
    drawn: { Town: null },
    asksViewers: true,
  })
})

test('a form with more text than can be drawn in time is left to viewers', async () => {
  const { drawn, asksViewers } = await preparedFrom(aFormToDraw(`(${'word '.repeat(50_000)})`))
  expect([drawn['Town'], asksViewers]).toEqual([null, true])
})

test('a form field whose size nobody could read is filled in at a size that fits', async () => {
  const widget =
    '/Type/Annot/Subtype/Widget/F 4/P 10 0 R/FT/Tx/T(Town)/DA(/F 0.01 Tf 0 g)/Rect[20 150 160 170]'
  const { prepared } = await prepareTask({
    base: aPdf({
      catalog: '/AcroForm<</Fields[60 0 R]>>',
      page: '/Annots[60 0 R]',
      objects: { 60: `<<${widget}>>` },
    }),
    placements: [{ name: 'Anna', page: 0, rect: null }],
    fieldName: 'Anna',
    signerName: 'Anna Keller',
    contactInfo: 'anna@example.org',
    time: new Date(),
    values: [{ name: 'Town', value: 'Chur' }],
    visible: null,
  })
  const [, size] = /\/F1 ([\d.]+) Tf/.exec(Buffer.from(prepared.tail).toString('latin1')) ?? []
  expect(Number(size)).toBe(12)
})
