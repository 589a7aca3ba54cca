import { describe, expect, test } from 'vitest'
import { aPki, aTimestampToken } from './cms/testing/sample-authority.ts'
import { embedSignature } from './contents-placeholder.ts'
import { inspect } from './inspect.ts'
import { prepareDocumentTimestamp } from './prepare.ts'
import { rehearseSigning } from './rehearse.ts'
import { aCms, joined, signAll, signField, validationData } from './testing/ceremony.ts'
import { aPdf, appendRevision, streamObject } from './testing/pdf-builder.ts'
import { aSignatureDictionary, aWidget, certify, signRevision } from './testing/raw-signature.ts'
import { validatePdf } from './validate.ts'
import { addValidationData } from './validation-data.ts'

// The attack classes published on pdf-insecurity.org, over files made here, each beside what is clean.

const pki = aPki()
const attacker = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
const verdict = (bytes: Uint8Array | readonly Uint8Array[]) => validatePdf(bytes, policy)
const withStore = (bytes: Uint8Array): Buffer =>
  joined([bytes, addValidationData(bytes, validationData(pki))])

/** Closed by a document timestamp. */
function underTimestamp(bytes: Uint8Array): Buffer {
  const stored = withStore(bytes)
  const prepared = prepareDocumentTimestamp(stored)
  return joined([stored, embedSignature(prepared, aTimestampToken(pki.timestamper, prepared.digest))])
}

const contract = 'BT /F 12 Tf 20 100 Td (Pay 100) Tj ET'
const forged = streamObject('BT /F 12 Tf 20 100 Td (Pay 9000) Tj ET')
const overlay = '/Type/XObject/Subtype/Form/BBox[0 0 300 200]'

/** A page with an overlay over its text, a form with two places to sign and one to write in, and a second set of pages nobody sees. */
const base = aPdf({
  page: '/Annots[60 0 R 61 0 R 62 0 R]',
  catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/DR<</Font<</F 4 0 R>>>>/DA(/F 12 Tf)>>',
  objects: {
    3: streamObject(`${contract} /Cover Do`),
    5: streamObject('1 g 0 0 300 200 re f', overlay),
    10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>/XObject<</Cover 5 0 R>>>>/Annots[60 0 R 61 0 R 62 0 R]>>',
    60: `${aWidget('Certifier')}/FT/Sig>>`,
    61: `${aWidget('Approver')}/FT/Sig>>`,
    62: `${aWidget('Amount', '[20 20 90 40]')}/FT/Tx/V(100)/AP<</N 63 0 R>>>>`,
    63: streamObject('BT /F 12 Tf (100) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 70 20]'),
    80: '<</Type/Catalog/Pages 81 0 R>>',
    81: '<</Type/Pages/Count 1/Kids[82 0 R]/MediaBox[0 0 300 200]>>',
    82: '<</Type/Page/Parent 81 0 R/Contents 83 0 R/Resources<</Font<</F 4 0 R>>>>>>',
    83: streamObject('BT /F 12 Tf (Pay 9000) Tj ET'),
  },
})
const approved = withStore(joined([base, signField(base, pki, 'Approver')]))
const archived = joined(signAll(base, pki, { fields: [{ name: 'Anna', page: 0, rect: null }] }))
const certified = (permission: 1 | 2 | 3): Buffer => withStore(certify(base, pki, permission))

const fillable = certified(2)
const signedAgain = withStore(joined([fillable, signField(fillable, pki, 'Approver')]))

const failed = { first: 'TOTAL_FAILED', overall: 'TOTAL_FAILED' }
const outcomeOf = (bytes: Uint8Array | readonly Uint8Array[]) => {
  const { overall, signatures } = verdict(bytes)
  return { first: signatures[0]?.indication, overall }
}

/** Replaces text of the same length at its last place in the file. */
function swap(bytes: Uint8Array, from: string | RegExp, to: (found: string) => string): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  const found = (typeof from === 'string' ? from : from.exec(text)?.[0]) ?? ''
  expect(text).toContain(found)
  const result = to(found)
  expect(result).toHaveLength(found.length)
  const copy = Buffer.from(bytes)
  copy.write(result, text.lastIndexOf(found), 'latin1')
  return copy
}
const byteRange = /\/ByteRange ?\[[^\]]*\]/

test.each([
  ['one signature with validation data', approved],
  ['a signature with an archive timestamp', archived],
  ['a certified file, nothing permitted', certified(1)],
  ['a certified file that may be annotated', certified(3)],
  ['two signatures', withStore(joined([approved, signField(approved, pki, 'Certifier')]))],
  ['a certified file signed in its second place', signedAgain],
])('clean: %s', (_, bytes) => {
  const { overall, withReservation, signatures } = verdict(bytes)
  expect(signatures.flatMap(({ errors }) => errors)).toEqual([])
  expect({ overall, withReservation }).toEqual({ overall: 'TOTAL_PASSED', withReservation: false })
})

test('one changed byte anywhere in what an archive timestamp covers is found', () => {
  const ranges = [...archived.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+)/g)]
  const [, contentsStart, contentsEnd] = (ranges.at(-1) ?? []).map(Number)
  const unnoticed: number[] = []
  for (let at = 0; at < archived.length; at += 211) {
    if (at >= (contentsStart ?? 0) && at < (contentsEnd ?? 0)) continue
    const copy = Buffer.from(archived)
    copy[at] = (archived[at] ?? 0) ^ 0x01
    if (verdict(copy).overall === 'TOTAL_PASSED') unnoticed.push(at)
  }
  expect(contentsEnd).toBeGreaterThan(archived.length / 2)
  expect(unnoticed).toEqual([])
})

describe('universal forgery', () => {
  const dictionary = (entries: string): string =>
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached${entries}>>`
  const number = Number(/Approver.*?\/V (\d+) 0 R/s.exec(approved.toString('latin1'))?.[1])

  test.each([
    ['no byte range', swap(approved, byteRange, (found) => found.replace('Byte', 'Bite'))],
    ['an empty byte range', swap(approved, byteRange, (found) => '/ByteRange []'.padEnd(found.length))],
    [
      'a byte range of nothing',
      swap(approved, byteRange, (found) => '/ByteRange [0 0 0 0]'.padEnd(found.length)),
    ],
    [
      'a negative byte range',
      swap(approved, byteRange, (found) => '/ByteRange [0 -9 9 -9]'.padEnd(found.length)),
    ],
    ['a byte range of null', swap(approved, byteRange, (found) => '/ByteRange null'.padEnd(found.length))],
    ['no contents', swap(approved, /\/Contents ?</, (found) => found.replace('Con', 'Kon'))],
    [
      'contents of zeros',
      swap(approved, /\/Contents ?<[0-9a-f]{200}/, (found) =>
        found.replaceAll(/[1-9a-f]/g, '0').replace(/^.*</, found.slice(0, found.indexOf('<') + 1)),
      ),
    ],
    ['a dictionary without range and contents', appendRevision(approved, { [number]: dictionary('') })],
    [
      'a dictionary with a range alone',
      appendRevision(approved, { [number]: dictionary('/ByteRange[0 9 10 9]') }),
    ],
  ])('by %s', (_, bytes) => expect(outcomeOf(bytes)).toEqual(failed))
})

describe('incremental saving', () => {
  const body = '\n3 0 obj\n<</Length 5>>stream\nBT ET\nendstream\nendobj\n'
  const lastXref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(approved.toString('latin1'))?.[1] ?? ''
  const full = appendRevision(approved, { 3: forged })
  const entryAt = (offset = 0): string => `${String(offset).padStart(10, '0')} 00000 n \n`

  test.each([
    ['a whole revision', full],
    ['objects alone', Buffer.concat([approved, Buffer.from(body)])],
    [
      'objects and a pointer to the old table',
      Buffer.concat([approved, Buffer.from(`${body}startxref\n${lastXref}\n%%EOF\n`)]),
    ],
    [
      'objects and a trailer alone',
      Buffer.concat([
        approved,
        Buffer.from(`${body}trailer\n<</Root 1 0 R/Size 900>>\nstartxref\n${lastXref}\n%%EOF\n`),
      ]),
    ],
    ['a revision cut off in its table', full.subarray(0, full.lastIndexOf('trailer'))],
    [
      'a catalogue that is a stream',
      appendRevision(approved, { 900: streamObject('', '/Type/Catalog/Pages 81 0 R') }),
    ],
    [
      'one more object that no table lists',
      Buffer.concat([
        approved,
        Buffer.from(`\n900 0 obj\n<</Type/Catalog/Pages 81 0 R>>\nendobj\nstartxref\n${lastXref}\n%%EOF\n`),
      ]),
    ],
    ['objects in what looks like text', Buffer.concat([approved, Buffer.from('hello 3 0 obj null endobj')])],
    ['a revision after an archive timestamp', appendRevision(archived, { 3: forged })],
    ['a table that another revision leaves out again', leaveOut()],
  ])('with %s', (_, bytes) => expect(outcomeOf(bytes)).toEqual(failed))

  test.each([
    [
      'a table',
      [
        ['3 1', 3],
        ['3 1', 900],
      ],
    ],
    [
      'overlapping parts of a table',
      [
        ['3 1', 3],
        ['2 2', 2, 900],
      ],
    ],
  ] as const)('with an object that %s lists twice, as it was and as it is forged', (_, parts) => {
    const text = approved.toString('latin1')
    const offsets = new Map([2, 3].map((num) => [num, text.search(new RegExp(`\\n${num} 0 obj`)) + 1]))
    offsets.set(900, approved.length)
    const entries = parts.map(
      ([head, ...numbers]) => `${head}\n${numbers.map((num) => entryAt(offsets.get(num))).join('')}`,
    )
    const object = Buffer.concat([Buffer.from('3 0 obj\n'), forged, Buffer.from('\nendobj\n')])
    const end = `xref\n${entries.join('')}trailer\n<</Size 1001/Root 1 0 R/Prev ${lastXref}>>\nstartxref\n${approved.length + object.length}\n%%EOF\n`
    expect(outcomeOf(Buffer.concat([approved, object, Buffer.from(end)]))).toEqual(failed)
  })

  test('with content at offset 0, behind the header', () => {
    // The header is a comment to some readers, and offset 0 is no place to others.
    const contract = aPdf({
      style: 'object_streams',
      objects: { 3: streamObject('BT /F 12 Tf 20 100 Td (Pay 100) Tj ET') },
    })
    const signed = withStore(joined(signAll(contract, pki, { level: 'B-B' })))
    const text = signed.toString('latin1')
    const [first] = /\d+(?= 0 obj)/.exec(text) ?? []
    const [, start = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text) ?? []
    const [, root = ''] = [...text.matchAll(/\/Root (\d+ 0 R)/g)].at(-1) ?? []
    const end = `xref\n${first} 1\n${entryAt(0)}trailer\n<</Size 1001/Root ${root}/Prev ${start}>>\nstartxref\n${signed.length}\n%%EOF\n`
    expect(verdict(signed)).toMatchObject({ overall: 'TOTAL_PASSED' })
    expect(outcomeOf(Buffer.concat([signed, Buffer.from(end)]))).toEqual(failed)
  })

  test('with an object that a stream lists twice', () => {
    const row = (offset: number): Buffer => {
      const bytes = Buffer.alloc(7)
      bytes[0] = 1
      bytes.writeUInt32BE(offset, 1)
      return bytes
    }
    const object = Buffer.concat([Buffer.from('3 0 obj\n'), forged, Buffer.from('\nendobj\n')])
    const start = approved.length + object.length
    const rows = [approved.toString('latin1').search(/\n3 0 obj/) + 1, approved.length, start].map(row)
    const entries = `/Type/XRef/Size 1001/W[1 4 2]/Index[3 1 3 1 900 1]/Root 1 0 R/Prev ${lastXref}`
    const stream = streamObject(Buffer.concat(rows), entries)
    const parts = [
      approved,
      object,
      Buffer.from('900 0 obj\n'),
      stream,
      Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
    ]
    expect(outcomeOf(Buffer.concat(parts))).toEqual(failed)
  })

  test('with a second file, which has no signature', () => {
    const report = validatePdf(Buffer.concat([approved, aPdf()]), { ...policy, isThorough: true })
    expect(report).toMatchObject({ overall: 'NO_SIGNATURE', warnings: [{ code: 'cross_reference_rebuilt' }] })
  })

  /** The forged revision is skipped by the one after it: readers that mend files see it. */
  function leaveOut(): Buffer {
    const after = appendRevision(full, { 910: '<</Nothing true>>' })
    const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(full.toString('latin1'))?.[1] ?? ''
    const text = after.toString('latin1')
    const at = text.lastIndexOf(`/Prev ${previous}`)
    after.write(`/Prev ${lastXref}`.padEnd(6 + previous.length), at, 'latin1')
    return after
  }
})

describe('signature wrapping', () => {
  const text = approved.toString('latin1')
  const [, start = '', end = '', length = ''] = /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(text) ?? []
  const [contentsStart, contentsEnd, rest] = [Number(start), Number(end), Number(length)]
  const contents = text.slice(contentsStart, contentsEnd)
  const cms = contents.replace(/0+>$/, '')

  test('with another byte range in what the first leaves out', () => {
    const inside = `${cms}00>/ByteRange[0 ${start} ${end} ${length}]`.padEnd(contents.length)
    expect(outcomeOf(swap(approved, contents, () => inside))).toEqual(failed)
  })

  test('with other objects in what is left out, and the signed rest moved behind them', () => {
    const moved = contentsEnd + 4000
    const range = `/ByteRange[0 ${start} ${moved} ${rest}]`
    const gap = Buffer.alloc(moved - contentsStart, ' ')
    gap.write(
      `${cms}00>${range}>>\nendobj\n3 0 obj\n<</Length 5>>stream\nBT ET\nendstream\nendobj\n`,
      'latin1',
    )
    expect(
      outcomeOf(Buffer.concat([approved.subarray(0, contentsStart), gap, approved.subarray(contentsEnd)])),
    ).toEqual(failed)
  })

  test('with data instead of the zeros that fill up the signature', () => {
    expect(outcomeOf(swap(approved, contents, () => `${contents.slice(0, -9)}deadbeef>`))).toEqual(failed)
  })

  test('with a byte range that leaves out more than the signature', () => {
    expect(
      outcomeOf(swap(approved, byteRange, (found) => found.replace(start, String(contentsStart - 8)))),
    ).toEqual(failed)
  })

  test.each([
    [
      'begins after the first byte',
      (range: string) => range.replace('[0 ', '[1 '),
      'byte_range_not_from_start',
    ],
    [
      'is longer than the file',
      (range: string) => range.replace(`${length}]  `, `99${length}]`),
      'byte_range_outside_file',
    ],
    [
      'ends within a revision',
      (range: string) => range.replace(length, String(rest - 20)),
      'byte_range_not_a_revision',
    ],
    ['has five numbers', (range: string) => range.replace(/\] {2}$/, ' 0]'), 'byte_range_missing'],
    [
      'leaves out less than a string',
      (range: string) => range.replace(start, String(contentsStart + 1)),
      'byte_range_hole_is_not_contents',
    ],
    [
      'leaves out nothing',
      (range: string) => range.replace(` ${end} `, ` ${start} `).padEnd(range.length),
      'byte_range_outside_file',
    ],
  ])('with a byte range that %s', (_, change, code) => {
    const bytes = swap(approved, /\/ByteRange ?\[[^\]]*\] {2}/, change)
    expect(verdict(bytes).signatures[0]?.errors).toContainEqual({ code })
  })

  test('with the same signature in a dictionary of its own', () => {
    const copy = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20260101000000Z)/Name(Somebody else)/ByteRange[0 ${start} ${end} ${length}]/Contents${contents}>>`
    const field = Number(/(\d+) 0 obj\n<<[^>]*Approver/.exec(text)?.[1])
    expect(
      outcomeOf(
        appendRevision(approved, { 900: copy, [field]: `${aWidget('Approver')}/FT/Sig/V 900 0 R>>` }),
      ),
    ).toEqual(failed)
  })
})

describe('shadow attacks', () => {
  const objectAt = (num: number): string =>
    String(base.indexOf(`${num} 0 obj`, 0, 'latin1')).padStart(10, '0')
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(approved.toString('latin1'))?.[1] ?? ''
  const table = (entries: string, root = '1 0 R', more = ''): Buffer =>
    Buffer.concat([
      approved,
      Buffer.from(
        `xref\n${entries}trailer\n<</Size 1001/Root ${root}/Prev ${previous}${more}>>\nstartxref\n${approved.length}\n%%EOF\n`,
      ),
    ])

  test.each([
    ['an overlay made empty', appendRevision(approved, { 5: streamObject('', overlay) })],
    ['an overlay made null', appendRevision(approved, { 5: 'null' })],
    ['an overlay marked as free', table('5 1\n0000000000 00001 f \n')],
    [
      'a page without its overlay',
      appendRevision(approved, {
        10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[60 0 R 61 0 R 62 0 R]>>',
      }),
    ],
  ])('hide: %s', (_, bytes) => expect(outcomeOf(bytes)).toEqual(failed))

  test.each([
    ['a font', appendRevision(approved, { 4: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>' })],
    [
      'the fonts of the form',
      appendRevision(approved, {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/DR<</Font<</F 95 0 R>>>>/DA(/F 12 Tf)>>>>',
        95: '<</Type/Font/Subtype/Type1/BaseFont/Symbol>>',
      }),
    ],
    [
      'how the form is drawn',
      appendRevision(approved, {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/DR<</Font<</F 4 0 R>>>>/DA(/F 12 Tf)/NeedAppearances true>>>>',
      }),
    ],
    [
      'the place of a field',
      appendRevision(approved, {
        62: `${aWidget('Amount', '[0 0 300 200]')}/FT/Tx/V(100)/AP<</N 63 0 R>>>>`,
      }),
    ],
  ])('replace: %s', (_, bytes) => expect(outcomeOf(bytes)).toEqual(failed))

  test('replace: a value written into a form is permitted, and to be looked at', () => {
    const filled = appendRevision(approved, {
      62: `${aWidget('Amount', '[20 20 90 40]')}/FT/Tx/V(9000)/AP<</N 63 0 R>>>>`,
      63: streamObject('BT /F 12 Tf (9000) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 70 20]'),
    })
    expect(verdict(filled)).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: true,
      signatures: [{ warnings: [{ code: 'changed_visibly', parameters: { field: 'Amount' } }] }],
    })
    expect(outcomeOf(appendRevision(certified(1), { 63: streamObject('BT /F 12 Tf (9000) Tj ET') }))).toEqual(
      failed,
    )
  })

  test.each([
    ['the other pages by another catalogue', table('0 1\n0000000000 65535 f \n', '80 0 R')],
    ['the other content by a table alone', table(`3 1\n${objectAt(83)} 00000 n \n`)],
    ['the other catalogue in place of the first', table(`1 1\n${objectAt(80)} 00000 n \n`)],
    [
      'the other pages in the page tree',
      appendRevision(approved, { 2: '<</Type/Pages/Count 1/Kids[82 0 R]/MediaBox[0 0 300 200]>>' }),
    ],
    [
      'an older section brought back',
      table(
        '0 1\n0000000000 65535 f \n',
        '1 0 R',
        `/XRefStm ${/startxref\s+(\d+)/.exec(approved.toString('latin1'))?.[1]}`,
      ),
    ],
  ])('hide and replace: %s', (_, bytes) => {
    const { overall, signatures } = verdict(bytes)
    expect([overall, ...signatures.map(({ indication }) => indication)]).not.toContain('TOTAL_PASSED')
  })
})

describe('a stream that states a length beyond the end of what is signed', () => {
  const stated = 100_000
  const overlong = Buffer.from(`<</Length ${stated}>>\nstream\n${contract}\nendstream`)
  const attachment = '/Names<</EmbeddedFiles<</Names[(invoice.xml)<</F(invoice.xml)/EF<</F 5 0 R>>>>]>>>>'
  const signed = (objects: Record<number, string | Buffer>, catalog = ''): Buffer =>
    withStore(joined(signAll(aPdf({ objects, catalog }), pki, { level: 'B-T' })))
  const files = [
    ['what a page draws', signed({ 3: overlong })],
    ['an attached file', signed({ 5: overlong }, attachment)],
  ] as const

  /** With a revision of one new object that nothing uses, whose data are closed where the length leads to. */
  function grown(file: Buffer): Buffer {
    const end = file.indexOf(contract) + stated
    const start = file.length + '900 0 obj\n<</Length 12345>>\nstream\n'.length
    const added = 'BT /F 12 Tf 20 50 Td (Pay 9000) Tj ET'
    return appendRevision(file, { 900: streamObject(`${added.padEnd(end - start)}endstream\n`) })
  }

  test.each(files)('%s: what is appended becomes part of it, which is found', (_, file) => {
    const later = grown(file)
    expect(later.indexOf('endstream', file.indexOf(contract) + stated)).toBe(file.indexOf(contract) + stated)
    const { overall, signatures } = verdict(later)
    expect(overall).toBe('TOTAL_FAILED')
    expect(signatures[0]?.changesAfter).toContainEqual(
      expect.objectContaining({ kind: 'content_changed', permitted: false }),
    )
  })

  test.each(files)('%s: it could, which is told of a file that nothing was added to', (_, file) => {
    expect(verdict(file).signatures[0]).toMatchObject({
      indication: 'INDETERMINATE',
      errors: [{ code: 'structure_ambiguous' }],
    })
  })

  test.each(files)('%s: the file does not pass a trial signature', (_, file) => {
    const unsigned = file.subarray(0, file.indexOf('%%EOF') + 6)
    expect(rehearseSigning(unsigned, inspect(unsigned))).toContain('structure_ambiguous')
  })

  test('that lists objects could list more, and the file is not signed as it is', () => {
    const sound = aPdf({ style: 'stream' })
    const at = sound.lastIndexOf('/Length ')
    const closing = sound.indexOf('>>', at)
    const parts = [sound.subarray(0, at), Buffer.from(`/Length ${stated}`), sound.subarray(closing)]
    expect(inspect(sound).needsNormalising).toBe(false)
    expect(inspect(Buffer.concat(parts)).needsNormalising).toBe(true)
  })
})

describe('a removed signature', () => {
  const thorough = (bytes: Uint8Array) => validatePdf(bytes, { ...policy, isThorough: true })
  const catalogue = (fields: string) =>
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/DR<</Font<</F 4 0 R>>>>/DA(/F 12 Tf)>>>>`
  const empty = `${aWidget('Approver')}/FT/Sig>>`
  const removals: [string, Record<number, string>][] = [
    ['its field is empty', { 61: empty }],
    ['its field is another, of the same name', { 1: catalogue('60 0 R 62 0 R 900 0 R'), 900: empty }],
    ['the form lacks its field', { 1: catalogue('60 0 R 62 0 R') }],
    ['the catalogue has no form', { 1: '<</Type/Catalog/Pages 2 0 R>>' }],
  ]

  test.each(removals)('is told of, also under a document timestamp that covers it: %s', (_, objects) => {
    const removed = appendRevision(approved, objects)
    const stamped = underTimestamp(removed)
    for (const bytes of [removed, stamped]) {
      const { warnings, signatures } = thorough(bytes)
      expect(signatures.filter(({ type }) => type === 'signature')).toEqual([])
      expect(warnings.filter(({ code }) => code === 'signature_removed')).toEqual([
        {
          code: 'signature_removed',
          parameters: { field: 'Approver', revision: expect.stringMatching(/^[23]$/) },
        },
      ])
    }
    expect(thorough(stamped)).toMatchObject({ overall: 'TOTAL_PASSED', withReservation: true })
  })

  test('is not told of where a signature is still there, whatever came after it', () => {
    for (const bytes of [approved, archived, signedAgain, certified(2)])
      expect(thorough(bytes).warnings.map(({ code }) => code)).not.toContain('signature_removed')
  })
})

describe('evil annotation', () => {
  const annotated = (bytes: Uint8Array, annotation: string, more: Record<number, Buffer> = {}): Buffer =>
    appendRevision(bytes, {
      10: '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>/XObject<</Cover 5 0 R>>>>/Annots[60 0 R 61 0 R 62 0 R 900 0 R]>>',
      900: `<</Type/Annot/Rect[0 0 300 200]/F 4${annotation}>>`,
      ...more,
    })

  test.each([
    ['free text', '/Subtype/FreeText/Contents(Pay 9000)/DA(/F 12 Tf)'],
    ['a stamp', '/Subtype/Stamp/AP<</N 83 0 R>>'],
    ['a redaction', '/Subtype/Redact'],
    ['a square', '/Subtype/Square/IC[1 1 1]'],
    ['a link', '/Subtype/Link/A<</S/URI/URI(https://example.com)>>'],
    ['a highlight that draws text', '/Subtype/Highlight/AP<</N 63 0 R>>'],
  ])('%s over a file that may be annotated', (_, annotation) =>
    expect(outcomeOf(annotated(certified(3), annotation))).toEqual(failed),
  )

  test.each([
    ['on a file that may be filled in only', certified(2)],
    ['on a file that may not be changed', certified(1)],
    ['on a file that is signed', approved],
  ])('a comment %s', (_, bytes) =>
    expect(outcomeOf(annotated(bytes, '/Subtype/Text/Contents(Hm)'))).toEqual(failed),
  )

  test('an annotation that was there, changed', () => {
    expect(
      outcomeOf(
        appendRevision(certified(3), { 62: `<</Type/Annot/Subtype/Stamp/Rect[0 0 300 200]/T(Amount)>>` }),
      ),
    ).toEqual(failed)
  })

  test('a comment on a file that may be annotated is permitted, and to be looked at', () => {
    expect(verdict(annotated(certified(3), '/Subtype/Text/Contents(Hm)'))).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: true,
      signatures: [{ changesAfter: [{}, {}] }],
    })
  })
})

describe('sneaky signature', () => {
  const page =
    '<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>/XObject<</Cover 5 0 R>>>>/Annots[60 0 R 61 0 R 62 0 R 900 0 R]>>'
  const catalogOf = (bytes: Buffer): string =>
    [...bytes.toString('latin1').matchAll(/\n1 0 obj\n(.*)\nendobj/g)].at(-1)?.[1] ?? ''
  const withField = (bytes: Buffer): string => catalogOf(bytes).replace('62 0 R]', '62 0 R 900 0 R]')
  const appearance = '/AP<</N 901 0 R>>'
  const drawing = streamObject('1 g 0 0 300 200 re f', overlay)
  const added = (bytes: Buffer, field: string, more: Record<number, string | Buffer> = {}) => ({
    1: withField(bytes),
    10: page,
    900: `${aWidget('Sneaky', '[0 0 300 200]')}/FT/Sig${field}>>`,
    901: drawing,
    ...more,
  })

  test.each([1, 2, 3] as const)('an unsigned field that draws, on a file certified with %i', (permission) => {
    const bytes = certified(permission)
    expect(outcomeOf(appendRevision(bytes, added(bytes, appearance)))).toEqual(failed)
  })

  test.each([
    ['a square that covers the page', '/Subtype/Square/IC[1 1 1]', ''],
    ['text of its own', '/Subtype/FreeText/DA(/F 20 Tf)/Contents(Pay 9000)', ''],
    ['an appearance for the printer', '/Subtype/Widget/F 36', appearance],
  ])('a field that is %s as well', (_, kind, draws) => {
    const field = `<</Type/Annot/FT/Sig/T(Sneaky)/P 10 0 R/Rect[0 0 300 200]${kind}${draws}>>`
    expect(outcomeOf(appendRevision(approved, added(approved, draws, { 900: field })))).toEqual(failed)
  })

  test.each([
    ['an appearance', aWidget('Certifier', '[0 0 0 0]'), '/FT/Sig', appearance],
    ['a value that is none', aWidget('Certifier', '[0 0 0 0]'), '/FT/Sig', `/V(Certified)${appearance}`],
    ['another type', aWidget('Certifier', '[0 0 0 0]'), '/FT/Tx', `/V(Certified)${appearance}`],
    ['flags that show it', aWidget('Certifier', '[0 0 0 0]').replace('/F 4', '/F 0'), '/FT/Sig', ''],
  ])('a signer’s place that gets %s and no signature', (_, widget, type, more) => {
    const field = { 60: `${widget}${type}${more}>>`, 901: drawing }
    expect(outcomeOf(appendRevision(approved, field))).toEqual(failed)
  })

  test('an unsigned field that draws, on a file that is signed', () => {
    expect(outcomeOf(appendRevision(approved, added(approved, appearance)))).toEqual(failed)
  })

  test.each([2, 3] as const)(
    "a field signed with the attacker's certificate, on one certified with %i",
    (permission) => {
      const bytes = certified(permission)
      const signature = { 902: aSignatureDictionary() }
      expect(
        outcomeOf(
          signRevision(bytes, added(bytes, `${appearance}/V 902 0 R`, signature), (digest) =>
            aCms(attacker, digest),
          ),
        ),
      ).toEqual(failed)
    },
  )

  test('a document timestamp that is to be seen, on a certified file', () => {
    const bytes = certified(2)
    const stamp = '<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/ByteRange[0 1 2 3]/Contents<00>>>'
    expect(outcomeOf(appendRevision(bytes, added(bytes, `${appearance}/V 902 0 R`, { 902: stamp })))).toEqual(
      failed,
    )
  })

  test('a visible signature of someone unknown leaves the first as it is, and the file undecided', () => {
    const signed = signRevision(
      approved,
      added(approved, `${appearance}/V 902 0 R`, { 902: aSignatureDictionary() }),
      (digest) => aCms(attacker, digest),
    )
    expect(verdict(signed)).toMatchObject({
      overall: 'INDETERMINATE',
      signatures: [
        {
          indication: 'TOTAL_PASSED',
          withReservation: true,
          warnings: [
            { code: 'signature_field_added_visibly', parameters: { field: 'Sneaky' } },
            { code: 'signature_covers_content', parameters: { field: 'Sneaky', page: '1' } },
          ],
        },
        { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      ],
    })
  })

  test("a field of its own around somebody else's signature", () => {
    const [, number = ''] = /\/T\(Approver\).*?\/V (\d+) 0 R/s.exec(approved.toString('latin1')) ?? []
    const copied = appendRevision(approved, added(approved, `${appearance}/V ${number} 0 R`))
    expect(outcomeOf(copied)).toEqual(failed)
    expect(verdict(copied).signatures.map(({ indication }) => indication)).toEqual([
      'TOTAL_FAILED',
      'TOTAL_FAILED',
    ])
  })

  test('a field with the name of one that is there', () => {
    const field = `${aWidget('Approver', '[0 0 300 200]')}/FT/Sig>>`
    expect(outcomeOf(appendRevision(approved, { ...added(approved, ''), 900: field }))).toEqual(failed)
  })
})
