import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Endpoint, InputOf, OutputOf } from '@countersign/contract/endpoint.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockClass } from '#api/platform/db/process-lease.ts'
import { startTestPostgres } from '#api/platform/db/embedded/start-test-postgres.ts'
import type { EmbeddedPostgres } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { type Caller, freePort, makeCaller, type Person, signUp } from '#api/testing/caller.ts'
import { openInbox } from '#api/testing/inbox.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { place } from '#api/testing/signature-request.ts'
import { startSandbox } from '../../../sandbox/src/sandbox.ts'

// An installation as in production, in processes of its own: two apis and two workers on a PostgreSQL that restarts.

interface Process {
  readonly name: string
  readonly child: ChildProcess
  said: string
}

let server: EmbeddedPostgres
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let data: string
let ben: Person
const ports: number[] = []
const processes: Process[] = []
const apis: Caller[] = []

beforeAll(async () => {
  server = await startTestPostgres({ restarts: true })
  data = await mkdtemp(join(tmpdir(), 'countersign-restarts-'))
  ports.push(await freePort(), await freePort())
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: `http://127.0.0.1:${ports[0]}` })
  const anchors = join(data, 'tsa-root.pem')
  await writeFile(anchors, sandbox.anchorsPem)
  const { host, port, user, database } = server.connection
  const environment = {
    NODE_ENV: 'production',
    TEST_SYSTEM: '1',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    VERIFICATION_PORT: '0',
    COUNTERSIGN_DATA: data,
    COUNTERSIGN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Countersign <no-reply@countersign.example>',
    TIMESTAMP_AUTHORITIES: `${sandbox.url}/tsa|${anchors},${sandbox.url}/tsa2|${anchors}`,
    REQUESTS_PER_MINUTE: '1000000',
    SATURATED_AFTER_MS: '60000',
    LOG_LEVEL: 'warn',
  }
  for (const port of ports) run('main.ts', { ...environment, PORT: String(port) })
  for (const _ of [1, 2]) run('worker.ts', environment)
  for (const port of ports) {
    await untilReady(`http://127.0.0.1:${port}/readyz`)
    apis.push(makeCaller(`http://127.0.0.1:${port}`))
  }
  ben = await signUp(apiAt(0), openInbox(sandbox.url), { firstName: 'Ben' })
}, 120_000)
afterAll(async () => {
  for (const { child } of processes.filter(isAlive)) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await sandbox?.close()
  await server?.stop()
  await rm(data, { recursive: true, force: true })
})

function run(name: string, environment: Record<string, string>): void {
  const entry = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const one: Process = { name, child, said: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (one.said = `${one.said}${text.toString()}`.slice(-4000)))
  processes.push(one)
}
async function untilReady(address: string): Promise<void> {
  for (;;) {
    for (const one of processes) if (!isAlive(one)) throw new Error(`${one.name} did not start: ${one.said}`)
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(50)
  }
}
const isAlive = ({ child }: Process) => child.exitCode === null && child.signalCode === null

function apiAt(index: number): Caller {
  const api = apis[index % apis.length]
  if (!api) throw new Error('no api runs')
  return api
}

/** As a client does that is told to come back: the same key, at any api, until there is an answer. */
async function persist<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  from: number,
): Promise<OutputOf<E>> {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const deadline = Date.now() + 120_000
  for (let tries = from; ; tries += 1) {
    const reply = await apiAt(tries)
      .ask(endpoint, input, ben.as, key)
      .catch(() => null)
    if (reply?.ok) return reply.body
    const mayComeBack =
      reply === null || [429, 503].includes(reply.status) || reply.error.key === 'idempotency.running'
    if (!mayComeBack || Date.now() > deadline)
      throw new Error(`${endpoint.name}: ${JSON.stringify(reply?.ok === false && reply.error)}`)
    await pause(100)
  }
}

async function uploadAndSign(title: string, from: number): Promise<string> {
  const content = aPdf({ title }).toString('base64')
  const draft = await persist(
    requests.createSignatureRequest,
    { body: { title, documents: [{ name: `${title}.pdf`, content }] } },
    from,
  )
  const signer = {
    account_email: ben.email,
    signer_identity_data: { email_address: ben.email, first_name: 'Ben', last_name: 'Keller' },
    document_signatures: [{ document_id: draft.documents[0]?.id ?? '', visual_signature: place }],
  }
  const params = { id: draft.id }
  // A repeated PATCH changes nothing more.
  await persist(requests.updateSignatureRequest, { params, body: { signatures: [signer] } }, from)
  await persist(requests.initiateSignatureRequest, { params }, from)
  await persist(sign, { body: { signatureRequests: [{ signatureRequestId: draft.id }] } }, from)
  return draft.id
}

test('PostgreSQL restarts 20 times under load: every process lives, nothing is lost and nothing signed twice', async () => {
  const load = new AbortController()
  const signed: { id: string; title: string }[] = []
  const working = [0, 1, 2].map(async (from) => {
    for (let n = 0; !load.signal.aborted; n += 1) {
      const title = `Load ${from}-${n}`
      signed.push({ id: await uploadAndSign(title, from), title })
    }
  })
  for (let restarts = 0; restarts < 20; restarts += 1) {
    const { pid } = server
    // What `pg_ctl restart -m fast` does; our own supervision starts it again.
    process.kill(pid, 'SIGINT')
    await expect.poll(() => server.pid !== pid, { interval: 20 }).toBe(true)
    // Work gets under way before the next one.
    await pause(1100 + Math.random() * 300)
  }
  // What was begun meanwhile ends, and the work goes on: on a slow machine little ends between two restarts.
  await expect.poll(() => signed.length, { timeout: 100_000 }).toBeGreaterThan(10)
  load.abort()
  await Promise.all(working)
  for (const one of processes) expect(isAlive(one), `${one.name} said: ${one.said}`).toBe(true)

  const client = new pg.Client(server.connection)
  await client.connect()
  const counts = async () =>
    (
      await client.query<{ requests: number; signed: number; events: number; open: number }>(
        `SELECT (SELECT count(*)::int FROM signature_requests WHERE title LIKE 'Load %' AND status <> 'DRAFT') AS requests,
           (SELECT count(*)::int FROM signature_requests WHERE status = 'SIGNED') AS signed,
           (SELECT count(*)::int FROM evidence_events WHERE type = 'signed') AS events,
           (SELECT count(*)::int FROM signings WHERE status <> 'SIGNED') AS open`,
      )
    ).rows[0]
  const all = signed.length
  await expect.poll(counts, { timeout: 30_000 }).toEqual({ requests: all, signed: all, events: all, open: 0 })
  const store = await client.query<{ sha256: string }>('SELECT DISTINCT sha256 FROM documents')
  await client.end()
  for (const { sha256 } of store.rows)
    await expect(
      stat(join(data, 'documents', sha256.slice(0, 2), sha256.slice(2, 4), sha256)),
    ).resolves.toBeDefined()
}, 300_000)

test('after a kill -9 of the api a retry under the same key works at another at once; the work is done once', async () => {
  const draft = await apiAt(1).call(
    requests.createSignatureRequest,
    { body: { title: 'For an upload' } },
    ben.as,
  )
  const content = { name: 'Annex.pdf', content: aPdf({ title: 'Annex' }).toString('base64') }
  const keys = [1, 2].map(() => ({ 'idempotency-key': crypto.randomUUID() }))
  const work = (api: Caller) => [
    api.ask(requests.createSignatureRequest, { body: { title: 'Killed' } }, ben.as, keys[0]),
    api.ask(requests.addDocument, { params: { id: draft.id }, body: content }, ben.as, keys[1]),
  ]
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('BEGIN; LOCK TABLE signature_requests, documents IN SHARE MODE')
  const lost = work(apiAt(0)).map((call) => call.catch(() => null))
  const blocked = async () => {
    // Otherwise a transaction continues seeing the activity that it saw first.
    await client.query('SELECT pg_stat_clear_snapshot()')
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid <> pg_backend_pid()`
    return (await client.query(waiting)).rowCount
  }
  await expect.poll(blocked).toBe(2)
  /** Of processes that work on calls with a key. */
  const leases = async () =>
    (await client.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1", [lockClass]))
      .rowCount ?? 0
  const before = await leases()
  processes[0]?.child.kill('SIGKILL')
  expect(await Promise.all(lost)).toEqual([null, null])
  await client.query('COMMIT')
  // As soon as the database has noticed that the other one is gone.
  await expect.poll(leases).toBe(before - 1)
  for (const reply of await Promise.all(work(apiAt(1)))) expect(reply).toMatchObject({ status: 201 })
  const { rows } = await client.query<{ requests: number; documents: number }>(
    `SELECT (SELECT count(*)::int FROM signature_requests WHERE title = 'Killed') AS requests,
       (SELECT count(*)::int FROM documents WHERE name = 'Annex.pdf') AS documents`,
  )
  await client.end()
  expect(rows).toEqual([{ requests: 1, documents: 1 }])
})
