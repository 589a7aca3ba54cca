import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { signHeads } from './sign-heads.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ jobs: false })
})
afterAll(() => api?.stop())

const minute = 60_000

async function anEvent(at: Date): Promise<string> {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `INSERT INTO evidence_events (request_id, seq, type, at, actor, data, previous_hash, hash)
     VALUES (gen_random_uuid(), 1, 'created', $1, '{}', '{}', '', 'h') RETURNING request_id AS id`,
    [at],
  )
  return rows[0]?.id ?? ''
}

async function newestHeads(): Promise<string[]> {
  const { rows } = await api.context.pool.query<{ heads: object }>(
    'SELECT heads FROM evidence_heads ORDER BY id DESC LIMIT 1',
  )
  return Object.keys(rows[0]?.heads ?? {})
}

test('what happened since the last time is signed, also where the clock was put back in between', async () => {
  const now = Date.now()
  const ahead = new Date(now + 120 * minute)
  await anEvent(ahead)
  expect(await signHeads({ ...api.context, now: () => ahead })).toBe(1)
  const meanwhile = await anEvent(new Date(now - 45 * minute))
  await signHeads(api.context)
  expect(await newestHeads()).toContain(meanwhile)
  const later = await anEvent(new Date(now))
  expect(await signHeads(api.context)).toBeGreaterThan(0)
  expect(await newestHeads()).toContain(later)
})
