import {
  addDocument,
  createSignatureRequest,
  deleteSignatureRequest,
} from '@countersign/contract/signature-requests.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { createContext, type OpenContext } from '#api/app/create-context.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { type Caller, freePort, makeCaller } from '#api/testing/caller.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { aLostKey, loseFirstAnswers } from '#api/testing/connections/lost-answers.ts'
import { lossyServer } from './lossy-server.fixture.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft } from '#api/testing/signature-request.ts'

// Two api processes on one database: a retry may come to either.

let api: TestApi
let other: { readonly context: OpenContext; readonly caller: Caller; stop(): Promise<void> }
let ben: Person
let admin: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  other = await anotherApi()
  ben = await api.person({ firstName: 'Ben' })
  admin = new pg.Client(api.connection)
  await admin.connect()
  await loseFirstAnswers(api.connection)
})
afterAll(async () => {
  await admin?.end()
  await other?.stop()
  await api?.stop()
})

async function anotherApi() {
  const context = await createContext(api.context.config, api.connection)
  const app = await buildApp(context)
  const port = await freePort()
  await app.listen({ port, host: '127.0.0.1' })
  const stop = async () => {
    await app.close()
    await context.close()
  }
  return { context, caller: makeCaller(`http://127.0.0.1:${port}`), stop }
}

const aKey = () => ({ 'idempotency-key': crypto.randomUUID() })
const create = (caller: Caller, title: string, key: Record<string, string>) =>
  caller.ask(createSignatureRequest, { body: { title } }, ben.as, key)
const titled = async (title: string) =>
  (await admin.query('SELECT 1 FROM signature_requests WHERE title = $1', [title])).rowCount

/** Keeps every insert into the table waiting until the work is done. */
async function whileBlocked(table: string, work: () => Promise<void>): Promise<void> {
  await admin.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
  try {
    await work()
  } finally {
    await admin.query('COMMIT')
  }
}
const blockedInserts = async () => {
  // Otherwise a transaction continues seeing the activity that it saw first.
  await admin.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}
const endConnections = (holdingLease = false) =>
  admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND ($1 = false OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7464))`,
    [holdingLease],
  )

test('a call that still runs keeps its key; afterwards its answer is the answer of every retry', async () => {
  const key = aKey()
  let first: ReturnType<typeof create> | undefined
  await whileBlocked('signature_requests', async () => {
    first = create(api, 'Runs', key)
    await expect.poll(blockedInserts).toBe(1)
    for (const caller of [api, other.caller]) {
      const refused = await create(caller, 'Runs', key)
      expect(refused).toMatchObject({ status: 409, error: { key: 'idempotency.running' } })
      expect(refused.headers.get('retry-after')).toBe('1')
    }
  })
  const answer = await first
  expect(answer).toMatchObject({ status: 201 })
  for (const caller of [api, other.caller])
    expect(await create(caller, 'Runs', key)).toMatchObject({ status: 201, body: answer?.ok && answer.body })
  expect(await titled('Runs')).toBe(1)
})

test('after a 503 the retry under the same key works at once, at any process, for calls and for uploads', async () => {
  const { id } = await aDraft(api, { owner: ben })
  const pdf = aPdf({ title: 'Sent again' })
  const upload = (caller: Caller, _title: string, key: Record<string, string>) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'again.pdf')
    return caller.ask(addDocument, { params: { id }, body: body as never }, ben.as, key)
  }
  for (const [table, work] of [
    ['signature_requests', create],
    ['documents', upload],
  ] as const)
    for (const retryAt of [api, other.caller]) {
      const key = aKey()
      const title = crypto.randomUUID()
      await whileBlocked(table, async () => {
        const lost = work(api, title, key)
        await expect.poll(blockedInserts).toBe(1)
        await endConnections()
        expect(await lost).toMatchObject({ status: 503, error: { key: 'service.unavailable' } })
      })
      // Other connections may turn out to be dead as well: the same answer again, and never that the call still runs.
      const retried = new Set<number>()
      const retry = async () => {
        const { status } = await work(retryAt, title, key)
        retried.add(status)
        return status
      }
      await expect.poll(retry).toBe(201)
      expect(retried).not.toContain(409)
      if (table === 'signature_requests') expect(await titled(title)).toBe(1)
    }
  const added = await admin.query(`SELECT 1 FROM documents WHERE name = 'again.pdf'`)
  expect(added.rowCount).toBe(2)
})

test('a call that continues while its process lost the lease’s connection is not done a second time', async () => {
  const key = aKey()
  let first: ReturnType<typeof create> | undefined
  await whileBlocked('signature_requests', async () => {
    first = create(api, 'Once', key)
    await expect.poll(blockedInserts).toBe(1)
    await endConnections(true)
    const retry = async () => (await create(other.caller, 'Once', key)).status
    await expect.poll(retry).toBe(409)
  })
  expect(await first).toMatchObject({ status: 201 })
  expect(await create(other.caller, 'Once', key)).toMatchObject({ status: 201 })
  expect(await titled('Once')).toBe(1)
})

test('a key whose process died is taken over by one retry alone, and by no other body', async () => {
  const key = aKey()
  // What a process leaves behind that was killed in the middle of a call.
  await create(api, 'Left behind', key)
  await admin.query(
    `UPDATE idempotency_keys SET status = NULL, answer = NULL, result_claim = NULL, result = NULL, holder = 12345
     WHERE key = $1`,
    [key['idempotency-key']],
  )
  const [one, two] = await Promise.all([
    create(api, 'Left behind', key),
    create(other.caller, 'Left behind', key),
  ])
  expect([one.status, two.status]).toContain(201)
  for (const { status } of [one, two]) expect([201, 409]).toContain(status)
  expect(await titled('Left behind')).toBe(2)
  expect(await create(api, 'Other words', key)).toMatchObject({ error: { key: 'idempotency.mismatch' } })
})

test('a call whose key another call has taken meanwhile does nothing', async () => {
  const key = aKey()
  let first: ReturnType<typeof create> | undefined
  await whileBlocked('signature_requests', async () => {
    first = create(api, 'Taken away', key)
    await expect.poll(blockedInserts).toBe(1)
    // As a retry does once this process seems dead.
    await admin.query('UPDATE idempotency_keys SET claim = gen_random_uuid() WHERE key = $1', [
      key['idempotency-key'],
    ])
  })
  expect(await first).toMatchObject({ status: 409, error: { key: 'idempotency.running' } })
  expect(await titled('Taken away')).toBe(0)
})

/** As if the process had been killed whose answer was lost. */
const killed = (key: Record<string, string>, more = '') =>
  admin.query(`UPDATE idempotency_keys SET holder = 0 ${more} WHERE key = $1`, [key['idempotency-key']])

test('work whose answer was lost is answered to one body alone, a file included, and by no process of an earlier release', async () => {
  const { id } = await aDraft(api, { owner: ben })
  const upload = (caller: Caller, title: string, key: Record<string, string>) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(aPdf({ title }))], { type: 'application/pdf' }), 'lost.pdf')
    return caller.ask(addDocument, { params: { id }, body: body as never }, ben.as, key)
  }
  for (const work of [create, upload]) {
    const [key, old] = [aLostKey(), aLostKey()]
    const title = crypto.randomUUID()
    const first = await work(api, title, key)
    expect(first).toMatchObject({ status: 201 })
    await killed(key)
    for (const caller of [api, other.caller])
      expect(await work(caller, 'Another', key)).toMatchObject({ error: { key: 'idempotency.mismatch' } })
    for (const caller of [other.caller, api])
      expect(await work(caller, title, key)).toMatchObject({ status: 201, body: first.ok && first.body })
    // One of an earlier release doesn't see the result.
    await work(api, title, old)
    await killed(old, ', result_claim = NULL')
    expect(await work(other.caller, title, old)).toMatchObject({ error: { key: 'idempotency.mismatch' } })
  }
  const added = await admin.query(`SELECT 1 FROM documents WHERE name = 'lost.pdf'`)
  expect(added.rowCount).toBe(2)
})

test('work that was rolled back leaves no result: the retry does it', async () => {
  const key = aLostKey()
  const title = 'Refused at COMMIT'
  await admin.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON signature_requests DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.title = '${title}') EXECUTE FUNCTION refuse()`)
  expect(await create(api, title, key)).toMatchObject({ status: 500 })
  await admin.query('DROP TRIGGER refuse ON signature_requests')
  const retry = await create(api, title, key)
  expect(retry).toMatchObject({ status: 201 })
  expect(await titled(title)).toBe(1)
})

test('work whose answer could not be stored is answered at another process, though the first lives', async () => {
  const key = aKey()
  await admin.query(`CREATE FUNCTION refuse_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse_answer BEFORE UPDATE ON idempotency_keys FOR EACH ROW
      WHEN (NEW.answer IS NOT NULL AND NEW.key = '${key['idempotency-key']}') EXECUTE FUNCTION refuse_answer()`)
  const first = await create(api, 'Not stored', key)
  expect(first).toMatchObject({ status: 201 })
  await admin.query('DROP TRIGGER refuse_answer ON idempotency_keys')
  expect(await create(other.caller, 'Not stored', key)).toMatchObject({
    status: 201,
    body: first.ok && first.body,
  })
  expect(await titled('Not stored')).toBe(1)
})

test('a picture that is sent again in a form has the answer of the first time; another under the same key is refused', async () => {
  const look = { optionalLine: 'Ben', displayClaim: false, displayStandards: false }
  const { id } = await api.call(visuals.createVisualSignature, { body: look }, ben.as)
  const [picture, another] = [
    await strokes().png().toBuffer(),
    await strokes().negate({ alpha: false }).png().toBuffer(),
  ]
  const send = (content: Uint8Array, key: Record<string, string>) => {
    const body = new FormData()
    body.set('image', new Blob([Uint8Array.from(content)], { type: 'image/png' }), 'ben.png')
    return api.ask(visuals.setSignatureImage, { params: { id }, body: body as never }, ben.as, key)
  }
  const key = aKey()
  const first = await send(picture, key)
  expect(first).toMatchObject({ status: 200, ok: true })
  expect(await send(picture, key)).toMatchObject({ status: 200, body: first.ok && first.body })
  expect(await send(another, key)).toMatchObject({ status: 422, error: { key: 'idempotency.mismatch' } })
})

test('a call whose COMMIT was answered to nobody is answered all the same, and done once', async () => {
  const database = await createTestDatabase()
  const way = await lossyServer(database.connection)
  const cut = await startTestApi({ jobs: false, database: { ...database, connection: way.connection } })
  try {
    const mara = await cut.person({ firstName: 'Mara' })
    const key = aKey()
    const ask = () => cut.ask(createSignatureRequest, { body: { title: 'Once' } }, mara.as, key)
    way.loseNextCommit()
    const first = await ask()
    expect(way.lost()).toBe(true)
    expect(first).toMatchObject({ status: 201 })
    expect(await ask()).toMatchObject({ status: 201, body: { id: first.ok && first.body.id } })
    const { rowCount } = await cut.context.pool.query('SELECT FROM signature_requests')
    expect(rowCount).toBe(1)
  } finally {
    await cut.stop()
    way.stop()
  }
})

test.each([0, 201, 1000])(
  'a key of %i characters is refused by its name, and nothing is done',
  async (length) => {
    const title = `Key of ${length}`
    const refused = await create(api, title, { 'idempotency-key': 'k'.repeat(length) })
    expect(refused).toMatchObject({
      status: 400,
      error: { key: 'validation.failed', fields: [{ field: 'Idempotency-Key', code: 'length' }] },
    })
    expect(await titled(title)).toBe(0)
    expect(
      await create(api, title, { 'idempotency-key': `${title} ${'k'.repeat(200)}`.slice(0, 200) }),
    ).toMatchObject({ status: 201 })
  },
)

test('a key is one caller’s, of one method and address; reading takes none', async () => {
  const key = aKey()
  const first = await create(api, 'Shared key', key)
  const mia = await api.person({ firstName: 'Mia' })
  const others = await api.ask(createSignatureRequest, { body: { title: 'Shared key' } }, mia.as, key)
  expect(others).toMatchObject({ status: 201 })
  const id = first.ok ? first.body.id : ''
  expect(others.ok && others.body.id).not.toBe(id)
  const elsewhere = await api.ask(deleteSignatureRequest, { params: { id } }, ben.as, key)
  expect(elsewhere).toMatchObject({ error: { key: 'idempotency.mismatch' } })
  for (const method of ['GET', 'HEAD']) {
    const headers = { ...key, authorization: ben.as }
    const read = await fetch(`${api.url}/v3/signature-requests/${id}`, { method, headers })
    expect(read.status).toBe(200)
  }
})
