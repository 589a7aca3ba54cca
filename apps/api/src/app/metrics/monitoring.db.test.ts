import { readFile } from 'node:fs/promises'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { freePort } from '#api/testing/caller.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { taskNames } from '#api/app/run-jobs.ts'
import { type Metrics, openMetrics } from './open-metrics.ts'
import { namesIn, readSamples, type Sample } from './promql.fixture.ts'
import { serveMetrics } from './serve-metrics.ts'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

let api: TestApi
let metrics: Metrics
let samples: Sample[]
beforeAll(async () => {
  api = await startTestApi({ billing: 'stripe' })
  metrics = openMetrics(api.context)
  const ben = await api.person({ firstName: 'Ben' })
  const request = await aSignatureRequest(api, { owner: ben, signers: [ben] })
  await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, ben.as)
  await fetch(`${api.url}/no/such/page?secret=1`)
  // The job is counted just after it has told that it is done; a worker's first heartbeat takes a moment too.
  await vi.waitFor(
    async () => {
      samples = readSamples(await metrics.text())
      const isCounted = valueOf('countersign_jobs_finished_total', { task: 'apply-signature' })
      if (!isCounted || valueOf('countersign_workers_alive') === undefined) throw new Error('not yet')
    },
    { timeout: 30_000, interval: 200 },
  )
})
afterAll(() => api?.stop())

const valueOf = (name: string, labels: Record<string, string> = {}): number | undefined =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value

test('a signature, its call, its job and its timestamps are counted', () => {
  expect(valueOf('countersign_signings_finished_total', { status: 'SIGNED' })).toBeGreaterThan(0)
  expect(valueOf('countersign_signing_duration_seconds_count', { status: 'SIGNED' })).toBeGreaterThan(0)
  expect(
    valueOf('countersign_jobs_finished_total', { task: 'apply-signature', result: 'done' }),
  ).toBeGreaterThan(0)
  expect(valueOf('countersign_http_requests_total', { route: '/v3/sign', status: '200' })).toBeGreaterThan(0)
  expect(valueOf('countersign_timestamp_requests_total', { result: 'granted' })).toBeGreaterThan(0)
  expect(valueOf('countersign_timestamp_authority_up')).toBe(1)
  expect(valueOf('countersign_timestamp_authority_certificate_end_timestamp_seconds')).toBeGreaterThan(
    Date.now() / 1000,
  )
  expect(valueOf('countersign_workers_alive')).toBe(1)
  expect(valueOf('countersign_database_query_duration_seconds_count')).toBeGreaterThan(10)
  expect(valueOf('countersign_disk_free_bytes')).toBeGreaterThan(0)
  expect(valueOf('countersign_evidence_unsigned_seconds')).toBeGreaterThanOrEqual(0)
  expect(valueOf('countersign_build_info', { node: process.versions.node })).toBe(1)
  expect(
    samples.filter(({ name }) => name === 'countersign_part_up').map(({ labels }) => labels['part']),
  ).toEqual(expect.arrayContaining(['database', 'worker', 'timestamps', 'mail', 'queue']))
})

test('each label has few values, all known beforehand: a route is a pattern, and never what a caller sent', async () => {
  const routes = new Set<string>([
    ...endpoints.map(({ path }) => path),
    'web-app',
    ...['/healthz', '/readyz', '/openapi.json'],
    // Pages that a browser goes to, and no program: they aren't in the contract.
    ...['start', 'reauthenticate', 'test', 'callback', 'callback/:businessId'].map(
      (step) => `/v1/single-sign-on/${step}`,
    ),
  ])
  const allowed: Record<string, (value: string) => boolean> = {
    route: (value) => routes.has(value) || /^\/(pki|docs|embed|img|:id|[a-z.-]+)(\/|$)/.test(value),
    method: (value) => /^[A-Z]{3,8}$/.test(value),
    status: (value) => /^([1-5]\d\d|SIGNED|ERROR)$/.test(value),
    task: (value) => [...taskNames, 'other'].includes(value),
  }
  for (const { name, labels } of samples.filter((one) => one.name.startsWith('countersign_')))
    for (const [label, value] of Object.entries(labels)) {
      expect(value.length, `${name} ${label}`).toBeLessThan(100)
      if (allowed[label]) expect(allowed[label](value), `${name}{${label}="${value}"}`).toBe(true)
      expect(value, `${name} ${label}`).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}-|secret=/)
    }
  // The process has served other test files too: not how many routes were called, but how much each of them adds.
  const byRoute = Map.groupBy(samples, ({ labels }) => labels['route'])
  for (const [route, series] of byRoute)
    expect(series.length, `series of ${route}`).toBeLessThan(route === undefined ? 2_000 : 300)
})

test('a job of another release is counted as another one, not under a name of its own', async () => {
  await api.context.pool.query(`SELECT enqueue_job('of-another-release', '{}'::json, NULL, NULL, 1, 0)`)
  const tasks = async () =>
    new Set(
      readSamples(await metrics.text()).flatMap(({ labels }) => (labels['task'] ? [labels['task']] : [])),
    )
  await expect.poll(tasks, { timeout: 30_000 }).toContain('other')
  expect(await tasks()).not.toContain('of-another-release')
})

test('the dashboard and the alerts name only what is exported, with labels that it has', async () => {
  const described = new Map(metrics.describe().map((one) => [one.name, one]))
  const rules = await read('deploy/monitoring/alerts.yaml')
  const expressions = [...rules.matchAll(/^ +expr: '(.*)'$/gm)].map(([, text = '']) =>
    text.replaceAll("''", "'"),
  )
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].length
  expect([expressions.length, [...rules.matchAll(/^ +runbook: .{40,}$/gm)].length]).toEqual([alerts, alerts])
  const dashboard = JSON.parse(await read('deploy/monitoring/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const wrong = [...expressions, ...shown].flatMap((expression) =>
    namesIn(expression).flatMap(({ name, labels }) => {
      const isOfHistogram = described.get(name.replace(/_(bucket|sum|count)$/, ''))?.type === 'histogram'
      const metric =
        described.get(name) ??
        (isOfHistogram ? described.get(name.replace(/_(bucket|sum|count)$/, '')) : undefined)
      if (!metric) return [`${name} is not exported`]
      const known = [...metric.labels, 'instance', 'job', ...(isOfHistogram ? ['le'] : [])]
      return labels.filter((label) => !known.includes(label)).map((label) => `${name} has no label ${label}`)
    }),
  )
  expect(wrong).toEqual([])
  expect(shown.length).toBeGreaterThan(50)
  const used = new Set(
    [...expressions, ...shown].flatMap((one) =>
      namesIn(one).map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')),
    ),
  )
  const unused = [...described.keys()].filter((name) => name.startsWith('countersign_') && !used.has(name))
  expect(unused).toEqual([])
})

test('what an alert counts is there before it happens: in a series that begins with it Prometheus sees no increase', async () => {
  const rules = await read('deploy/monitoring/alerts.yaml')
  const counted = [...rules.matchAll(/\b(?:increase|rate)\((countersign_\w+_total)(?:\{([^}]*)\})?\[/g)]
    .map(([, name = '', matchers = '']) => ({
      name,
      // One value of those that are chosen.
      labels: Object.fromEntries(
        [...matchers.matchAll(/(\w+)=~?"(\w+)/g)].map(([, label = '', value = '']) => [label, value]),
      ),
    }))
    // Of routes that nobody has called there are none.
    .filter(({ name }) => name !== 'countersign_http_requests_total')
  expect(counted.map(({ name, labels }) => valueOf(name, labels) === undefined && name)).toEqual(
    counted.map(() => false),
  )
  expect(counted).toContainEqual({ name: 'countersign_emails_total', labels: { result: 'failed' } })
  for (const reason of ['missing', 'damaged'])
    expect(valueOf('countersign_store_errors_total', { operation: 'stream', reason })).toBeGreaterThanOrEqual(
      0,
    )
})

test('the documentation has each metric, its type, its labels and what it says', async () => {
  const documentation = await read('docs/operating.md')
  const rows = metrics
    .describe()
    .filter(({ name }) => name.startsWith('countersign_'))
    .map(({ name, type, labels, help }) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ])
  const documented = [
    ...documentation.matchAll(/^\| (`countersign_\w+`) +\| (\w+) +\| (.*?) *\| (.*?) *\|$/gm),
  ].map(([, ...cells]) => cells)
  const lines = (cells: (string | undefined)[][]) => new Set(cells.map((row) => row.join(' | ')))
  expect(documented).toHaveLength(rows.length)
  expect(lines(documented)).toEqual(lines(rows))
})

test('metrics are read with the token alone, where one is set', async () => {
  const metricsPort = await freePort()
  const token = 'a-token-for-prometheus'
  const server = await serveMetrics({ metricsPort, metricsToken: token }, metrics)
  const ask = (authorization?: string, path = '/metrics') =>
    fetch(`http://localhost:${metricsPort}${path}`, authorization ? { headers: { authorization } } : {})
  try {
    expect([(await ask()).status, (await ask('Bearer wrong')).status, (await ask(token)).status]).toEqual([
      401, 401, 401,
    ])
    const answer = await ask(`Bearer ${token}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect(await answer.text()).toContain('countersign_build_info')
    expect((await ask(`Bearer ${token}`, '/other')).status).toBe(404)
  } finally {
    await server.close()
  }
})

test('however many processes are asked at once, one computes the figures of the installation', async () => {
  const computed = async () =>
    (await api.context.pool.query<{ at: Date }>("SELECT at FROM installation_figures WHERE kind = 'quick'"))
      .rows[0]?.at
  const before = await computed()
  await api.context.pool.query(
    "UPDATE installation_figures SET at = at - interval '1 minute' WHERE kind = 'quick'",
  )
  const others = Array.from({ length: 8 }, () => openMetrics(api.context, { withDefaults: false }))
  await Promise.all(others.map((one) => one.text()))
  const after = await computed()
  await Promise.all(others.map((one) => one.text()))
  expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
  expect(await computed()).toEqual(after)
})

test('an email that was not needed any longer is no failed one', async () => {
  await api.context.pool.query(
    `WITH again AS (UPDATE installation_figures SET at = at - interval '1 minute' WHERE kind = 'quick')
     INSERT INTO mails (id, kind, recipient, language, state, input)
     SELECT gen_random_uuid(), 'no_account', 'olga@example.org', 'en', 'failed', input::jsonb
     FROM unnest($1::text[]) input`,
    [['{"encrypted": "given up"}', '{}']],
  )
  samples = readSamples(await openMetrics(api.context, { withDefaults: false }).text())
  expect(valueOf('countersign_emails_failed')).toBe(1)
})
