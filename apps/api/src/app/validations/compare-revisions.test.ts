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
import { aPdf, appendRevision, streamObject } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import {
  aSignatureDictionary,
  aWidget,
  certify,
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

describe('a field that is filled in as a certification permits', () => {
  const rect = '[10 90 210 130]'
  const drawing = (content: string): Buffer =>
    streamObject(content, '/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<</F 4 0 R>>>>')
  const text = (more = ''): string => `${aWidget('Remark', rect)}/FT/Tx/DA(/F 8 Tf)${more}>>`
  const button = (more = ''): string => `${aWidget('Help', rect)}/FT/Btn/Ff 65536${more}>>`
  const appearance = '/AP<</N 900 0 R>>'
  const certified = (content: string, field: string, objects: Record<number, Buffer> = {}): Buffer => {
    const base = aPdf({
      page: '/Annots[60 0 R 61 0 R 62 0 R]',
      catalog: '/AcroForm<</Fields[60 0 R 61 0 R 62 0 R]/SigFlags 3>>',
      objects: {
        3: streamObject(content),
        60: `${aWidget('Certifier')}/FT/Sig>>`,
        61: `${aWidget('Second')}/FT/Sig>>`,
        62: field,
        ...objects,
      },
    })
    const file = certify(base, pki, 2)
    return joined([file, addValidationData(file, validationData(pki))])
  }
  const agreed = 'BT /F 12 Tf 20 100 Td (Pay 100 to Bob) Tj ET'
  const ok = 'BT /F 12 Tf 10 10 Td (ok) Tj ET'
  const covering = { code: 'field_covers_content', parameters: { field: 'Remark', page: '1' } }
  const filled = (content: string, drawn: string): Buffer =>
    appendRevision(certified(content, text()), { 62: text(`/V(ok)${appearance}`), 900: drawing(drawn) })

  test.each([
    ['white', `1 g 0 0 200 40 re f 0 g 10 12 3 12 re 16 12 3 12 re f ${ok}`],
    ['black', `0 g 0 0 200 40 re f 1 g ${ok}`],
  ])('with something %s over the text of the page holds with a reservation', async (_, drawn) => {
    const report = await judge(filled(agreed, drawn))
    expect(report.signatures[0]).toMatchObject({
      indication: 'TOTAL_PASSED',
      withReservation: true,
      warnings: expect.arrayContaining([covering]),
    })
    const details = answer(report, { infos: ['validation'] }).additionalInfos?.validation?.details
    expect(details).toContain('field_covers_content')
  })

  test('by drawing a push button, which holds no value, holds with a reservation', async () => {
    const drawn = drawing('1 g 0 0 200 40 re f 0 g BT /F 12 Tf 10 10 Td (Pay 900000 to Eve) Tj ET')
    const change = { 62: button(appearance), 900: drawn }
    const beside = await judge(appendRevision(certified('', button()), change))
    expect(beside.signatures[0]).toMatchObject({
      withReservation: true,
      warnings: [{ code: 'changed_visibly', parameters: { field: 'Help' } }],
      infos: expect.not.arrayContaining([expect.objectContaining({ code: 'form_filled_as_permitted' })]),
    })
    const over = await judge(appendRevision(certified(agreed, button()), change))
    expect(over.signatures[0]?.warnings.map(({ code }) => code)).toEqual([
      'changed_visibly',
      'field_covers_content',
    ])
  })

  test.each([
    ['an empty place', '', ok],
    ['an empty place, with a background', '', `0.9 g 0 0 200 40 re f 0 g ${ok}`],
    ['a line to write on', '20 98 180 0.5 re f', ok],
    ['a line of dots', 'BT /F 12 Tf 20 100 Td (................................) Tj ET', ok],
    ['a grey hint', '0.7 g BT /F 12 Tf 20 100 Td (DD.MM.YYYY) Tj ET', ok],
    ['a label beside it', 'BT /F 12 Tf 20 140 Td (Remark) Tj ET', ok],
  ])('on %s holds without one', async (_, content, drawn) => {
    const report = await judge(filled(content, drawn))
    expect(report.signatures.map(({ warnings }) => warnings)).toEqual([[]])
    expect(report).toMatchObject({ overall: 'TOTAL_PASSED', withReservation: false })
  })

  test('in place of the value it had holds without one', async () => {
    const file = certified('', text(`/V(Pay 100 to Bob)${appearance}`), { 900: drawing(agreed) })
    const changed = appendRevision(file, { 62: text(`/V(ok)${appearance}`), 900: drawing(ok) })
    expect((await judge(changed)).signatures[0]).toMatchObject({ withReservation: false, warnings: [] })
  })

  test('and that is as large as a page holds with a reservation where no image can be made', () => {
    const large = (more = ''): string => text(more).replace(rect, '[0 0 300 200]')
    const file = appendRevision(certified(agreed, large()), {
      62: large(`/V(ok)${appearance}`),
      900: drawing(ok),
    })
    expect(validatePdf(file, policy).signatures[0]).toMatchObject({
      withReservation: true,
      warnings: [covering],
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
