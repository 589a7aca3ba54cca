import { afterEach, beforeEach, expect } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { smsConformance } from './conformance.ts'
import { createSmsGateway } from './http-gateway.ts'

let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterEach(() => sandbox.close())

const senderWith = (key: string) =>
  createSmsGateway({
    url: `${sandbox.url}/sms/messages`,
    key,
    sender: 'Countersign',
    timeoutMs: 500,
    pause: async () => {},
  })

smsConformance('the HTTP gateway', () => ({
  sender: senderWith('sandbox'),
  stranger: senderWith('wrong'),
  received: async (to) => {
    const answer = await fetch(`${sandbox.url}/api/messages?to=${encodeURIComponent(to)}`)
    return ((await answer.json()) as { text: string }[]).map(({ text }) => text)
  },
  failNext: async (kind, times) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ party: 'sms', kind, times })
    expect((await fetch(`${sandbox.url}/api/faults`, { method: 'POST', headers, body })).status).toBe(201)
  },
}))
