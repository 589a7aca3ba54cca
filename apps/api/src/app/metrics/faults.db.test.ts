import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildHealthHost } from '#api/app/http/health-host.ts'
import { openReadiness } from '#api/app/readiness/readiness.ts'
import { type RunningJobs, runJobs } from '#api/app/run-jobs.ts'
import { connect } from '#api/platform/db/connect.ts'
import { StoreFull } from '#api/providers/document-store/port.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { type Metrics, openMetrics } from './open-metrics.ts'
import { fires, readSamples } from './promql.fixture.ts'

// What an operator sees within half a minute of a fault, in real time: /readyz, a metric and an alert.
const patience = { timeout: 30_000, interval: 500 }

let api: TestApi
let owner: pg.Pool
let jobs: RunningJobs | null
let metrics: Metrics
let url: string
let close: () => Promise<void>
let alerts: Map<string, string>
let clockError = 0
beforeAll(async () => {
  api = await startTestApi({ jobs: false, now: () => new Date(Date.now() + clockError) })
  owner = connect(api.connection, 'owner', 10, () => {})
  jobs = await runJobs(api.context, owner)
  const readiness = openReadiness(api.context)
  metrics = openMetrics(api.context, { readiness })
  const host = buildHealthHost(api.context, { readiness })
  url = await host.listen({ port: 0, host: '127.0.0.1' })
  close = () => host.close()
  const ben = await api.person({ firstName: 'Ben' })
  await aDraft(api, { owner: ben })
  const rules = await readFile(
    new URL('../../../../../deploy/monitoring/alerts.yaml', import.meta.url),
    'utf8',
  )
  alerts = new Map(
    [...rules.matchAll(/^ +- alert: (\w+)\n +expr: '(.*)'$/gm)].map(([, name = '', expr = '']) => [
      name,
      expr,
    ]),
  )
})
afterAll(async () => {
  await close?.()
  await jobs?.stop()
  await owner?.end()
  await api?.stop()
})

const store = () => join(api.context.config.dataDirectory, 'documents')
const healFaults = () => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })

async function seen(alert: string) {
  const [ready, text] = await Promise.all([fetch(`${url}/readyz`), metrics.text()])
  const body = (await ready.json()) as Record<'down' | 'degraded', { part: string; reason: string }[]>
  return {
    status: ready.status,
    parts: [...body.down, ...body.degraded].map(({ part, reason }) => `${part} ${reason}`),
    isAlerting: fires(alerts.get(alert) ?? '', readSamples(text)),
  }
}

interface Fault {
  readonly fault: string
  readonly part: string
  readonly status: 200 | 503
  readonly alert: string
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

const faults: Fault[] = [
  {
    fault: 'no timestamp authority',
    part: 'timestamps unavailable',
    status: 503,
    alert: 'CountersignNoTimestamps',
    begin: async () => {
      await api.fault('tsa', 'status_503', -1)
      await api.fault('tsa2', 'refused', -1)
    },
    end: healFaults,
  },
  {
    fault: 'one timestamp authority is down',
    part: '',
    status: 200,
    alert: 'CountersignTimestampAuthorityDown',
    begin: () => api.fault('tsa2', 'timeout', -1),
    end: healFaults,
  },
  {
    fault: 'no mail server',
    part: 'mail unavailable',
    status: 200,
    alert: 'CountersignMailDown',
    begin: () => api.fault('smtp', 'refused', -1),
    end: healFaults,
  },
  {
    fault: 'no worker',
    part: 'worker none_running',
    status: 503,
    alert: 'CountersignNoWorker',
    begin: async () => {
      await jobs?.stop()
      jobs = null
    },
    end: async () => {
      jobs = await runJobs(api.context, owner)
    },
  },
  {
    fault: 'a store that takes no bytes',
    part: 'storage not_writable',
    status: 503,
    alert: 'CountersignStoreDown',
    begin: async () => {
      await rename(store(), `${store()}.away`)
      await writeFile(store(), 'a file in its place')
    },
    end: async () => {
      await rm(store())
      await rename(`${store()}.away`, store())
    },
  },
  {
    fault: 'a full disk',
    part: 'storage full',
    status: 503,
    alert: 'CountersignStoreDown',
    begin: async () => {
      vi.spyOn(api.context.documentStore, 'probe').mockRejectedValue(new StoreFull('no room'))
    },
    end: async () => vi.restoreAllMocks(),
  },
  {
    fault: 'a store without its documents',
    part: 'documents missing',
    status: 503,
    alert: 'CountersignDocumentsMissing',
    begin: async () => {
      await rename(store(), `${store()}.away`)
      await mkdir(store())
      await cp(join(`${store()}.away`, 'installation'), join(store(), 'installation'))
    },
    end: async () => {
      await rm(store(), { recursive: true })
      await rename(`${store()}.away`, store())
    },
  },
  {
    fault: 'a wrong clock',
    part: 'clock differs',
    status: 503,
    alert: 'CountersignClockDiffers',
    begin: async () => (clockError = 60_000),
    end: async () => (clockError = 0),
  },
  {
    fault: 'a queue that grows',
    part: 'queue behind',
    status: 200,
    alert: 'CountersignQueueBehind',
    // Due, and nobody takes it: a task that this release doesn't have.
    begin: () =>
      api.context.pool.query(
        `SELECT enqueue_job_at('of-another-release', '{}'::json, NULL, 'behind', 25, 0, now() - interval '1 minute')`,
      ),
    end: () => owner.query("SELECT graphile_worker.remove_job('behind')"),
  },
]

test.each(faults)(
  '$fault shows in /readyz and the metrics within 30 s, and fires $alert',
  async (given) => {
    const { alert, part, status, begin, end } = given
    const well = { status: 200, parts: [], isAlerting: false }
    await expect.poll(() => seen(alert), patience).toEqual(well)
    await begin()
    try {
      const expected = { status, parts: part ? expect.arrayContaining([part]) : [], isAlerting: true }
      await expect.poll(() => seen(alert), patience).toEqual(expected)
    } finally {
      await end()
    }
    await expect.poll(() => seen(alert), patience).toEqual(well)
  },
  120_000,
)
