import { getSignatureRequestStatus, listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  const signers = [{ email: anna.email, firstName: 'Anna', lastName: 'Keller' }]
  for (let n = 1; n <= 27; n += 1)
    await aDraft(api, { owner: ben, title: `Draft ${String(n).padStart(2, '0')}`, documents: [] })
  await aSignatureRequest(api, { owner: ben, title: 'Apartment lease', signers })
  await aSignatureRequest(api, {
    owner: anna,
    title: 'Boat 100% insurance',
    signers: [{ email: 'carla@example.org', firstName: 'Carla', lastName: 'Würth' }],
  })
  const done = await aSignatureRequest(api, { owner: ben, title: 'Car sale', signers })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: done.id }] } }, anna.as)
  // The call waits for two seconds at most.
  const status = async () =>
    (await api.call(getSignatureRequestStatus, { params: { id: done.id } }, ben.as)).status_overall
  await vi.waitFor(async () => expect(await status()).toBe('SIGNED'), { timeout: 60_000 })
})
afterAll(() => api?.stop())

const titles = async (query: object, as = ben.as) =>
  (await api.call(listSignatureRequests, { query }, as)).items.map((item) => item.title)

test('pages: 25 and the rest, with the totals', async () => {
  const first = await api.call(
    listSignatureRequests,
    { query: { status: 'DRAFT', sort_by: 'title', sort: 'asc' } },
    ben.as,
  )
  expect(first).toMatchObject({ page: 1, size: 25, total_items: 27, total_pages: 2 })
  expect(first.items[0]?.title).toBe('Draft 01')
  // Of all states, whatever the page shows.
  expect(first.counts).toEqual({ DRAFT: 27, TO_SIGN: 0, WAITING: 1, COMPLETED: 1, CANCELLED: 0, ERROR: 0 })
  const second = await titles({ status: 'DRAFT', sort_by: 'title', sort: 'asc', page: '2' })
  expect(second).toEqual(['Draft 26', 'Draft 27'])
})

test('each sees the state from where they stand, and only what they have a part in', async () => {
  const list = async (as: string) =>
    (
      await api.call(
        listSignatureRequests,
        { query: { status: 'TO_SIGN,WAITING,COMPLETED', sort_by: 'title', sort: 'asc' } },
        as,
      )
    ).items.map(({ title, status }) => `${title}: ${status}`)
  expect(await list(anna.as)).toEqual([
    'Apartment lease: TO_SIGN',
    'Boat 100% insurance: WAITING',
    'Car sale: COMPLETED',
  ])
  expect(await list(ben.as)).toEqual(['Apartment lease: WAITING', 'Car sale: COMPLETED'])
})

test('what a list shows is found by its own letters, in any case and however they are written', async () => {
  const zeki = await api.person({ firstName: 'Zeki' })
  const named = ['İstanbul sözleşmesi', 'ΟΡΟΣ ΣΥΜΒΑΣΗΣ', 'Kündigung 7'.normalize('NFD')]
  for (const title of named) await aDraft(api, { owner: zeki, title, documents: [] })
  for (const title of await titles({}, zeki.as))
    expect(await titles({ search: title }, zeki.as)).toEqual([title])
  expect(await titles({ search: 'İSTANBUL' }, zeki.as)).toEqual(['İstanbul sözleşmesi'])
  expect(await titles({ search: 'ΟΡΟΣ' }, zeki.as)).toEqual(['ΟΡΟΣ ΣΥΜΒΑΣΗΣ'])
  expect(await titles({ search: 'kündigung 7' }, zeki.as)).toEqual(['Kündigung 7'.normalize('NFC')])
  expect(await titles({ search: 'kündigung 7'.normalize('NFD') }, zeki.as)).toHaveLength(1)
  expect(await titles({ search: 'ορος' }, zeki.as)).toEqual(['ΟΡΟΣ ΣΥΜΒΑΣΗΣ'])
})

test('apostrophes find each other, whichever a keyboard or an office program has put', async () => {
  const odile = await api.person({ firstName: 'Odile' })
  for (const title of ['Contrat d’achat', "Contratto d'affitto"])
    await aDraft(api, { owner: odile, title, documents: [] })
  for (const search of ['d’achat', "d'achat", "CONTRAT D'ACHAT"])
    expect(await titles({ search }, odile.as)).toEqual(['Contrat d’achat'])
  for (const search of ['d’affitto', "d'affitto"])
    expect(await titles({ search }, odile.as)).toEqual(["Contratto d'affitto"])
  expect(await titles({ search: '’' }, odile.as)).toEqual(['Contrat d’achat'])
})

test('letters with marks are found by their base letters, with a slip of the finger too', async () => {
  const uli = await api.person({ firstName: 'Uli' })
  const named = ['Übernahme Müller', 'Résumé', 'Bahnhofstraße 4', 'Wrocław – Łódź']
  for (const title of named) await aDraft(api, { owner: uli, title, documents: [] })
  const terms = { 'ubernahme MULLER': 0, resume: 1, 'strasse 4': 2, Lodz: 3, Übernamhe: 0, ubernamhe: 0 }
  for (const [search, index] of Object.entries(terms))
    expect({ search, found: await titles({ search }, uli.as) }).toEqual({ search, found: [named[index]] })
})

test('what was typed with marks is found as typed first, and without them where nothing has them', async () => {
  const vera = await api.person({ firstName: 'Vera' })
  for (const title of ['Lease Muller', 'Lease Peter'])
    await aDraft(api, { owner: vera, title, documents: [] })
  expect(await titles({ search: 'Müller' }, vera.as)).toEqual(['Lease Muller'])
  await aDraft(api, { owner: vera, title: 'Sale Müller', documents: [] })
  expect(await titles({ search: 'Müller' }, vera.as)).toEqual(['Sale Müller'])
  expect(await titles({ search: 'Muller', sort_by: 'title', sort: 'asc' }, vera.as)).toEqual([
    'Lease Muller',
    'Sale Müller',
  ])
})

test('search finds titles, documents and people, with a slip of the finger too, and takes signs as they are', async () => {
  expect(await titles({ search: 'apartmnet' })).toEqual(['Apartment lease'])
  expect(await titles({ search: 'würth' }, anna.as)).toEqual(['Boat 100% insurance'])
  expect(await titles({ search: '100%' }, anna.as)).toEqual(['Boat 100% insurance'])
  expect(await titles({ search: '%' }, ben.as)).toEqual([])
  expect(await titles({ search: "'; DROP TABLE accounts; --" })).toEqual([])
  // As two cells of a table are copied, and an address from a dialog of Windows.
  expect(await titles({ search: 'Anna\tKeller' })).toHaveLength(2)
  expect(await titles({ search: '\u202ACarla@example.org\u202C' }, anna.as)).toHaveLength(1)
})

test('sent by me, sent by someone, and between dates', async () => {
  expect(await titles({ send_by: 'me' }, anna.as)).toEqual(['Boat 100% insurance'])
  expect(await titles({ send_by: ben.email, sort_by: 'title', sort: 'asc' }, anna.as)).toEqual([
    'Apartment lease',
    'Car sale',
  ])
  const today = new Date().toISOString().slice(0, 10)
  expect(await titles({ date_time_mode: 'completed', date_from: today, date_to: today })).toEqual([
    'Car sale',
  ])
  expect(await titles({ date_time_mode: 'created', date_to: '2020-01-01' })).toEqual([])
})

test('an empty page says how many there are all the same', async () => {
  const beyond = await api.call(listSignatureRequests, { query: { status: 'DRAFT', page: '9' } }, ben.as)
  expect(beyond).toMatchObject({ items: [], total_items: 27, total_is_capped: false, total_pages: 2 })
})

test('beyond 10,000 it is not counted on', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const client = new pg.Client(api.connection)
  await client.connect()
  await client.query(
    `WITH made AS (INSERT INTO signature_requests (owner_id, title, quality, status)
       SELECT id, 'Contract', 'SES', 'DRAFT' FROM accounts, generate_series(1, 10001) WHERE email = $1 RETURNING *)
     INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at)
     SELECT owner_id, id, true, 'DRAFT', $1, title, created_at, updated_at FROM made`,
    [dora.email],
  )
  await client.end()
  const list = await api.call(listSignatureRequests, { query: { size: '100' } }, dora.as)
  expect(list).toMatchObject({ total_items: 10_000, total_is_capped: true, total_pages: 100 })
  expect(list.items).toHaveLength(100)
})

test.each([
  [{ size: '30' }, 'size'],
  [{ page: '0' }, 'page'],
  [{ status: 'OPEN' }, 'status.0'],
  [{ sort_by: 'owner' }, 'sort_by'],
  [{ date_from: 'yesterday' }, 'date_from'],
])('a wrong query is named: %j', async (query, field) => {
  const reply = await api.ask(listSignatureRequests, { query: query as never }, ben.as)
  expect(reply).toMatchObject({ status: 400, error: { fields: [{ field }] } })
})

test('what the database has written is what is declared, and nothing else', async () => {
  const awkward = 'Say "no" \\ 100 % <b>&'
  await aDraft(api, { owner: ben, title: awkward, documents: [] })
  expect(await titles({ search: awkward })).toEqual([awkward])
  for (const as of [ben.as, anna.as]) {
    const page = await api.call(listSignatureRequests, { query: { size: '100' } }, as)
    expect(page.items.length).toBeGreaterThan(0)
    // Parsing leaves out what is not declared, and refuses what is missing or of another kind.
    expect(page).toEqual(z.parse(listSignatureRequests.output, page))
  }
})
