import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { runJobs } from '#api/app/run-jobs.ts'
import { StoreFull } from '#api/providers/document-store/port.ts'
import { runCountersign } from '#api/app/run.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { freePort } from '#api/testing/caller.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { buildHealthHost } from './health-host.ts'

let api: TestApi
let host: FastifyInstance
let url: string
// What was found is kept for a while: the tests let that while pass.
let ahead = 0
const elapsed = () => performance.now() + ahead
let clockError = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + clockError) })
  host = buildHealthHost(api.context, { elapsed })
  url = await host.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  ahead += 600_000
})
afterAll(async () => {
  await host?.close()
  await api?.stop()
})

test.each(['/.env', '/.git/config', '/metrics', '/package.json', '/no/such/page'])(
  '%s is answered with 404, to a program and to a browser',
  async (path) => {
    const program = await fetch(api.url + path)
    expect([program.status, await program.json()]).toMatchObject([404, { key: 'not_found' }])
    const browser = await fetch(api.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(browser.status).toBe(404)
    expect(browser.headers.get('etag')).toBeNull()
  },
)

interface Body {
  readonly status: string
  readonly groups: Record<string, boolean>
  readonly down: { readonly part: string; readonly reason: string; readonly since: string }[]
}
async function ready(at = url): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${at}/readyz`)
  return { status: response.status, body: (await response.json()) as Body }
}
const later = (milliseconds = 600_000) => {
  ahead += milliseconds
  return ready()
}
const downNow = async () => (await later()).body.down.map(({ part, reason }) => `${part} ${reason}`)
const store = () => join(api.context.config.dataDirectory, 'documents')
async function asOwner(sql: string): Promise<void> {
  const owner = new pg.Client(api.connection)
  await owner.connect()
  await owner.query(sql)
  await owner.end()
}

const groups = {
  database: true,
  schema: true,
  storage: true,
  documents: true,
  worker: true,
  clock: true,
  signing: true,
  timestamps: true,
}

test('ready is who can make a signature: each part is named, and what others do takes nobody out of service', async () => {
  const trust_services = { local: 'UP', ais: 'UNKNOWN', mab: 'UNKNOWN', csc: 'UNKNOWN' }
  const identification_providers = { srs: 'UNKNOWN', intrum: 'UNKNOWN', 'id-austria': 'UNKNOWN' }
  await expect
    .poll(() => later())
    .toEqual({
      status: 200,
      body: { status: 'UP', groups, down: [], degraded: [], trust_services, identification_providers },
    })
})

test('a store that takes no bytes, is full, or is not there, is down, with since when, and up again afterwards', async () => {
  await rename(store(), `${store()}.away`)
  await writeFile(store(), 'a file stands in its place')
  const { status, body } = await later()
  expect([status, body.status, body.groups.storage]).toEqual([503, 'DOWN', false])
  const told = body.down.find(({ part }) => part === 'storage')
  expect(told).toMatchObject({ reason: 'not_writable' })
  expect((await later(10_000)).body.down.find(({ part }) => part === 'storage')).toEqual(told)
  expect(JSON.stringify(body)).not.toContain(api.context.config.dataDirectory)
  await rm(store())
  await rename(`${store()}.away`, store())
  expect(await downNow()).toEqual([])
  const probe = vi.spyOn(api.context.documentStore, 'probe').mockRejectedValue(new StoreFull('no room'))
  expect(await downNow()).toEqual(['storage full'])
  probe.mockRestore()
  expect(await downNow()).toEqual([])
})

test('an empty store under a database with documents is down, and so is that of another installation', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  await aDraft(api, { owner: ben })
  await rename(store(), `${store()}.away`)
  await mkdir(store())
  expect(await downNow()).toEqual(['documents other_installation'])
  // Anyone who marks the empty folder still has no documents.
  await cp(join(`${store()}.away`, 'installation'), join(store(), 'installation'))
  expect(await downNow()).toEqual(['documents missing'])
  await writeFile(join(store(), 'installation'), crypto.randomUUID())
  expect(await downNow()).toEqual(['documents other_installation'])
  await rm(store(), { recursive: true })
  await rename(`${store()}.away`, store())
  expect(await downNow()).toEqual([])
})

test('no time-stamp, no signature: both authorities away is down; one is enough', async () => {
  await api.fault('tsa', 'status_503', -1)
  expect(await downNow()).toEqual([])
  await api.fault('tsa2', 'status_503', -1)
  expect(await downNow()).toEqual(['timestamps unavailable'])
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  await expect.poll(downNow).toEqual([])
})

test('however often readiness is asked for, a time-stamp authority is asked once in five minutes, and once in 15 s while it is away', async () => {
  const asked = vi.spyOn(api.context.timestampAuthority, 'timestamp')
  ahead += 600_000
  await Promise.all(Array.from({ length: 50 }, () => ready()))
  await later(200_000)
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRejectedValue(new Error('away'))
  await later(200_000)
  await Promise.all(Array.from({ length: 50 }, () => ready()))
  expect(asked).toHaveBeenCalledTimes(2)
  await later(16_000)
  expect(asked).toHaveBeenCalledTimes(3)
  asked.mockRestore()
})

test('a key that does not sign, a clock that is wrong and a schema that is older than the release are down', async () => {
  const sign = vi.spyOn(api.context.trustService, 'sign').mockRejectedValue(new Error('no key'))
  expect(await downNow()).toEqual(['signing not_available'])
  sign.mockRestore()
  clockError = 3_600_000
  expect(await downNow()).toEqual(['clock differs', 'timestamps unavailable'])
  clockError = 0
  await expect.poll(downNow).toEqual([])
  await asOwner("DELETE FROM migrations WHERE name = '0001-main-job.sql'")
  expect(await downNow()).toEqual(['schema older_than_release'])
  await asOwner("INSERT INTO migrations (name) VALUES ('0001-main-job.sql')")
  await asOwner("INSERT INTO migrations (name, oldest_code) VALUES ('9999-later.sql', '9998')")
  expect(await downNow()).toEqual(['schema newer_than_release'])
  await asOwner("DELETE FROM migrations WHERE name = '9999-later.sql'")
  expect(await downNow()).toEqual([])
})

test('without a database all that lies in it is down, and the process stays alive', async () => {
  const query = vi.spyOn(api.context.pool, 'query').mockImplementation(() => {
    throw new Error('connection refused at db.internal:5432')
  })
  const { status, body } = await later()
  expect([status, body.groups.database, body.groups.worker]).toEqual([503, false, false])
  expect(JSON.stringify(body)).not.toContain('db.internal')
  for (const at of [url, api.url]) expect((await fetch(`${at}/healthz`)).status).toBe(200)
  query.mockRestore()
})

test('without a worker, or with one that hangs, nothing is signed: down', async () => {
  const alone = await startTestApi({ jobs: false })
  const owner = connect(alone.connection, 'owner', 10, () => {})
  const watcher = buildHealthHost(alone.context, { elapsed })
  const at = await watcher.listen({ port: 0, host: '127.0.0.1' })
  const states = async () => {
    ahead += 600_000
    return (await ready(at)).body.down.map(({ part, reason }) => `${part} ${reason}`)
  }
  try {
    const { status, body } = await ready(alone.url)
    expect([status, body.down[0]?.part, body.down[0]?.reason]).toEqual([503, 'worker', 'none_running'])
    const jobs = await runJobs(alone.context, owner)
    await expect.poll(states).toEqual([])
    // Its lease is held and its event loop stands still: it has written nothing for a minute.
    await owner.query("UPDATE worker_heartbeats SET at = now() - interval '1 minute'")
    expect(await states()).toEqual(['worker none_running'])
    await expect.poll(states).toEqual([])
    await jobs.stop()
    expect(await states()).toEqual(['worker none_running'])
    // Killed: what it wrote last is fresh, and nobody holds its lease.
    await owner.query("INSERT INTO worker_heartbeats (name) VALUES ('killed')")
    expect(await states()).toEqual(['worker none_running'])
  } finally {
    await watcher.close()
    await owner.end()
    await alone.stop()
  }
})

test('a worker answers where HEALTH_PORT says, and tells that it stops before it does; an address that is not this machine’s ends a start with the setting’s name', async () => {
  const healthPort = await freePort()
  const { config } = api.context
  const parts = { api: false, jobs: true }
  const worker = await runCountersign(
    { ...config, healthPort, host: '127.0.0.1', shutdownDelay: 2_000 },
    api.connection,
    parts,
  )
  try {
    const at = `http://127.0.0.1:${healthPort}`
    expect((await fetch(`${at}/healthz`)).status).toBe(200)
    expect(await ready(at)).toMatchObject({ status: 200, body: { status: 'UP', down: [] } })
    expect((await fetch(`${at}/v1/user`)).status).toBe(404)
    // A load balancer sees it before the port closes.
    const stopped = worker.stop()
    const stopping = await fetch(`${at}/readyz`)
    expect([stopping.status, await stopping.json()]).toEqual([503, { status: 'STOPPING' }])
    expect((await fetch(`${at}/healthz`)).status).toBe(200)
    await stopped
    await expect(fetch(`${at}/healthz`)).rejects.toThrow('fetch failed')
  } finally {
    await worker.stop()
  }
  const elsewhere = { ...config, healthPort, host: '203.0.113.9' }
  await expect(runCountersign(elsewhere, api.connection, parts)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining('HOST ('),
  })
})
