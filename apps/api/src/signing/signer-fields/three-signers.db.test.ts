import { execFileSync } from 'node:child_process'
import { getDocumentPage } from '@countersign/contract/documents.ts'
import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { type FieldInput, type SignerFieldInput } from '@countersign/contract/signer-fields.ts'
import { getValidation, validateDocument } from '@countersign/contract/validations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { fieldSigning, value } from '#api/testing/field-signing.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import {
  getSignatureRequest,
  initiateSignatureRequest,
  updateSignatureRequest,
} from '@countersign/contract/signature-requests.ts'

// Three people fill in fields of all kinds in five scripts, by the API; each state of the file is put to all validators.

let api: TestApi
let ben: Person
let people: Person[] = []
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  people = [
    await api.person({ firstName: 'Zoë', lastName: 'Brönnimann' }),
    await api.person({ firstName: 'Ελένη', lastName: 'Παπαδοπούλου' }),
    await api.person({ firstName: 'محمد', lastName: 'العلي' }),
  ]
})
afterAll(() => api?.stop())
const { signed, fileOf, outside } = fieldSigning(() => api)

const at = (row: number, x = 40, width = 240, height = 18, page = '0') => ({
  position: { page, x, y: 130 + row * 24, width, height },
})
const aField = (
  id: string,
  place: ReturnType<typeof at>,
  given: Partial<SignerFieldInput> = {},
): SignerFieldInput => ({ id, type: 'TEXT', label: `Field ${id}`, ...place, ...given })
const options = (...labels: string[]) => labels.map((label, index) => ({ value: `option-${index}`, label }))

interface Part {
  readonly fields: readonly SignerFieldInput[]
  readonly given: FieldInput
  /** What the page says, as it was typed. */
  readonly shown: readonly string[]
}

const latin: Part = {
  fields: [
    aField('initials', at(0, 40, 60), { type: 'INITIALS' }),
    aField('signed-on', at(0, 120, 160), { type: 'DATE_SIGNED' }),
    aField('name', at(1), { type: 'NAME' }),
    aField('email', at(2), { type: 'EMAIL' }),
    aField('town', at(3), { required: true, alignment: 'center', font_size: 11 }),
    aField('remarks', at(4, 40, 240, 66), { multiline: true }),
    aField('fixed', at(7), { value: 'Vorgegeben: Fr. 1’250.–', read_only: true }),
  ],
  given: [value('town', 'Saint-Légier–Žďár'), value('remarks', 'Schlüssel am 1. März.\n«Grüße» & Łódź')],
  shown: [
    'ZB',
    'Zoë Brönnimann',
    'Saint-Légier–Žďár',
    'Schlüssel am 1. März.',
    '«Grüße» & Łódź',
    'Vorgegeben: Fr. 1’250.–',
  ],
}
const greekAndCyrillic: Part = {
  fields: [
    aField('greek', at(8)),
    aField('cyrillic', at(9), { alignment: 'right' }),
    aField('amount', at(10), { type: 'NUMBER' }),
    aField('agreed', at(11, 40, 16, 16), { type: 'CHECKBOX', required: true }),
    aField('size', at(0), {
      type: 'RADIO',
      position: null,
      options: options('Малый', 'Μεγάλο').map((one, index) => ({
        ...one,
        ...at(12, 40 + index * 40, 16, 16),
      })),
    }),
    aField('greek-name', at(13), { type: 'NAME' }),
  ],
  given: [
    value('greek', 'Οδός Ερμού 5, Αθήνα'),
    value('cyrillic', 'Київ, вул. Хрещатик 22'),
    value('amount', '-1234.5'),
    value('agreed', true),
    value('size', 'option-1'),
  ],
  shown: ['Οδός Ερμού 5, Αθήνα', 'Київ, вул. Хрещатик 22', '-1234.5', 'Ελένη Παπαδοπούλου'],
}
const arabicAndChinese: Part = {
  fields: [
    aField('arabic', at(14), { alignment: 'right' }),
    aField('arabic-lines', at(15, 40, 240, 42), { multiline: true, alignment: 'right' }),
    aField('chinese', at(17)),
    aField('chinese-lines', at(18, 40, 240, 42), { multiline: true }),
    aField('code', at(20), { comb: true, max_length: 8 }),
    aField('born', at(21), { type: 'DATE' }),
    aField('country', at(22), { type: 'DROPDOWN', options: options('瑞士', 'Schweiz') }),
    aField('page-two', at(0, 40, 240, 18, '1'), { pattern: 'phone' }),
  ],
  given: [
    value('arabic', 'شارع الملك فهد 12'),
    value('arabic-lines', 'مرحبا بالعالم\nالسطر الثاني'),
    value('chinese', '北京市朝阳区'),
    value('chinese-lines', '合同编号：二〇二六\n第二行'),
    value('code', 'AB-12'),
    value('born', '1990-02-28'),
    value('country', 'option-0'),
    value('page-two', '+41 79 123 45 67'),
  ],
  shown: [
    // pdftotext gives the runs of a line of both directions as the page has them, from the left.
    '12 شارع الملك فهد',
    'مرحبا بالعالم',
    'السطر الثاني',
    '北京市朝阳区',
    '合同编号：二〇二六',
    '第二行',
    'AB-12',
    '瑞士',
    '+41791234567',
  ],
}
const parts = [latin, greekAndCyrillic, arabicAndChinese]

/** Each signs in two places, one after the other. */
async function sent(): Promise<SignatureRequest> {
  const draft = await aDraft(api, { owner: ben, documents: [aPdf({ pages: 2 })] })
  const params = { id: draft.id }
  const signatures = parts.map(({ fields }, index) => ({
    account_email: people[index]?.email ?? '',
    sequence: index + 1,
    document_signatures: [
      {
        document_id: draft.documents[0]?.id ?? '',
        fields: [...fields],
        visual_signature: {
          positions: ['0', '1'].map((page) => ({
            page,
            x: 320,
            y: 150 + index * 80,
            width: 200,
            height: 60,
          })),
        },
      },
    ],
  }))
  await api.call(updateSignatureRequest, { params, body: { signatures } }, ben.as)
  return api.call(initiateSignatureRequest, { params }, ben.as)
}

/** Without the controls by which pdftotext marks the direction of a line. */
function textOf(file: Uint8Array): string {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: file }).toString()
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** How many dark pixels the image of a page has in each of these places. */
async function inkIn(documentId: string, page: string, places: readonly Place[]): Promise<number[]> {
  const call = { params: { id: documentId, n: page }, query: { scale: '100' } }
  const image = Buffer.from(await (await api.call(getDocumentPage, call, ben.as)).arrayBuffer())
  return Promise.all(
    places.map(async ({ x, y, width, height }) => {
      const part = { left: x * 2, top: y * 2, width: width * 2, height: height * 2 }
      const { data } = await sharp(image)
        .extract(part)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data.filter((grey) => grey < 128).length
    }),
  )
}

type Place = NonNullable<SignerFieldInput['position']>

/** Where a field shows what was given: of a choice, the button of the option. */
function placesOf({ fields, given }: Part): Place[] {
  return fields.flatMap(({ id, position, options: choices = [] }) => {
    const chosen = choices.find((one) => one.value === given.find((each) => each.id === id)?.value)
    return position ?? chosen?.position ?? []
  })
}

test('after each of three signers every validator accepts all signatures so far, and every value is seen and extracted', async () => {
  const request = await sent()
  for (const [index, person] of people.entries()) {
    await signed(request, person, index, parts[index]?.given ?? [])
    const done = parts.slice(0, index + 1)
    const file = await fileOf(request, ben)
    const theirs = await outside(file)
    expect(theirs.qpdf).toBe('clean')
    const isLast = index === people.length - 1
    expect(theirs.signatures.map(({ kind, openssl }) => `${kind} ${openssl}`)).toEqual([
      ...done.map(() => 'signature ok'),
      ...(isLast ? ['document_timestamp ok'] : []),
    ])
    expect(theirs.signatures.at(-1)?.coversWholeFile || !isLast).toBe(true)
    const ofPeople = theirs.pdfsig.filter(({ field }) => field.startsWith('Signature-'))
    expect(ofPeople.map((one) => one.signature)).toEqual(done.map(() => 'Signature is Valid.'))

    const body = { content: file.toString('base64') }
    const { id } = await api.call(validateDocument, { query: {}, body })
    const ours = await api.call(getValidation, { params: { id } })
    expect(ours).toMatchObject({ overall: 'TOTAL_PASSED', withReservation: false, warnings: [] })
    const verdicts = ours.signatures.map(({ indication, withReservation }) => [indication, withReservation])
    expect(verdicts).toEqual(ours.signatures.map(() => ['TOTAL_PASSED', false]))

    const text = textOf(file)
    for (const shown of done.flatMap((part) => part.shown)) expect(text).toContain(shown)
    expect(text).toContain(person.email === people[0]?.email ? person.email : '-1234.5')

    const { documents } = await api.call(getSignatureRequest, { params: { id: request.id } }, ben.as)
    const version = documents[0]?.version_id ?? ''
    for (const page of ['0', '1']) {
      const places = done.flatMap(placesOf).filter((place) => place.page === page)
      const ink = await inkIn(version, page, places)
      expect(ink.every((pixels) => pixels > 20)).toBe(true)
    }
  }
})
