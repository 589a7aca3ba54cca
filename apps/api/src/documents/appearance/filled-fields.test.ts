import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pem } from '@countersign/pdf-signature/cms/testing/openssl.ts'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import type { FieldValue } from '@countersign/pdf-signature/fields/field-value.ts'
import { listInputFields } from '@countersign/pdf-signature/fields/list-input-fields.ts'
import type { FieldPlacement, FieldRect } from '@countersign/pdf-signature/fields/placement.ts'
import { placeSignatureFields } from '@countersign/pdf-signature/place-fields.ts'
import { joined } from '@countersign/pdf-signature/testing/ceremony.ts'
import { fillAndSign, verdictsOf } from '@countersign/pdf-signature/testing/form-ceremony.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { streamsIn } from '#api/testing/documents/signature-appearance.ts'
import { loadAppearanceFonts } from './appearance-fonts.ts'

// Fields of all kinds with values in many scripts, filled in and signed by three people.

const pki = aPki()
const anchors = [pki.root, pki.issuing].map(({ certificate }) => pem(certificate.raw)).join('')
const at = (x: number, y: number, width = 130, height = 16): FieldRect => ({ x, y, width, height })
const common = (name: string, rect: FieldRect) => ({ name, label: `${name} of the signer`, page: 0, rect })

const placements: FieldPlacement[] = [
  { name: 'Anna', page: 0, rect: at(10, 5, 90, 22), lock: ['Name', 'Town', 'Agree', 'Initials', 'Notes'] },
  { name: 'Ben', page: 0, rect: at(105, 5, 90, 22), lock: ['Greek', 'Size', 'Country', 'Amount'] },
  { name: 'Chen', page: 0, rect: at(200, 5, 90, 22), lock: ['Arabic', 'Chinese', 'Code', 'Date'] },
  { kind: 'text', ...common('Name', at(10, 30)), required: true },
  { kind: 'text', ...common('Town', at(10, 48)), alignment: 'center', value: 'Zürich' },
  { kind: 'text', ...common('Greek', at(10, 66)), alignment: 'right' },
  { kind: 'text', ...common('Notes', at(10, 118, 130, 40)), multiline: true },
  { kind: 'checkbox', ...common('Agree', at(10, 102, 12, 12)) },
  ...['klein', 'größer'].map((value, index): FieldPlacement => ({
    kind: 'radio',
    ...common('Size', at(30 + 20 * index, 102, 12, 12)),
    option: { value, label: value },
  })),
  {
    kind: 'dropdown',
    ...common('Country', at(10, 84)),
    options: [
      { value: 'CH', label: 'Schweiz' },
      { value: 'UA', label: 'Україна' },
    ],
  },
  { kind: 'text', ...common('Amount', at(150, 66)), alignment: 'right', fontSize: 9 },
  { kind: 'text', ...common('Arabic', at(150, 30)) },
  { kind: 'text', ...common('Chinese', at(150, 84, 140, 40)), multiline: true },
  { kind: 'text', ...common('Code', at(150, 48)), comb: true, maxLength: 8 },
  { kind: 'text', ...common('Date', at(150, 160)) },
  { kind: 'picture', ...common('Initials', at(10, 165, 40, 20)) },
  { kind: 'picture', ...common('Initials', at(10, 165, 40, 20)), page: 1 },
]
const steps: readonly [string, readonly FieldValue[], readonly string[]][] = [
  [
    'Anna',
    [
      { name: 'Name', value: 'Anna Müller-Keller' },
      { name: 'Town', value: 'Genève (GE)' },
      { name: 'Agree', value: true },
      { name: 'Notes', value: 'Erste Zeile, die so lang ist, dass sie umbrochen wird\n«Второй абзац»' },
      { name: 'Initials', value: { lines: ['AMK'] } },
    ],
    ['Anna Müller-Keller', 'Genève (GE)', '«Второй абзац»', 'AMK'],
  ],
  [
    'Ben',
    [
      { name: 'Greek', value: 'Θεσσαλονίκη' },
      { name: 'Size', value: 'größer' },
      { name: 'Country', value: 'UA' },
      { name: 'Amount', value: "1'234.50" },
    ],
    ['Θεσσαλονίκη', 'Україна', "1'234.50"],
  ],
  [
    'Chen',
    [
      { name: 'Arabic', value: 'محمد بن علي' },
      { name: 'Chinese', value: '北京市朝阳区建国路 8 号，邮政编码一〇〇〇二〇，中华人民共和国' },
      { name: 'Code', value: 'A1 B2' },
      { name: 'Date', value: '27.11.2026' },
    ],
    ['محمد بن علي', '北京市朝阳区建国路 8 号', 'A1 B2', '27.11.2026'],
  ],
]
const packet = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><pdfaid:part>2</pdfaid:part></x:xmpmeta>'
const archival = {
  catalog: '/Metadata 90 0 R/OutputIntents[91 0 R]',
  objects: {
    90: streamObject(packet, '/Type/Metadata/Subtype/XML'),
    91: '<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 92 0 R>>',
    92: streamObject('profile', '/N 3'),
  },
}

/** The file after each of the signers. */
async function signInTurn(base: Buffer): Promise<Buffer[]> {
  const fonts = await loadAppearanceFonts()
  const chunks = [base, Buffer.from(placeSignatureFields(base, placements, { fonts }))]
  return steps.map(([signer, values]) => {
    const appearance = { lines: [signer], fonts }
    chunks.push(Buffer.from(fillAndSign(chunks, pki, signer, values, { fonts, appearance })))
    return joined(chunks)
  })
}

const pdfA = aPdf({ pages: 2, ...archival })

describe.each([
  ['a plain file', aPdf({ pages: 2 })],
  ['PDF/A', pdfA],
  ['a file with cross-reference streams', aPdf({ pages: 2, style: 'object_streams' })],
])('%s', (_, base) => {
  let states: Buffer[] = []
  beforeAll(async () => {
    states = await signInTurn(base)
  })

  test.each(steps.map(([signer], index) => [signer, index] as const))(
    'after %s signs, all signatures so far hold, for us and for others',
    async (_, index) => {
      const file = states[index] ?? Buffer.alloc(0)
      const verdicts = verdictsOf(file, pki, await loadAppearanceFonts())
      expect(verdicts.map(({ verdict }) => verdict)).toEqual(Array(index + 1).fill('TOTAL_PASSED'))
      const outside = await checkOutside(file, anchors)
      expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(Array(index + 1).fill('ok'))
      expect(outside.pdfsig.map(({ signature }) => signature)).toEqual(
        Array(index + 1).fill('Signature is Valid.'),
      )
      expect(outside.qpdf).toBe('clean')
    },
  )

  test('the text is extracted as it was typed', async () => {
    const text = await extracted(states.at(-1) ?? Buffer.alloc(0))
    for (const value of steps.flatMap(([, , shown]) => shown)) expect(text).toContain(value)
  })

  test('every field holds its value and shows it', () => {
    const file = states.at(-1) ?? Buffer.alloc(0)
    const { fields } = listInputFields(file)
    const held = new Map(fields.map((field) => [field.name, field.value]))
    for (const { name: field, value } of steps.flatMap(([, values]) => values))
      if (typeof value !== 'object') expect([field, held.get(field)]).toEqual([field, value])
    const policy = { anchors: [pki.root.certificate.raw], isThorough: true }
    expect(validatePdf(file, policy).warnings).toEqual([])
  })

  test('each font is embedded once in a revision', () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = states
    const revision = second.subarray(first.length).toString('latin1')
    // Latin, Greek and Cyrillic letters are in a file each.
    expect(revision.match(/\/FontFile2 /g)).toHaveLength(3)
  })
})

test('PDF/A keeps its output intent, and every font that is added is embedded', async () => {
  const file = (await signInTurn(pdfA)).at(-1) ?? Buffer.alloc(0)
  const added = file.subarray(pdfA.length).toString('latin1')
  expect(added).not.toMatch(/\/BaseFont \/Helvetica|\/NeedAppearances/)
  expect([...added.matchAll(/\/OutputIntents ?\[91 0 R\]/g)].length).toBeGreaterThan(0)
  expect(added.match(/\/FontDescriptor /g)?.length).toBe(added.match(/\/FontFile2 /g)?.length)
})

test('letters that a font draws with one glyph are compared and extracted as they were typed', async () => {
  const fonts = await loadAppearanceFonts()
  const values = ['مرحبا بالعالم\nالسطر الثاني', 'بيت نبيل ثابت تين'].map((value, index) => ({
    name: `Field ${index}`,
    value,
  }))
  const fields = values.map(({ name }, index): FieldPlacement => ({
    ...common(name, at(10, 30 + 40 * index, 200, 36)),
    kind: 'text',
    multiline: true,
  }))
  const lock = values.map(({ name }) => name)
  const base = aPdf()
  const placed = [
    base,
    placeSignatureFields(base, [{ name: 'Anna', page: 0, rect: null, lock }, ...fields], { fonts }),
  ]
  const signed = joined([...placed, fillAndSign(placed, pki, 'Anna', values, { fonts })])
  const { warnings } = validatePdf(signed, { anchors: [], isThorough: true })
  expect(warnings).toEqual([])
  const text = await extracted(signed)
  for (const line of values.flatMap(({ value }) => value.split('\n'))) expect(text).toContain(line)
})

describe('a form of another producer', () => {
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 10 0 R'
  const form = aPdf({
    catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/NeedAppearances true/DA(/F 9 Tf 1 0 0 rg)/Q 2>>',
    page: '/Annots[60 0 R 61 0 R 62 0 R]',
    objects: {
      60: `<<${widget}/FT/Tx/T(Name)/MK<</BG[1 1 0]/BC[0 0 1]>>/BS<</W 2/S/D/D[4]>>/Rect[20 150 160 170]>>`,
      61: `<<${widget}/FT/Tx/T(Kept)/V(As it was)/Rect[20 120 160 140]>>`,
      62: `<<${widget}/FT/Tx/T(Code)/Ff 16777216/MaxLen 4/MK<</BC[0]>>/Rect[20 90 100 110]>>`,
    },
  })
  const values = [
    { name: 'Name', value: 'Ελένη' },
    { name: 'Code', value: '12' },
  ]
  let [signed, drawings]: [Buffer, string[]] = [Buffer.alloc(0), []]
  beforeAll(async () => {
    const fonts = await loadAppearanceFonts()
    const signers = [{ name: 'Anna', page: 0, rect: at(150, 5), lock: ['Name', 'Code'] }]
    const placed = joined([form, placeSignatureFields(form, signers, { fonts })])
    const tail = Buffer.from(fillAndSign(placed, pki, 'Anna', values, { fonts }))
    signed = joined([placed, tail])
    drawings = streamsIn(tail).filter((drawing) => drawing.includes('/Tx BMC'))
  })

  test('its fields keep their colours, borders, sizes and cells', () => {
    const [name = '', code = ''] = drawings
    expect(name).toContain('q /C cs 1 1 0 sc 0 0 140 20 re f Q')
    expect(name).toContain('q [4] 0 d 2 w /C CS 0 0 1 SC 1 1 138 18 re S Q')
    expect(name).toMatch(/BT \/C cs 1 0 0 sc\n\/F1 9 Tf /)
    expect(code).toContain('20 0 m 20 20 l 40 0 m 40 20 l 60 0 m 60 20 l')
    // To the right, by the form: the third and fourth of four cells.
    const starts = [...code.matchAll(/1 0 0 1 ([\d.]+) /g)].map(([, x]) => Math.floor(Number(x) / 20))
    expect(starts).toEqual([2, 3])
  })

  test('the values it asks viewers to draw have an appearance, so that all viewers show the same', async () => {
    expect(signed.toString('latin1').split('/AcroForm').length).toBeGreaterThan(2)
    expect(signed.subarray(form.length).toString('latin1')).not.toContain('NeedAppearances')
    const text = await extracted(signed)
    for (const value of ['Ελένη', 'As it was', '12']) expect(text).toContain(value)
    expect(verdictsOf(signed, pki)).toMatchObject([{ field: 'Anna', verdict: 'TOTAL_PASSED' }])
    expect(validatePdf(signed, { anchors: [], isThorough: true }).warnings).toEqual([])
  })
})

/** What pdftotext finds, without the controls by which it marks the direction of text. */
async function extracted(file: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filled-'))
  try {
    const path = join(folder, 'file.pdf')
    await writeFile(path, file)
    const { stdout } = await promisify(execFile)('pdftotext', ['-layout', path, '-'])
    return stdout.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
