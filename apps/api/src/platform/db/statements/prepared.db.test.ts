import { getSignatureRequest, updateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { connect } from '../connect.ts'

let api: TestApi
let anna: Person
beforeAll(async () => {
  // Few, so that each gets to its last plan soon.
  api = await startTestApi({ jobs: false, environment: { DATABASE_POOL: '2' } })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())

test('reading and changing a request is planned once per connection, and goes on when a migration adds columns', async () => {
  const { id } = await aSignatureRequest(api, { owner: anna, signers: [{ email: 'ben@example.org' }] })
  const params = { id }
  const readAndChange = async (title: string) => {
    await api.call(updateSignatureRequest, { params, body: { title } }, anna.as)
    expect(await api.call(getSignatureRequest, { params }, anna.as)).toMatchObject({ title })
  }
  // PostgreSQL tries five plans for given values before it takes one for all.
  for (let n = 0; n < 16; n += 1) await readAndChange(`Lease ${n}`)
  const rows = await preparedStatements()
  for (const words of ['"owner_email"', 'INTO request_access', 'INTO request_words'])
    expect(rows).toContainEqual({ statement: expect.stringContaining(words) })

  const owner = connect(api.connection, 'owner', 1, () => {})
  try {
    for (const table of ['signature_requests', 'signatures', 'accounts', 'request_access', 'request_words'])
      await owner.query(`ALTER TABLE ${table} ADD COLUMN added text`)
  } finally {
    await owner.end()
  }
  await readAndChange('Lease with an annex')
})

/** Of both connections. */
async function preparedStatements() {
  const clients = [await api.context.pool.connect(), await api.context.pool.connect()]
  try {
    const found = clients.map((client) =>
      client.query<{ statement: string }>(
        `SELECT statement FROM pg_prepared_statements WHERE name LIKE 'p-%' AND generic_plans > 0`,
      ),
    )
    return (await Promise.all(found)).flatMap(({ rows }) => rows)
  } finally {
    for (const client of clients) client.release()
  }
}
