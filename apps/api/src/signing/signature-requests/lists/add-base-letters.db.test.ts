import { listSignatureRequests, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { addBaseLettersToWords, WordsInUse } from './add-base-letters.ts'
import { addOwnersAddress } from './words-repository.ts'

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

test('requests are found by the base letters of their owner’s new address', async () => {
  const joerg = await api.person({ firstName: 'Jörg' })
  await aDraft(api, { owner: joerg, title: 'Miete Zürich', documents: [] })
  const email = `rené.${crypto.randomUUID()}@example.org`
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
    joerg.email,
  ])
  await transaction(api.context.db, (tx) => addOwnersAddress(tx, rows[0]?.id ?? '', email))
  for (const search of ['rené', email.replace('é', 'e'), 'zurich', joerg.email])
    expect(await found(search, joerg)).toEqual(['Miete Zürich'])
})

test('capital letters without marks of their own have base letters whatever the database’s character type', async () => {
  const name = `characters_${crypto.randomUUID().slice(0, 8)}`
  const { rows } = await owner.query<{ definition: string }>(
    "SELECT pg_get_functiondef('base_letters(text)'::regprocedure) AS definition",
  )
  await owner.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`)
  const other = new pg.Client({ ...api.connection, database: name })
  try {
    await other.connect()
    await other.query(rows[0]?.definition ?? '')
    const capitals = 'ŁÓDŹ SØREN ÆGIR ŒUVRE ÞÓRR ĐURO ÐÓRA ĦAL ŦAM STRAẞE Łódź'
    const plain = 'lodz soren aegir oeuvre thorr duro dora hal tam strasse lodz'
    for (const client of [owner, other])
      expect((await client.query('SELECT base_letters($1) AS base', [capitals])).rows).toEqual([
        { base: plain },
      ])
  } finally {
    await other.end()
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`)
  }
})
