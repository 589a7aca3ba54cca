import { listSignatureRequests, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { addBaseLettersToWords, WordsInUse } from './add-base-letters.ts'

let api: TestApi
let owner: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client(api.connection)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

const found = async (search: string, { as }: Person) =>
  (await api.call(listSignatureRequests, { query: { search, sort_by: 'title', sort: 'asc' } }, as)).items.map(
    ({ title }) => title,
  )

/** As an earlier release kept them. */
async function formerWords(): Promise<void> {
  await owner.query('BEGIN; ALTER TABLE request_words DISABLE TRIGGER request_words_base_letters')
  await owner.query('UPDATE request_words SET words = split_part(words, chr(31), 1)')
  await owner.query('ALTER TABLE request_words ENABLE TRIGGER request_words_base_letters; COMMIT')
}

test('requests of an earlier release are found by base letters after the job, those that someone is changing at the second try', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const titles = ['Müller AG', 'Müller GmbH', 'Plain – as it is']
  const ids = []
  for (const title of titles) ids.push((await aDraft(api, { owner: emil, title, documents: [] })).id)
  await formerWords()
  expect(await found('muller', emil)).toEqual([])
  expect(await found('müller', emil)).toEqual(['Müller AG', 'Müller GmbH'])
  await owner.query('BEGIN')
  await owner.query('SELECT FROM request_words WHERE request_id = $1 FOR UPDATE', [ids[0]])
  await expect(addBaseLettersToWords(api.context)).rejects.toThrow(WordsInUse)
  expect(await found('muller', emil)).toEqual(['Müller GmbH'])
  await owner.query('COMMIT')
  await addBaseLettersToWords(api.context)
  expect(await found('muller', emil)).toEqual(['Müller AG', 'Müller GmbH'])
})

test('a title that is changed is found by its new base letters only', async () => {
  const ida = await api.person({ firstName: 'Ida' })
  const { id } = await aDraft(api, { owner: ida, title: 'Mietvertrag Zürich', documents: [] })
  await api.call(updateSignatureRequest, { params: { id }, body: { title: 'Mietvertrag Genève' } }, ida.as)
  expect(await found('vertrag zurich', ida)).toEqual([])
  expect(await found('vertrag geneve', ida)).toEqual(['Mietvertrag Genève'])
})
