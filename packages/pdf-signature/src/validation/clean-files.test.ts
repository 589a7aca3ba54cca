import { describe, expect, test } from 'vitest'
import { aPki } from '../cms/testing/sample-authority.ts'
import { aCms, joined, signField, validationData } from '../testing/ceremony.ts'
import { aPdf, appendRevision, buildPdf, streamObject } from '../testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, signRevision } from '../testing/raw-signature.ts'
import { validatePdf } from '../validate.ts'
import { addValidationData } from '../validation-data.ts'

// Files as trust services make them, which nobody has changed, and beside each what an attacker would make of its form.

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const byAnna = (digest: Uint8Array): Uint8Array => aCms(pki, digest)
const withStore = (bytes: Uint8Array): Buffer =>
  joined([bytes, addValidationData(bytes, validationData(pki))])
const signed = (base: Uint8Array): Buffer => withStore(joined([base, signField(base, pki, 'Own')]))
const catalogIn = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1')
  return text.slice(text.lastIndexOf('\n1 0 obj\n') + 9).split('\nendobj')[0] ?? ''
}
/** The signature field's reference, which the page lists first. */
const fieldOf = (bytes: Uint8Array): string =>
  /\/Annots ?\[(\d+ 0 R)/.exec(Buffer.from(bytes).toString('latin1'))?.[1] ?? ''
const own = (bytes: Uint8Array) => validatePdf(bytes, policy).signatures.find(({ field }) => field === 'Own')
const changesOf = (bytes: Uint8Array) =>
  own(bytes)?.changesAfter.map(({ kind, permitted }) => (permitted ? kind : `${kind}!`))
const isRefused = (bytes: Uint8Array): boolean => own(bytes)?.indication === 'TOTAL_FAILED'

describe('cross-reference offsets that point at the white space before an object', () => {
  /** Every offset of the last table moved back by one, to the line end before the object. */
  const movedBack = (bytes: Buffer): Buffer => {
    const text = bytes.toString('latin1')
    const table = text.lastIndexOf('xref\n', text.lastIndexOf('startxref') - 1)
    const moved = text
      .slice(table)
      .replace(
        /^(\d{10}) 00000 n/gm,
        (_, offset: string) => `${String(Number(offset) - 1).padStart(10, '0')} 00000 n`,
      )
      .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) - 1}`.padEnd(10))
    return Buffer.from(text.slice(0, table) + moved, 'latin1')
  }
  const note = (text: string) => ({ 190: `<</Producer(${text})>>` })

  test('are followed', () => {
    const later = movedBack(appendRevision(signed(aPdf()), note('Other'), '/Info 190 0 R'))
    expect(own(later)?.indication).toBe('TOTAL_PASSED')
  })

  test('do not hide an object that is listed elsewhere', () => {
    const later = appendRevision(signed(aPdf()), note('Other'), '/Info 190 0 R')
    const hidden = Buffer.concat([
      later.subarray(0, later.lastIndexOf('190 0 obj')),
      Buffer.from(' 3 0 obj null endobj\n'),
      later.subarray(later.lastIndexOf('190 0 obj')),
    ])
    expect(isRefused(hidden)).toBe(true)
  })
})

describe('a catalogue under another number', () => {
  const first = signed(aPdf())
  const renumbered = (catalog: string, more: Record<number, string | Buffer> = {}) =>
    Buffer.from(
      appendRevision(first, { 190: catalog, ...more })
        .toString('latin1')
        .replace(/\/Root 1 0 R>>(?!.*\/Root)/s, '/Root 190 0 R>>'),
      'latin1',
    )

  test('may be written with an update', () => {
    const later = renumbered(catalogIn(first))
    expect(later.length).toBeGreaterThan(first.length)
    expect(own(later)?.indication).toBe('TOTAL_PASSED')
  })

  test.each([
    [
      'other pages',
      (catalog: string) => catalog.replace('/Pages 2 0 R', '/Pages 191 0 R'),
      { 191: '<</Type/Pages/Count 0/Kids[]>>' },
    ],
    [
      'an action',
      (catalog: string) => catalog.replace('/Type', '/OpenAction<</S/JavaScript/JS(1)>>/Type'),
      {},
    ],
    [
      'another form',
      (catalog: string) =>
        catalog.replace(
          /\/AcroForm \d+ 0 R/,
          `/AcroForm<</Fields[${fieldOf(first)}]/SigFlags 3/NeedAppearances true>>`,
        ),
      {},
    ],
    [
      'changed content',
      (catalog: string) => catalog,
      { 3: streamObject('BT /F 12 Tf 20 100 Td (Pay) Tj ET') },
    ],
  ])('is refused with %s', (_, change, more) => {
    expect(isRefused(renumbered(change(catalogIn(first)), more))).toBe(true)
  })

  test('is refused where it is one that was there before', () => {
    const old = signed(
      aPdf({ objects: { 99: '<</Type/Catalog/Pages 98 0 R>>', 98: '<</Type/Pages/Count 0/Kids[]>>' } }),
    )
    const later = appendRevision(old, { 190: '<</Producer(Other)>>' }).toString('latin1')
    const turned = later.replace(/\/Root 1 0 R>>(?!.*\/Root)/s, '/Root 99 0 R>>')
    expect(own(Buffer.from(turned, 'latin1'))?.indication).not.toBe('TOTAL_PASSED')
  })
})

describe('a new signature field with kids', () => {
  const base = signed(aPdf({ page: '/Annots[]' }))
  const page = (annotations: string) =>
    `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[${annotations}]>>`
  const widgetOfOwn = fieldOf(base.subarray(base.lastIndexOf('\n10 0 obj')))
  const formAt = Number(/\/AcroForm (\d+) 0 R/.exec(catalogIn(base))?.[1])
  const kid = '<</Type/Annot/Subtype/Widget/Parent 190 0 R/F 132/P 10 0 R/Rect[0 0 0 0]>>'
  const second = (more: Record<number, string | Buffer> = {}) =>
    signRevision(
      base,
      {
        10: page(`${widgetOfOwn} 192 0 R`),
        [formAt]: `<</SigFlags 3/Fields[${widgetOfOwn} 190 0 R]>>`,
        190: '<</FT/Sig/T(Second)/V 191 0 R/Kids[192 0 R]>>',
        191: aSignatureDictionary(),
        192: kid,
        ...more,
      },
      byAnna,
    )

  test('may be added', () => {
    const bytes = second()
    expect(changesOf(bytes)).toContain('signature_added')
    expect(own(bytes)?.indication).toBe('TOTAL_PASSED')
  })

  test.each([
    ['is a field of its own', { 192: kid.replace('/Type', '/T(Third)/FT/Tx/Type') }],
    ['draws something else', { 192: kid.replace('/Widget', '/Stamp') }],
    ['does something', { 192: kid.replace('/Type', '/A<</S/JavaScript/JS(1)>>/Type') }],
    ['depends on a layer', { 192: kid.replace('/Type', '/OC 1 0 R/Type') }],
    ['belongs to another field', { 192: kid.replace('190 0 R', '1 0 R') }],
    ['was there before', { 190: '<</FT/Sig/T(Second)/V 191 0 R/Kids[10 0 R]>>' }],
  ])('is refused where a kid %s', (_, more) => {
    expect(isRefused(second(more))).toBe(true)
  })
})

describe('extensions in an object of their own', () => {
  const base = (page = '') =>
    aPdf({
      catalog: '/Extensions 80 0 R',
      page,
      objects: { 80: '<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>' },
    })
  const update = {
    80: '<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>/ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>',
  }

  test('may be updated', () => {
    expect(own(appendRevision(signed(base()), update))?.indication).toBe('TOTAL_PASSED')
  })

  test('are refused where a page uses them too', () => {
    const shared = signed(base('/Resources<</XObject 80 0 R>>'))
    expect(isRefused(appendRevision(shared, update))).toBe(true)
  })
})

describe('a widget without a type', () => {
  const widget = '<</Subtype/Widget/T(Second)/FT/Sig/F 4/P 10 0 R/Rect[0 0 0 0]'
  const base = signed(
    aPdf({
      page: '/Annots[60 0 R 61 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R]/SigFlags 3>>',
      objects: { 60: `${aWidget('Own')}/FT/Sig>>`, 61: `${widget}>>` },
    }),
  )
  const second = (now: string) =>
    signRevision(base, { 61: `${now}/V 191 0 R>>`, 191: aSignatureDictionary() }, byAnna)

  test('may be given one as it is signed', () => {
    expect(own(second(widget.replace('<<', '<</Type/Annot')))?.indication).toBe('TOTAL_PASSED')
  })

  test.each([
    ['another type', widget.replace('<<', '<</Type/Page')],
    ['another kind of annotation', widget.replace('/Widget', '/Stamp')],
    ['another place', widget.replace('[0 0 0 0]', '[0 0 300 200]')],
  ])('but not %s', (_, now) => {
    expect(isRefused(second(now))).toBe(true)
  })
})

describe('validation data that was deleted', () => {
  const first = signed(aPdf())
  const store = Number(/\/DSS (\d+) 0 R/.exec(catalogIn(first))?.[1])

  test('is reported as deleted, and leaves the signature what it was', () => {
    const emptied = appendRevision(first, { [store]: '<</Type/DSS>>' })
    expect(changesOf(emptied)).toContain('validation_data_deleted')
    expect(own(emptied)?.indication).not.toBe('TOTAL_FAILED')
    const without = appendRevision(first, { 1: catalogIn(first).replace(/\/DSS \d+ 0 R/, '') })
    expect(changesOf(without)).toContain('validation_data_deleted')
    expect(own(without)?.indication).not.toBe('TOTAL_FAILED')
  })

  test('is not reported where it was only written again', () => {
    expect(changesOf(first)).not.toContain('validation_data_deleted')
  })
})

describe('a hybrid file', () => {
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[60 0 R]/SigFlags 3>>/Metadata 81 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[10 0 R]/MediaBox[0 0 300 200]>>',
    3: streamObject('BT /F 12 Tf 20 100 Td (Agreement) Tj ET'),
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[60 0 R]>>',
    60: `${aWidget('Own')}/FT/Sig>>`,
    81: streamObject('<x/>', '/Type/Metadata/Subtype/XML'),
    90: '<</Hidden true>>',
  }
  const base = buildPdf({ style: 'hybrid', objects })
  const first = signed(base)
  /** A hybrid section: objects that a table lists, others that only its stream lists, and what the table says of those. */
  const hybridUpdate = (
    listed: Record<number, string | Buffer>,
    hidden: Record<number, string | Buffer>,
    isFree = true,
  ): Buffer => {
    const parts = [Buffer.from(first)]
    let length = first.length
    const push = (part: string | Buffer) => {
      const bytes = Buffer.from(part as string, 'latin1')
      parts.push(bytes)
      length += bytes.length
    }
    const offsets = new Map<number, number>()
    for (const [num, body] of Object.entries({ ...listed, ...hidden })) {
      offsets.set(Number(num), length)
      push(`${num} 0 obj\n`)
      push(body)
      push('\nendobj\n')
    }
    const stream = length
    const rows = Object.keys(hidden).map((num) => {
      const row = Buffer.alloc(6)
      row.writeUInt8(1, 0)
      row.writeUInt32BE(offsets.get(Number(num)) ?? 0, 1)
      return row
    })
    const index = Object.keys(hidden).map((num) => `${num} 1`)
    push('900 0 obj\n')
    push(
      streamObject(Buffer.concat(rows), `/Type/XRef/W[1 4 1]/Size 1000/Root 1 0 R/Index[${index.join(' ')}]`),
    )
    push('\nendobj\n')
    const table = length
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(first.toString('latin1'))?.[1]
    push('xref\n')
    for (const num of Object.keys(listed))
      push(`${num} 1\n${String(offsets.get(Number(num))).padStart(10, '0')} 00000 n \n`)
    if (isFree) for (const num of Object.keys(hidden)) push(`${num} 1\n0000000000 65535 f \n`)
    push(
      `trailer\n<</Size 1000/Root 1 0 R/Prev ${previous}/XRefStm ${stream}>>\nstartxref\n${table}\n%%EOF\n`,
    )
    return Buffer.concat(parts)
  }

  test('that was signed is valid', () => {
    expect(own(first)?.indication).toBe('TOTAL_PASSED')
  })

  test.each([true, false])('may gain objects that older readers do not see; listed as free: %s', (isFree) => {
    expect(own(hybridUpdate({ 81: objects[81] }, { 950: '<</New true>>' }, isFree))?.indication).toBe(
      'TOTAL_PASSED',
    )
  })

  test('may have its metadata updated by a plain table', () => {
    const later = appendRevision(first, { 81: streamObject('<y/>', '/Type/Metadata/Subtype/XML') })
    expect(own(later)?.indication).toBe('TOTAL_PASSED')
  })

  test.each([
    ['another content for readers of today', hybridUpdate({}, { 3: streamObject('BT (Pay) Tj ET') }, false)],
    [
      'another content for readers of today, listed as free',
      hybridUpdate({}, { 3: streamObject('BT (Pay) Tj ET') }),
    ],
    ['no content for some readers', hybridUpdate({}, { 3: objects[3] })],
    ['another content for all readers', hybridUpdate({ 3: streamObject('BT (Pay) Tj ET') }, { 950: '<<>>' })],
  ])('is refused with %s', (_, bytes) => {
    expect(isRefused(bytes)).toBe(true)
  })

  test('is refused with another content for older readers, that a hidden section takes back for the others', () => {
    const swapped = appendRevision(first, { 3: streamObject('BT /F 12 Tf 20 100 Td (Pay 900000) Tj ET') })
    const at = Number(/\n3 1\n(\d{10})/.exec(base.toString('latin1'))?.[1])
    const row = Buffer.alloc(6)
    row.writeUInt8(1, 0)
    row.writeUInt32BE(at, 1)
    const stream = `900 0 obj\n${streamObject(row, '/Type/XRef/W[1 4 1]/Size 1000/Root 1 0 R/Index[3 1]').toString('latin1')}\nendobj\n`
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(swapped.toString('latin1'))?.[1]
    const table = `xref\n0 0\ntrailer\n<</Size 1000/Root 1 0 R/Prev ${previous}/XRefStm ${swapped.length}>>\nstartxref\n${swapped.length + stream.length}\n%%EOF\n`
    expect(isRefused(Buffer.concat([swapped, Buffer.from(stream + table, 'latin1')]))).toBe(true)
  })
})
