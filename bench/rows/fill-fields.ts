import { loadAppearanceFonts } from '../../apps/api/src/documents/appearance/appearance-fonts.ts'
import { aPki } from '../../packages/pdf-signature/src/cms/testing/sample-authority.ts'
import type { FieldPlacement } from '../../packages/pdf-signature/src/fields/placement.ts'
import { placeSignatureFields } from '../../packages/pdf-signature/src/place-fields.ts'
import { fillAndSign } from '../../packages/pdf-signature/src/testing/form-ceremony.ts'
import { aPdf } from '../../packages/pdf-signature/src/testing/pdf-builder.ts'
import { validatePdf } from '../../packages/pdf-signature/src/validate.ts'
import { median, type Row, timed } from '../row.ts'

const rounds = 30
const pages = 10
const filled = 30
const texts = [
  'Anna Müller-Keller',
  'Bahnhofstrasse 12, Zürich',
  '27.11.2026',
  '1 234.50',
  'anna@example.com',
]
const values = Array.from({ length: filled }, (_, index) => ({
  name: `Field ${index}`,
  value: `${texts[index % texts.length]} ${index}`,
}))
const placements: FieldPlacement[] = [
  { name: 'Anna', page: 0, rect: { x: 10, y: 5, width: 90, height: 25 } },
  {
    name: 'Ben',
    page: 0,
    rect: { x: 110, y: 5, width: 90, height: 25 },
    lock: values.map(({ name }) => name),
  },
  ...values.map(({ name }, index): FieldPlacement => ({
    kind: 'text',
    name,
    label: name,
    page: index % pages,
    rect: { x: 10, y: 40 + 20 * Math.floor(index / pages), width: 160, height: 16 },
  })),
]

/** The last signature, prepared and validated by the engine alone: with 30 fields filled in and without. */
export const fillFields: Row = {
  name: 'fill fields',
  run: async () => {
    const pki = aPki()
    const fonts = await loadAppearanceFonts()
    const base = aPdf({ pages })
    const placed = [base, placeSignatureFields(base, placements, { fonts })]
    const appearance = { lines: ['Ben Muster', 'Signed electronically'], fonts }
    const signed = [...placed, fillAndSign(placed, pki, 'Anna', [], { appearance })]
    const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
    const signLast = (given: typeof values) =>
      timed(async () => {
        const last = fillAndSign(signed, pki, 'Ben', given, { appearance, fonts })
        return validatePdf([...signed, last], policy).signatures.length
      })
    const [plain, full]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds + 5; round += 1) {
      const [without] = await signLast([])
      const [took] = await signLast(values)
      // The first ones warm the engine up.
      if (round < 5) continue
      plain.push(without)
      full.push(took)
    }
    return [
      {
        what: `last signature, ${filled} fields on ${pages} pages beyond the plain one, median`,
        measured: median(full) - median(plain),
        unit: 'ms',
        limit: 15,
        detail: `plain ${median(plain).toFixed(1)} ms, ${rounds} rounds, engine alone`,
      },
    ]
  },
}
