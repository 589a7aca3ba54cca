import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import {
  aCms,
  joined,
  signAll,
  signField,
  validationData,
} from '@countersign/pdf-signature/testing/ceremony.ts'
import { aPdf, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import {
  aSignatureDictionary,
  aWidget,
  signRevision,
} from '@countersign/pdf-signature/testing/raw-signature.ts'
import { sharedHolders } from '@countersign/pdf-signature/testing/shared-holders.ts'
import { validatePdf, type ValidationReport } from '@countersign/pdf-signature/validate.ts'
import { answer } from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import { addValidationData } from '@countersign/pdf-signature/validation-data.ts'
import {
  type ComparedPages,
  type PagesToCompare,
  pagesToCompare,
  withPageImages,
} from '@countersign/pdf-signature/validation/changes/page-images.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OverLimit, Saturated, TaskFailed } from '#api/platform/threads/task.ts'
import { comparePageImages } from './compare-revisions.ts'
import { comparePages } from './compare-thread.ts'

const pki = aPki()
const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compare-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function compare(bytes: Uint8Array, revision: PagesToCompare): Promise<ComparedPages> {
  const file = join(folder, 'file.pdf')
  await writeFile(file, bytes)
  return (await comparePages({ file, revision, from: 0 })).found
}

async function judge(bytes: Uint8Array): Promise<ValidationReport> {
  const report = validatePdf(bytes, policy)
  const found: ComparedPages[] = []
  for (const revision of pagesToCompare(report)) found.push(await compare(bytes, revision))
  return withPageImages(report, found)
}

describe('the images alone tell that content was replaced:', () => {
  const visible = sharedHolders().filter(({ isVisible }) => isVisible)
  test.each(visible.map((holder) => [holder.name, holder] as const))('%s', async (_, { base, change }) => {
    const signed = joined(signAll(base, pki))
    const state = { signature: 0, end: signed.length, areas: [] }
    expect(await compare(change(signed), state)).toEqual({
      signature: 0,
      compared: [1],
      differing: [1],
      covered: [],
    })
  })
})

test('a signature after which the pages look different does not hold, whatever else explains the changes', async () => {
  const signed = joined(signAll(aPdf(), pki))
  const report = validatePdf(signed, policy)
  const found = { signature: 0, compared: [1], differing: [1], covered: [] }
  const judged = withPageImages(report, [found])
  expect(judged).toMatchObject({
    overall: 'TOTAL_FAILED',
    signatures: [
      {
        indication: 'TOTAL_FAILED',
        subIndication: 'FORMAT_FAILURE',
        errors: [{ code: 'page_images_differ', parameters: { pages: '1' } }],
      },
      { indication: 'TOTAL_PASSED' },
    ],
  })
  expect(answer(judged)).toMatchObject({ valid: false, visualDifferences: true })
})

describe('a signature in a field that was prepared before the first one', () => {
  const text = 'BT /F 12 Tf 20 100 Td (Pay 100) Tj ET 20 40 100 0.5 re f'
  const opaque = streamObject(
    '1 g 0 0 300 200 re f 0 g BT /F 12 Tf 20 100 Td (Pay 9000) Tj ET',
    ['/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>>>'].join(''),
  )
  const signedTwice = (rect: string, content = text): Buffer => {
    const base = aPdf({
      page: '/Annots[60 0 R 61 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R]/SigFlags 3>>',
      objects: {
        3: streamObject(content),
        60: `${aWidget('Anna')}/FT/Sig>>`,
        61: `${aWidget('Ben', rect)}/FT/Sig>>`,
      },
    })
    const first = joined([base, signField(base, pki, 'Anna')])
    const objects = {
      61: `${aWidget('Ben', rect)}/FT/Sig/V 900 0 R/AP<</N 901 0 R>>>>`,
      900: aSignatureDictionary(),
      901: opaque,
    }
    const second = signRevision(first, objects, (digest) => aCms(pki, digest))
    return joined([second, addValidationData(second, validationData(pki))])
  }
  const reservation = { code: 'signature_covers_content', parameters: { field: 'Ben', page: '1' } }

  test.each([
    ['the whole page', '[0 0 300 200]'],
    ['its one line of text', '[15 95 120 115]'],
  ])('that covers %s holds with a reservation', async (_, rect) => {
    const report = await judge(signedTwice(rect))
    expect(report.signatures[0]).toMatchObject({ withReservation: true, warnings: [reservation] })
    expect(report.signatures[1]).toMatchObject({ warnings: [] })
    expect(answer(report)).toMatchObject({ visualDifferences: true })
  })

  test.each([
    ['an empty place', '[150 20 290 60]', text],
    ['a line to sign on', '[15 30 130 60]', text],
    ['a page that is empty', '[0 0 300 200]', ''],
  ])('on %s holds without one', async (_, rect, content) => {
    const report = await judge(signedTwice(rect, content))
    expect(report.signatures.map(({ warnings }) => warnings)).toEqual([[], []])
    expect(answer(report)).toMatchObject({ visualDifferences: false })
  })

  test('that covers the page holds with a reservation where no image can be made', () => {
    expect(validatePdf(signedTwice('[0 0 300 200]'), policy).signatures[0]).toMatchObject({
      withReservation: true,
      warnings: [reservation],
    })
  })
})

test('a new field that is seen by a widget of its own explains what is drawn there', async () => {
  const page = (annotations: string): string =>
    `<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>/Annots[${annotations}]>>`
  const catalog = (fields: string): string =>
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/SigFlags 3>>>>`
  const base = aPdf({
    objects: { 1: catalog('60 0 R'), 10: page('60 0 R'), 60: `${aWidget('Anna')}/FT/Sig>>` },
  })
  const first = joined([base, signField(base, pki, 'Anna')])
  const second = signRevision(
    first,
    {
      1: catalog('60 0 R 900 0 R'),
      10: page('60 0 R 901 0 R'),
      900: '<</FT/Sig/T(Ben)/V 902 0 R/Kids[901 0 R]>>',
      901: '<</Type/Annot/Subtype/Widget/F 4/Parent 900 0 R/P 10 0 R/Rect[150 20 290 60]/AP<</N 903 0 R>>>>',
      902: aSignatureDictionary(),
      903: streamObject('0 0 1 rg 0 0 140 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 140 40]'),
    },
    (digest) => aCms(pki, digest),
  )
  const report = await judge(joined([second, addValidationData(second, validationData(pki))]))
  expect(report.signatures.flatMap(({ errors }) => errors)).toEqual([])
  expect(report.signatures[0]).toMatchObject({ warnings: [{ code: 'signature_field_added_visibly' }] })
})

describe('pages that could not be compared', () => {
  const signed = joined(signAll(aPdf({ pages: 3 }), pki))
  const report = validatePdf(signed, policy)
  const failing = (reason: Error) => ({
    run: async () => {
      throw reason
    },
  })

  test.each([
    ['take too long', new OverLimit('too long')],
    ['break PDFium', new TaskFailed('broken', 'Error')],
  ])('because they %s are told of, with a reservation', async (_, error) => {
    const compared = await comparePageImages(failing(error), 'file.pdf', report)
    expect(withPageImages(report, compared)).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: true,
      warnings: [{ code: 'page_images_not_compared', parameters: { pages: '0/3' } }],
    })
  })

  test('because too much is waiting are not judged at all', async () => {
    await expect(
      comparePageImages(failing(new Saturated('busy')), 'file.pdf', report),
    ).rejects.toBeInstanceOf(Saturated)
  })

  test('for lack of time are told of, and those that were are enough', () => {
    const found = { signature: 0, compared: [1, 2], differing: [], covered: [] }
    expect(withPageImages(report, [found])).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: false,
      infos: [{ code: 'page_images_not_compared', parameters: { pages: '2/3' } }],
    })
  })

  test('because there are many signatures are told of, without a reservation', async () => {
    const fields = Array.from({ length: 10 }, (_, at) => ({ name: `Signer ${at}`, page: 0, rect: null }))
    const many = validatePdf(joined(signAll(aPdf(), pki, { fields })), policy)
    const showing = {
      run: async (_: unknown, { revision }: { readonly revision: PagesToCompare }) => ({
        found: { signature: revision.signature, compared: [1], differing: [], covered: [] },
      }),
    }
    const compared = await comparePageImages(showing as never, 'file.pdf', many)
    expect(withPageImages(many, compared)).toMatchObject({
      overall: 'TOTAL_PASSED',
      withReservation: false,
      warnings: [],
      infos: [{ code: 'signed_revisions_not_compared', parameters: { signatures: '8/10' } }],
    })
  })

  test('of one signed version are told of with a reservation, whatever the others show', async () => {
    const run = async (_: unknown, { revision }: { readonly revision: PagesToCompare }) => {
      if (revision.signature > 0) throw new OverLimit('too long')
      return { found: { signature: 0, compared: [1], differing: [], covered: [] } }
    }
    const fields = ['Anna', 'Ben'].map((name) => ({ name, page: 0, rect: null }))
    const two = validatePdf(joined(signAll(aPdf(), pki, { fields })), policy)
    const compared = await comparePageImages({ run } as never, 'file.pdf', two)
    expect(withPageImages(two, compared)).toMatchObject({
      withReservation: true,
      warnings: [{ code: 'page_images_not_compared', parameters: { pages: '0/1' } }],
    })
  })

  test('are not valid to who rejects visual differences', () => {
    const demands = { rejectVisualDifferences: true }
    const found = { signature: 0, compared: [1, 2, 3], differing: [], covered: [] }
    expect(answer(withPageImages(report, [found]), demands)).toMatchObject({ valid: true })
    const unseen = withPageImages(report, [{ ...found, compared: [] }])
    expect(answer(unseen, demands)).toMatchObject({ valid: false, visualDifferences: false })
    expect(answer(unseen)).toMatchObject({ valid: true })
  })

  test('nothing is compared where nothing was added', async () => {
    const whole = joined(signAll(aPdf(), pki, { level: 'B-T' }))
    const alone = validatePdf(whole, policy)
    expect(await comparePageImages(failing(new Error('not asked')), 'file.pdf', alone)).toBeUndefined()
    expect(withPageImages(alone, undefined)).toBe(alone)
  })
})
