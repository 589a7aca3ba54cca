import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { RunningSandbox } from '../sandbox.ts'
import { intrum } from './intrum.ts'
import { srs } from './srs.ts'

type Hook = { headers: IncomingHttpHeaders; body: { status?: string; result?: unknown } }

let sandbox: RunningSandbox
let hooks: Hook[]
let answer: number
const listener = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    hooks.push({
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()) as Hook['body'],
    })
    response.writeHead(answer).end()
  })
})

beforeEach(async () => {
  hooks = []
  answer = 204
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: 'http://127.0.0.1:1' })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await sandbox.close()
  await new Promise((resolve) => listener.close(resolve))
})

test('who is in the middle of it when the sandbox is started again continues', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  await sandbox.close()
  sandbox = await startSandbox({ port: 0, smtpPort: 0, data })
  const { identificationId, url } = await createAtSrs()
  await press(url, { act: 'begin' })
  await press(url, { choice: 'review' })
  await sandbox.close()
  sandbox = await startSandbox({ port: 0, smtpPort: 0, data })
  await press(`${sandbox.url}/identification/${identificationId}`, { act: 'finish' })
  const headers = { 'x-api-key': srs.enrolment.apiKey }
  const found = await call(`/srs/v1/identifications/${identificationId}`, { headers })
  expect(await found.json()).toMatchObject({ status: 'FINISHED', result: { code: 'SUCCESS' } })
  rmSync(data, { recursive: true, force: true })
})

const call = (path: string, options: RequestInit) =>
  fetch(sandbox.url + path, {
    ...options,
    headers: { 'content-type': 'application/json', ...(options.headers as Record<string, string>) },
  })

const order = (change: object = {}) => ({
  transactionNumber: 'order-1',
  process: 'VIDEO',
  jurisdiction: 'EIDAS',
  person: {
    firstName: '<b>Anna</b>',
    lastName: 'Müller',
    email: 'anna@example.com',
    mobilePhone: '+41791234567',
    language: 'de',
  },
  redirectUrl: 'http://127.0.0.1:1/back',
  callbackUrl: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`,
  ...change,
})

const createAtSrs = async (body: object = order()) => {
  const headers = { 'x-api-key': srs.enrolment.apiKey }
  const made = await call('/srs/v1/identifications', { method: 'POST', headers, body: JSON.stringify(body) })
  return (await made.json()) as { identificationId: string; url: string }
}
const press = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

test('a customer has a key, and an order has all it takes', async () => {
  const post = (path: string, method: string, headers: Record<string, string>, body: object) =>
    call(path, { method, headers, body: JSON.stringify(body) }).then(({ status }) => status)
  expect(await post('/srs/v1/identifications', 'POST', { 'x-api-key': 'another' }, order())).toBe(401)
  expect(await post('/intrum/v2/orders/1', 'PUT', {}, {})).toBe(401)
  const key = { 'x-api-key': srs.enrolment.apiKey }
  expect(await post('/srs/v1/identifications', 'POST', key, order({ redirectUrl: 'javascript:1' }))).toBe(400)
  const other = { authorization: `ApiKey ${intrum.enrolment.apiKey}` }
  expect(await post('/intrum/v2/orders/1', 'PUT', other, { channel: 'video' })).toBe(400)
  const { identificationId } = await createAtSrs()
  expect((await call(`/srs/v1/identifications/${identificationId}`, { headers: key })).status).toBe(200)
  expect((await call(`/intrum/v2/cases/${identificationId}`, { headers: other })).status).toBe(404)
})

test('the page shows what was sent as text, lets wait, asks for the outcome, and leads back', async () => {
  const { url } = await createAtSrs()
  const start = await fetch(url)
  expect(start.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:1")
  const html = await start.text()
  expect(html).toContain('&lt;b&gt;Anna&lt;/b&gt; Müller')
  expect(html).not.toContain('<b>')
  const next = async (act: string) => {
    const { headers } = await press(url, { act })
    return (await fetch(new URL(headers.get('location') ?? '', url))).text()
  }
  expect(await next('begin')).toContain('<h1>Waiting room</h1>')
  expect(await next('join')).toContain('<h1>What is the outcome?</h1>')
  const done = await press(url, { choice: 'success' })
  expect([done.status, done.headers.get('location')]).toEqual([303, 'http://127.0.0.1:1/back'])
  expect(await (await fetch(url)).text()).toContain('Result: SUCCESS')
})

test('an office confirms who came only with the code of their appointment', async () => {
  const headers = { authorization: `ApiKey ${intrum.enrolment.apiKey}` }
  const body = JSON.stringify({
    channel: 'office',
    legislation: 'zertes',
    applicant: {
      given_name: 'Carla',
      family_name: 'Rossi',
      email_address: 'carla@example.com',
      mobile_number: '+41791234568',
    },
    return_to: 'http://127.0.0.1:1/back',
    notify_to: order().callbackUrl,
  })
  const made = await call('/intrum/v2/orders/2', { method: 'PUT', headers, body })
  const { case_id: id, start_url: url } = (await made.json()) as { case_id: string; start_url: string }
  const page = async () => (await fetch(url)).text()
  const booking = await page()
  expect(booking).toContain('<h1>Book an appointment</h1>')
  await press(url, { choice: 'success' })
  await press(url, { act: 'begin' })
  await press(url, { act: 'book', office: 'Nowhere 1', at: '2020-01-01 10:00' })
  expect(await page()).toBe(booking)
  const [office = '', , , at = ''] = [...booking.matchAll(/<option>([^<]+)</g)].map(([, text]) => text ?? '')
  await press(url, { act: 'book', office, at })
  const appointment = await page()
  expect(appointment).toContain('<h1>Your appointment</h1>')
  const code = /<output>(\d{6})/.exec(appointment)?.[1] ?? ''
  await press(url, { choice: 'success', code: 'nothing' })
  expect(await page()).toBe(appointment)
  expect((await press(url, { choice: 'success', code })).headers.get('location')).toBe(
    'http://127.0.0.1:1/back',
  )
  const found = await call(`/intrum/v2/cases/${id}`, { headers })
  expect(await found.json()).toMatchObject({ state: 'closed', outcome: 'SUCCESS' })
})

test('a webhook that is not taken comes again, as the same delivery', async () => {
  answer = 500
  const { url } = await createAtSrs()
  await press(url, { choice: 'fraud' })
  await vi.waitFor(() => expect(hooks.length).toBeGreaterThan(0), { timeout: 10_000 })
  const deliveries = () => new Set(hooks.map(({ headers }) => headers['x-srs-delivery']))
  await vi.waitFor(() => expect(deliveries().size).toBeLessThan(hooks.length), { timeout: 20_000 })
  const told = new Set(
    hooks.map(({ headers, body }) => `${String(headers['x-srs-delivery'])} ${JSON.stringify(body)}`),
  )
  expect(told.size).toBe(deliveries().size)
  answer = 204
  const result = expect.objectContaining({ code: 'FRAUD_SUSPICION_CONFIRMED' })
  const finished = expect.objectContaining({ status: 'FINISHED', result })
  expect(hooks.map(({ body }) => body)).toContainEqual(finished)
})
