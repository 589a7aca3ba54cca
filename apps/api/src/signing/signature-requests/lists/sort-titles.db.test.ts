import { createSignerGroup, listSignerGroups } from '@countersign/contract/signer-groups.ts'
import { listSignatureRequests, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { sortTitles, TitlesInUse } from './sort-titles.ts'

let api: TestApi
let owner: pg.Client
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client(api.connection)
  await owner.connect()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

// Á and Ä are both an A: the next letter decides.
const sorted = [
  'Änderung zu B',
  'Ángel',
  'Arbeit',
  'Œuvre',
  'ökologisch',
  'Straße 1',
  'Strasse 2',
  'Übernahme',
  'Zusatz',
]

const titlesOf = async (person: Person, sort: 'asc' | 'desc' = 'asc') =>
  (await api.call(listSignatureRequests, { query: { sort_by: 'title', sort } }, person.as)).items.map(
    ({ title }) => title,
  )

async function drafts(person: Person, titles: readonly string[]): Promise<string[]> {
  const ids = []
  for (const title of titles) ids.push((await aDraft(api, { owner: person, title, documents: [] })).id)
  return ids
}

test('titles with accents are among those with the same base letter', async () => {
  await drafts(ben, sorted.toReversed())
  expect(await titlesOf(ben)).toEqual(sorted)
  expect(await titlesOf(ben, 'desc')).toEqual(sorted.toReversed())
})

test('a title that is changed moves to its new place', async () => {
  const carla = await api.person({ firstName: 'Carla' })
  const [, second] = await drafts(carla, ['Bestellung', 'Zusatz'])
  await api.call(updateSignatureRequest, { params: { id: second ?? '' }, body: { title: 'Ärger' } }, carla.as)
  expect(await titlesOf(carla)).toEqual(['Ärger', 'Bestellung'])
})

test('a title of letters that decompose into many can be kept', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const titles = ['각'.repeat(200), '\u{1D160}'.repeat(30), 'ﷺ'.repeat(200)]
  await drafts(dora, titles)
  expect((await titlesOf(dora)).toSorted()).toEqual(titles.map((title) => title.normalize()).toSorted())
})

test('signer groups are sorted the same way', async () => {
  for (const name of ['Zürich', 'Ägypten', 'Bern'])
    await api.call(createSignerGroup, { body: { name, members: [{ email: 'anna@example.org' }] } }, ben.as)
  const { items } = await api.call(listSignerGroups, { query: { sort_by: 'name', sort: 'asc' } }, ben.as)
  expect(items.map(({ name }) => name)).toEqual(['Ägypten', 'Bern', 'Zürich'])
})

/** As an earlier release kept it. */
async function formerKeys(person: Person): Promise<void> {
  await owner.query('BEGIN; ALTER TABLE request_access DISABLE TRIGGER request_access_title_key')
  await owner.query(
    'UPDATE request_access SET title_key = lower(title) WHERE account_id = (SELECT id FROM accounts WHERE email = $1)',
    [person.email],
  )
  await owner.query('ALTER TABLE request_access ENABLE TRIGGER request_access_title_key; COMMIT')
}

test('titles of an earlier release get their new place, those that someone is changing at the second try', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const [first] = await drafts(emil, ['Übernahme', 'Ärger', 'Zusatz'])
  await formerKeys(emil)
  expect(await titlesOf(emil)).toEqual(['Zusatz', 'Ärger', 'Übernahme'])
  await owner.query('BEGIN')
  await owner.query('SELECT FROM request_access WHERE request_id = $1 FOR UPDATE', [first])
  await expect(sortTitles(api.context)).rejects.toThrow(TitlesInUse)
  expect(await titlesOf(emil)).toEqual(['Ärger', 'Zusatz', 'Übernahme'])
  await owner.query('COMMIT')
  await sortTitles(api.context)
  expect(await titlesOf(emil)).toEqual(['Ärger', 'Übernahme', 'Zusatz'])
})
