import { getDocumentTags } from '@countersign/contract/documents.ts'
import { updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { testPdf, type TestPage } from '../test-pdf.ts'

let api: TestApi
let mara: Person
beforeAll(async () => {
  api = await startTestApi()
  mara = await api.person({ firstName: 'Mara', lastName: 'Lindt' })
})
afterAll(() => api?.stop())

/** Pages of 600 by 800 points, each with lines of 20 points that begin where it says. */
function lines(...said: readonly (readonly [x: number, y: number, text: string])[]): string {
  return said.map(([x, y, text]) => `BT /F1 20 Tf ${x} ${y} Td (${text}) Tj ET`).join(' ')
}

async function documentOf(pages: readonly TestPage[]) {
  const draft = await aDraft(api, { owner: mara, documents: [testPdf({ pages })] })
  const id = draft.documents[0]?.id ?? ''
  return { draft, id, tags: () => api.call(getDocumentTags, { params: { id } }, mara.as) }
}

test('the service finds the places a document names itself, on every page and over the tag', async () => {
  const { draft, id, tags } = await documentOf([
    { content: lines([72, 700, 'Lease'], [72, 200, 'Landlord: {{signature:1}}']) },
    { content: lines([300, 400, '[[sign:Anna@example.org]]'], [72, 100, '{{dates:1}}']) },
    { content: lines([550, 20, '{{s2}}']) },
  ])
  const { items, pages_read } = await tags()
  expect(pages_read).toBe(3)
  expect(items.map(({ text, number, email, position }) => [text, number, email, position.page])).toEqual([
    ['{{signature:1}}', 1, null, '0'],
    ['[[sign:Anna@example.org]]', null, 'anna@example.org', '1'],
    ['{{s2}}', 2, null, '2'],
  ])
  const [first, long, corner] = items
  // Behind the words before it; its foot is the line's foot, 600 points from the top and a little.
  expect(first?.position.x).toBeGreaterThan(72 + 80)
  expect(first?.position.x).toBeLessThan(72 + 120)
  expect((first?.position.y ?? 0) + (first?.position.height ?? 0)).toBeGreaterThan(598)
  expect((first?.position.y ?? 0) + (first?.position.height ?? 0)).toBeLessThan(610)
  expect(first?.position).toMatchObject({ width: 180, height: 60 })
  expect(long?.position.width).toBeGreaterThan(220)
  // Within the page.
  expect(corner?.position.x).toBe(420)
  expect(corner?.position.y).toBeLessThanOrEqual(740)

  // Each is a place as a signer takes it.
  const signatures = items.map(({ position }, index) => ({
    account_email: `signer.${index}@example.org`,
    document_signatures: [{ document_id: id, visual_signature: { position } }],
  }))
  await api.call(updateSignatureRequest, { params: { id: draft.id }, body: { signatures } }, mara.as)
})

test('the service reads a page as it is displayed', async () => {
  const { tags } = await documentOf([{ rotate: 90, content: lines([100, 200, '{{s1}}']) }])
  const { items } = await tags()
  // Turned by a quarter to the right, what runs to the right runs down: 200 from the left, 100 from the top and on.
  expect(items).toHaveLength(1)
  expect(items[0]?.position.x).toBeGreaterThan(190)
  expect(items[0]?.position.x).toBeLessThan(205)
})

test('the service has nothing to say of a document without tags, and nothing to someone else', async () => {
  const { id, tags } = await documentOf([
    { content: lines([72, 700, 'Lease {s1} {{}} [[sign:nobody]]']) },
    {},
  ])
  expect(await tags()).toEqual({ items: [], pages_read: 2 })
  const stranger = await api.person({ firstName: 'Sam' })
  const reply = await api.ask(getDocumentTags, { params: { id } }, stranger.as)
  expect(reply).toMatchObject({ ok: false, error: { status: 404 } })
})

test('a tag for a field is where its words are, and a signer takes it as it is', async () => {
  const { draft, id, tags } = await documentOf([
    {
      content: lines(
        [72, 700, 'Born on {{date:1:Date of birth*}}'],
        [72, 600, '{{checkbox:1}} I agree'],
        [72, 500, '{{lines:anna@example.org:Remarks}}'],
        [72, 400, '{{dropdown:1:Room:North|South}}'],
      ),
    },
  ])
  const { items } = await tags()
  expect(items).toMatchObject([
    { type: 'DATE', number: 1, label: 'Date of birth', required: true },
    { type: 'CHECKBOX', label: null, required: false },
    { type: 'TEXT', multiline: true, email: 'anna@example.org', number: null },
    { type: 'DROPDOWN', options: ['North', 'South'] },
  ])
  const [date, box, remarks] = items.map(({ position }) => position)
  // The line's foot is 100 points from the top: the field covers the line, behind the words before it.
  expect(date?.x).toBeGreaterThan(130)
  expect(date?.y).toBeGreaterThan(78)
  expect((date?.y ?? 0) + (date?.height ?? 0)).toBeLessThan(112)
  expect(box?.width).toBe(box?.height)
  expect(remarks?.height).toBeGreaterThan(45)
  const fields = items.map(({ type, label, required, multiline, options, position }) => ({
    ...{ type, label: label ?? type, required, multiline, position },
    options: options.map((option) => ({ value: option, label: option })),
  }))
  const signatures = [
    {
      account_email: 'anna@example.org',
      document_signatures: [{ document_id: id, fields: fields as never }],
    },
  ]
  const saved = await api.call(
    updateSignatureRequest,
    { params: { id: draft.id }, body: { signatures } },
    mara.as,
  )
  expect(saved.signatures[0]?.document_signatures[0]?.fields).toHaveLength(4)
})
