import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { withOwner } from '#api/platform/db/connect.ts'
import { findLast } from './heads-repository.ts'
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

test('heads that were removed with the events that they cover are missed: nothing is signed until that is clear', async () => {
  const { documentStore, db } = api.context
  await anEvent(new Date())
  await signHeads(api.context)
  const removed = await anEvent(new Date())
  await signHeads(api.context)
  const note = (await documentStore.readNote('evidence-heads')) ?? ''
  await withOwner(api.connection, async (owner) => {
    for (const table of ['evidence_events', 'evidence_heads'])
      await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    await owner.query('DELETE FROM evidence_heads WHERE id = (SELECT max(id) FROM evidence_heads)')
    await owner.query('DELETE FROM evidence_events WHERE request_id = $1', [removed])
    for (const table of ['evidence_events', 'evidence_heads'])
      await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
  })
  const later = await anEvent(new Date())
  await expect(signHeads(api.context)).rejects.toMatchObject({
    name: 'HeadsMissing',
    message: expect.stringContaining(note.split(' ')[1] ?? 'no digest'),
  })
  expect(await newestHeads()).not.toContain(later)
  expect(await documentStore.readNote('evidence-heads')).toBe(note)

  await documentStore.removeNote('evidence-heads')
  await signHeads(api.context)
  expect(await newestHeads()).toContain(later)
  expect(await documentStore.readNote('evidence-heads')).toContain(
    (await findLast(db))?.digest.toString('hex'),
  )
})

test('a note that was not written, since the process ended, is written the next time', async () => {
  const { documentStore } = api.context
  await anEvent(new Date())
  const cutShort = { ...documentStore, writeNote: () => Promise.reject(new Error('killed')) }
  await expect(signHeads({ ...api.context, documentStore: cutShort })).rejects.toThrow('killed')
  const before = await documentStore.readNote('evidence-heads')
  await signHeads({ ...api.context, now: () => new Date(Date.now() + 60 * minute) })
  expect(await documentStore.readNote('evidence-heads')).not.toBe(before)
})

test('more heads than one tree takes are signed as several that follow each other', async () => {
  const { pool } = api.context
  await signHeads(api.context)
  const { rows: before } = await pool.query<{ id: string }>(
    'SELECT coalesce(max(id), 0) AS id FROM evidence_heads',
  )
  await pool.query(
    `INSERT INTO evidence_events (request_id, seq, type, at, actor, data, previous_hash, hash)
     SELECT gen_random_uuid(), 1, 'created', now(), '{}', '{}', '', 'h' FROM generate_series(1, 5001)`,
  )
  expect(await signHeads(api.context)).toBeGreaterThan(5000)
  const { rows } = await pool.query<{ digest: Buffer; previous_digest: Buffer }>(
    'SELECT digest, previous_digest FROM evidence_heads WHERE id > $1 ORDER BY id',
    [before[0]?.id],
  )
  expect(rows).toHaveLength(2)
  expect(rows[1]?.previous_digest).toEqual(rows[0]?.digest)
})
