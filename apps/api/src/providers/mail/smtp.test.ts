import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { mailerConformance } from './conformance.ts'
import type { ReceivedMail } from './conformance.ts'
import { MailDeferred } from './port.ts'
import type { Mailer } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

const from = 'Countersign <no-reply@countersign.test>'
let sandbox: RunningSandbox
let mailer: Mailer

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
  mailer = createSmtpMailer({ host: '127.0.0.1', port: sandbox.smtpPort, from, timeoutMs: 2000 })
})

afterEach(async () => {
  mailer.close()
  await sandbox.close()
})

mailerConformance('SMTP', () => ({
  mailer,
  received: async (to) => {
    const answer = await fetch(`${sandbox.url}/api/messages?to=${encodeURIComponent(to)}`)
    return (await answer.json()) as ReceivedMail[]
  },
  failNext: async (kind) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ party: 'smtp', kind })
    expect((await fetch(`${sandbox.url}/api/faults`, { method: 'POST', headers, body })).status).toBe(201)
  },
}))

test('a server that is not there defers the mail', async () => {
  const nobody = createServer()
  const port = await new Promise<number>((resolve) => {
    nobody.listen(0, '127.0.0.1', () => resolve((nobody.address() as AddressInfo).port))
  })
  await new Promise((resolve) => nobody.close(resolve))
  const stranded = createSmtpMailer({ host: '127.0.0.1', port, from, timeoutMs: 500 })
  const mail = { to: 'anna@example.test', subject: 'x', text: 'x', html: 'x', messageId: 'x' }
  await expect(stranded.send(mail)).rejects.toBeInstanceOf(MailDeferred)
  stranded.close()
})
