import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { statusPageConformance } from './conformance.ts'
import { StatusPageUnavailable } from './port.ts'
import { createStatuspage } from './statuspage.ts'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})

afterEach(() => sandbox.close())

statusPageConformance('Statuspage', () => ({
  statusPage: createStatuspage({ url: `${sandbox.url}/status-page`, timeoutMs: 300 }),
  publish: ({ name, stage, blocking }) => {
    const status = { announced: 'scheduled', current: 'in_progress', over: 'completed' }[stage]
    const impact = blocking ? 'critical' : 'maintenance'
    const times = { scheduledFor: '2027-01-02T20:00:00Z', scheduledUntil: '2027-01-02T22:00:00.000+01:00' }
    return send('PUT', '/api/status-page', { maintenances: [{ name, status, impact, ...times }] })
  },
  failNext: (kind) => send('POST', '/api/faults', { party: 'status_page', kind }),
}))

test('an answer that is not a summary is unavailable, too', async () => {
  const elsewhere = createStatuspage({ url: `${sandbox.url}/api/faults?` })
  await expect(elsewhere.read()).rejects.toBeInstanceOf(StatusPageUnavailable)
})

async function send(method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(sandbox.url + path, { method, headers, body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
}
