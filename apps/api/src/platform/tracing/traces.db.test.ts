import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getUser } from '@countersign/contract/accounts.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { jobsFinished } from '#api/platform/metrics/instruments.ts'
import { readConfig } from '#api/platform/settings/config.ts'
import { openTracing } from './open-tracing.ts'

// A collector as OTLP over HTTP describes it: https://opentelemetry.io/docs/specs/otlp/#otlphttp
interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly links?: { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}
interface Export {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: ExportedSpan['attributes'] }
    readonly scopeSpans: { readonly spans: ExportedSpan[] }[]
  }[]
}
const received: {
  readonly path: string
  readonly type: string
  readonly key: string
  readonly body: Buffer
}[] = []

let collector: Server
let endpoint: string
let api: TestApi
let ben: Person
beforeAll(async () => {
  collector = createServer((request, response) => {
    const { 'content-type': type = '', 'x-key': key = '' } = request.headers
    void buffer(request).then((body) => {
      received.push({ path: request.url ?? '', type, key: String(key), body })
      response.writeHead(200, { 'Content-Type': type }).end(type === 'application/json' ? '{}' : '')
    })
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(async () => {
  await api?.stop()
  collector?.close()
  collector?.closeAllConnections()
})

/** Traces what is done, and gives what the collector got: closing sends what is left. */
async function traced(
  work: () => Promise<unknown>,
  settings: Record<string, string> = {},
): Promise<Export[]> {
  received.length = 0
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    ...settings,
  })
  const opened = await openTracing(tracing, 'api')
  try {
    await work()
  } finally {
    await opened?.close()
  }
  return received
    .filter(({ type }) => type === 'application/json')
    .map(({ body }) => JSON.parse(body.toString()) as Export)
}
const spansOf = (exports: Export[]): ExportedSpan[] =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
const attributesOf = ({ attributes }: Pick<ExportedSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

async function signaturesApplied(): Promise<number> {
  const { values } = await jobsFinished.get()
  return values.find(({ labels }) => labels['task'] === 'apply-signature')?.value ?? 0
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

test('a call is a span by its route, in the trace of its caller, with its statements within', async () => {
  const exports = await traced(() =>
    api.call(getUser, {}, ben.as, { traceparent, 'x-request-id': 'a-traced-call' }),
  )
  const spans = spansOf(exports)
  const call = spans.find(({ name }) => name === 'GET /v1/user')
  expect(call).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(attributesOf(call!)).toMatchObject({
    'http.route': '/v1/user',
    'http.response.status_code': 200,
    'countersign.request_id': 'a-traced-call',
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(statements.map(({ name }) => name)).toContain('SELECT sessions')
  expect(attributesOf(statements[0]!)).toMatchObject({
    'db.system.name': 'postgresql',
    'countersign.db.fingerprint': expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  const [{ path, key } = { path: '', key: '' }] = received
  expect([path, key]).toEqual(['/v1/traces', 'a key'])
  expect(attributesOf(exports[0]!.resourceSpans[0]!.resource)).toMatchObject({
    'service.name': 'countersign',
    'deployment.environment.name': 'test',
    'service.version': expect.any(String),
  })
})

test('a signing is traced through its job: linked to the call, with each phase, its timestamp and the request for it', async () => {
  const exports = await traced(async () => {
    const request = await aSignatureRequest(api, { owner: ben, signers: [ben] })
    const before = await signaturesApplied()
    await api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, ben.as, {
      traceparent,
    })
    // The call is answered when the signature is there; the job ends a moment later.
    await expect.poll(signaturesApplied).toBeGreaterThan(before)
  })
  const spans = spansOf(exports)
  const call = spans.find(({ name, traceId: one }) => name === 'POST /v3/sign' && one === traceId)
  const job = spans.find(({ name }) => name === 'job apply-signature')
  expect(job).toMatchObject({ kind: 5, links: [{ traceId, spanId: call?.spanId }] })
  expect(job?.traceId).not.toBe(traceId)
  const names = spans.filter(({ traceId: one }) => one === job?.traceId).map(({ name }) => name)
  for (const name of [
    'prepare signature',
    'sign digest',
    'timestamp',
    'complete signature',
    'store append',
    'validate signature',
    'commit signature',
  ])
    expect(names).toContain(name)
  expect(names).toContain(`POST ${new URL(api.sandboxUrl).host}`)
  const email = spans.find(({ name }) => name === 'SMTP send')
  expect(email === undefined || attributesOf(email)['server.address'] === '127.0.0.1').toBe(true)
  const everything = JSON.stringify(exports)
  for (const secret of [ben.email, ben.as.slice(7), '$1', 'values ('])
    expect([secret, everything.includes(secret)]).toEqual([secret, false])
})

test('external services are told nothing of the trace', async () => {
  const heard: (string | undefined)[] = []
  const service = createServer((request, response) => {
    heard.push(request.headers['traceparent'] as string | undefined)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { inSpan } = await import('./tracer.ts')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/a/secret/path?token=secret`
  const exports = await traced(() =>
    inSpan('a call', {}, () => fetch(url).then((response) => response.text())),
  )
  service.close()
  service.closeAllConnections()
  expect(heard).toEqual([undefined])
  expect(spansOf(exports).map(({ name }) => name)).toEqual(
    expect.arrayContaining([`GET ${new URL(url).host}`, 'a call']),
  )
  expect(JSON.stringify(exports)).not.toContain('secret')
})

test('as protobuf, the collector’s usual form, the same spans are sent', async () => {
  await traced(() => api.call(getUser, {}, ben.as, { traceparent }), {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  })
  const [sent] = received
  expect(sent?.type).toBe('application/x-protobuf')
  const all = Buffer.concat(received.map(({ body }) => body))
  // Strings are as they are, ids are bytes: https://protobuf.dev/programming-guides/encoding/
  for (const part of ['GET /v1/user', 'service.name']) expect(all.includes(part)).toBe(true)
  expect(all.includes(Buffer.from(traceId, 'hex'))).toBe(true)
})

test('without a collector, or switched off, nothing is traced', async () => {
  const off: Record<string, string>[] = [
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  ]
  for (const settings of off) expect(await traced(() => api.call(getUser, {}, ben.as), settings)).toEqual([])
  expect(
    spansOf(await traced(() => api.call(getUser, {}, ben.as), { OTEL_TRACES_SAMPLER: 'always_off' })),
  ).toEqual([])
})
