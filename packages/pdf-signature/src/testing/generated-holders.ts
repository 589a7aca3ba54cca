import { appendRevision, buildPdf, streamObject } from './pdf-builder.ts'

/** A generated file with an object that may change, somewhere on the way to what the page shows, and such a change. */
export interface GeneratedHolder {
  readonly base: Buffer
  readonly change: (signed: Uint8Array) => Buffer
  /** What was generated, to be read where it is found wanting. */
  readonly says: string
}

export interface Chance {
  below(end: number): number
  pick<T>(list: readonly T[]): T
}

const keys = ['N', 'Metadata', 'DSS', 'V', 'AP', 'Certs', 'Extensions', 'DR', 'K', 'First', 'D', 'X']
const roles = [
  'appearance',
  'metadata',
  'information',
  'store',
  'extensions',
  'form',
  'value',
  'structure',
] as const
const own = [...roles, 'catalogue', 'field'] as const
const box = '/Subtype/Form/BBox[0 0 300 200]'
const font = '/Font<</F 4 0 R>>'
const drawing = (text: string, more = ''): Buffer =>
  streamObject(`BT /F 12 Tf 20 60 Td (${text}) Tj ET`, `${box}/Resources<<${font}>>${more}`)

/**
 * A page whose resources lead through dictionaries and forms, one inside the other, to an amount. One of these
 * dictionaries or forms is a part of the document that may change as well, and something on the way is changed.
 */
export function generatedHolder({ below, pick }: Chance): GeneratedHolder {
  const depth = 1 + below(3)
  const role = pick(own)
  const level = role === 'catalogue' || role === 'field' ? 0 : below(depth)
  const names = Array.from({ length: depth }, () => pick(keys))
  if (role === 'catalogue') names[0] = pick(['Metadata', 'DSS', 'Extensions', 'AcroForm'])
  if (role === 'field') names[0] = pick(['V', 'AP', 'MK'])
  const dictionary = (at: number): number =>
    at > 0 ? 110 + at : role === 'catalogue' ? 1 : role === 'field' ? 60 : 110
  const form = (at: number): number => 130 + at
  const isStream = role === 'metadata' || role === 'value'
  const held = isStream ? form(level) : dictionary(level)
  const inner = (at: number, text: string): Buffer =>
    at === depth - 1
      ? drawing(text, isStream && at === level ? '/Type/Metadata' : '')
      : streamObject(
          `q /${names[at + 1]} Do Q`,
          `${box}/Resources<</XObject ${dictionary(at + 1)} 0 R>>${isStream && at === level ? '/Type/Metadata' : ''}`,
        )
  const entries: Record<(typeof own)[number], string> = {
    appearance: '',
    metadata: `/Metadata ${held} 0 R`,
    information: '',
    store: `/DSS ${held} 0 R`,
    extensions: `/Extensions ${held} 0 R`,
    form: '',
    value: '',
    structure: `/StructTreeRoot ${held} 0 R`,
    catalogue: `/${names[0]} ${form(0)} 0 R`,
    field: '',
  }
  const more = role === 'form' && level === 0 ? '/Fields[60 0 R]' : ''
  const acroForm =
    role === 'form' ? `/AcroForm ${held} 0 R` : names[0] === 'AcroForm' ? '' : '/AcroForm<</Fields[60 0 R]>>'
  const widget = '<</Type/Annot/Subtype/Widget/FT/Tx/T(Amount)/F 4/P 10 0 R/Rect[200 150 290 190]'
  const ofField = {
    appearance: `/AP ${held} 0 R`,
    value: `/V ${held} 0 R`,
    field: `/${names[0]} ${form(0)} 0 R`,
  }
  const fieldBody = `${widget}${role in ofField ? ofField[role as keyof typeof ofField] : ''}>>`
  const bodyOf = (at: number, target: number): string =>
    `<<${at === level ? more : ''}/${names[at]} ${target} 0 R>>`
  const trailer = role === 'information' ? `/Info ${held} 0 R` : ''
  const catalog = `<</Type/Catalog/Pages 2 0 R${acroForm}${entries[role]}>>`
  const objects: Record<number, string | Buffer> = {
    1: catalog,
    2: '<</Type/Pages/Count 1/Kids[10 0 R]/MediaBox[0 0 300 200]>>',
    3: streamObject(`q /${names[0]} Do Q`),
    4: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    10: `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<<${font}/XObject ${dictionary(0)} 0 R>>/Annots[60 0 R]>>`,
    60: fieldBody,
  }
  for (let at = 0; at < depth; at++) {
    if (dictionary(at) >= 110) objects[dictionary(at)] = bodyOf(at, form(at))
    objects[form(at)] = inner(at, 'CHF 100.00')
  }
  // What is changed lies where the shared holder is, or further in.
  const at = level + below(depth - level)
  const replacesForm = isStream || dictionary(at) < 110 || below(2) === 0
  const type = isStream && at === level ? '/Type/Metadata' : ''
  const changed: Record<number, string | Buffer> = replacesForm
    ? { [form(at)]: drawing('CHF 1,000,000.00', type) }
    : { [dictionary(at)]: bodyOf(at, 900), 900: drawing('CHF 1,000,000.00') }
  return {
    base: buildPdf({ objects, style: pick(['table', 'stream'] as const), trailer }),
    change: (signed) => appendRevision(signed, changed, trailer),
    says: `${role} at ${level} of ${names.join('/')}, changed at ${at}`,
  }
}
