import * as requests from '@countersign/contract/signature-requests.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aLargeRequest, signByAll } from '#api/testing/large-request.ts'
import { allAnchors } from './engine/sign-document.ts'

// What is small here is a request with fifty documents and a hundred signers on the bench.

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await api?.stop()
})

const patience = 60_000

test('many documents, many signers, one group after the other: each document has every signature', async () => {
  const request = await aLargeRequest(api, { owner: ben, documents: 3, signers: 6, sequences: 3 })
  await signByAll(api, request, ben, patience)
  const params = { id: request.id }
  const signed = await api.call(requests.getSignatureRequest, { params }, ben.as)
  expect(signed.status_overall).toBe('SIGNED')
  const anchors = await allAnchors(api.context)
  const { rows } = await api.context.pool.query<{ sha256: string }>(
    'SELECT sha256 FROM request_documents r JOIN documents d ON d.id = r.version_id WHERE request_id = $1',
    [request.id],
  )
  expect(rows).toHaveLength(3)
  for (const { sha256 } of rows) {
    const file = await api.context.documentStore.read(sha256)
    const at = new Date()
    const { signatures } = validatePdf([file], { anchors, at })
    const levels = signatures.map(({ indication, level }) => `${indication} ${level}`)
    expect(levels.filter((one) => one.startsWith('TOTAL_PASSED'))).toHaveLength(signatures.length)
    expect(levels.filter((one) => one === 'TOTAL_PASSED B-LTA').length).toBeGreaterThan(0)
    expect(new Set(signatures.map(({ field }) => field)).size).toBeGreaterThanOrEqual(6)
    // Asked about two of them, the validator says of these what it says of them among all.
    const newest = signatures.slice(-2)
    const only = newest.map(({ field }) => field)
    expect(validatePdf([file], { anchors, at, only }).signatures).toEqual(newest)
  }
})

test('one signature on six documents asks the database as often as on two', async () => {
  const asked: string[] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }]
    const text = typeof first === 'string' ? first : (first.text ?? '')
    if (/^\s*(insert into|select \* from) "?documents/i.test(text)) asked.push(text)
    return query.apply(this, given as never)
  })
  const statements = async (documents: number) => {
    const request = await aLargeRequest(api, { owner: ben, documents, signers: 1, sequences: 1 })
    asked.length = 0
    await signByAll(api, request, ben, patience)
    return asked.length
  }
  const few = await statements(2)
  expect(few).toBeGreaterThan(0)
  expect(await statements(6)).toBe(few)
})
