import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { RunningSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})

afterEach(() => sandbox.close())

test.each([
  [{ party: 'postman', kind: 'timeout' }, 'party'],
  [{ party: 'toString', kind: 'timeout' }, 'party'],
  [{ party: 'smtp', kind: 'bad_signature' }, 'kind'],
  [{ party: 'tsa', kind: 'nonsense' }, 'kind'],
  [{ party: 'tsa' }, 'kind'],
  [{ party: 'tsa', kind: 'timeout', times: 0 }, 'times'],
  [{ party: 'tsa', kind: 'timeout', times: -2 }, 'times'],
  [{ party: 'tsa', kind: 'timeout', times: 'often' }, 'times'],
])('%j is refused by the name of its field', async (fault, field) => {
  const response = await post('/api/faults', fault)
  expect([response.status, await response.json()]).toMatchObject([400, { field }])
  expect(await faults()).toEqual([])
})

test('a fault counts down with each call and is gone after the last', async () => {
  await post('/api/faults', { party: 'sms', kind: 'status_503', times: 2 })
  expect((await sendSms()).status).toBe(503)
  expect(await faults()).toEqual([{ party: 'sms', kind: 'status_503', times: 1 }])
  expect((await sendSms()).status).toBe(503)
  expect((await sendSms()).status).toBe(201)
  expect(await faults()).toEqual([])
})

test('faults of one party come in the order in which they were set; -1 stays until cleared', async () => {
  await post('/api/faults', { party: 'sms', kind: 'reject_recipient' })
  await post('/api/faults', { party: 'sms', kind: 'temporary_failure', times: -1 })
  expect([(await sendSms()).status, (await sendSms()).status, (await sendSms()).status]).toEqual([
    422, 429, 429,
  ])
  expect((await fetch(`${sandbox.url}/api/faults`, { method: 'DELETE' })).status).toBe(204)
  expect((await sendSms()).status).toBe(201)
})

test('a number that the gateway refuses uses no fault up', async () => {
  await post('/api/faults', { party: 'sms', kind: 'status_503' })
  expect((await post('/sms/messages', { to: 'nobody', text: 'Hello' })).status).toBe(400)
  expect(await faults()).toHaveLength(1)
})

function sendSms(): Promise<Response> {
  return post('/sms/messages', { to: '+41791234567', text: 'Hello' })
}

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox' }
  return fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function faults(): Promise<unknown> {
  const answer: unknown = await (await fetch(`${sandbox.url}/api/faults`)).json()
  return typeof answer === 'object' && answer !== null && 'items' in answer ? answer.items : answer
}
