import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from './messages/message.ts'
import { PortUnavailable, startSandbox } from './sandbox.ts'
import type { RunningSandbox } from './sandbox.ts'

let data: string
let sandbox: RunningSandbox

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ port: 0, smtpPort: 0, data })
})

afterEach(async () => {
  await sandbox.close()
  rmSync(data, { recursive: true, force: true })
})

const mail = [
  'From: Countersign <no-reply@countersign.test>',
  'To: anna@example.test',
  'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello <a href="http://localhost/sign?a=1&amp;b=2">sign</a></p>',
  '--b',
  'Content-Type: application/pdf; name=offer.pdf',
  'Content-Disposition: attachment; filename=offer.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'cGRm',
  '--b--',
].join('\r\n')

describe('messages', () => {
  test('a mail arrives with subject, links and attachments, once for each recipient', async () => {
    await sendMail(sandbox.smtpPort, ['anna@example.test', 'ben@example.test'], mail)
    const [toAnna] = await messages('?to=ANNA@example.test&channel=mail')
    expect(toAnna).toMatchObject({ channel: 'mail', to: 'anna@example.test', subject: 'Grüße' })
    expect(toAnna?.links).toEqual(['http://localhost/sign?a=1&b=2'])
    expect(toAnna?.attachments).toMatchObject([
      { filename: 'offer.pdf', contentType: 'application/pdf', size: 3 },
    ])
    expect(await messages('')).toHaveLength(2)
    expect(await messages('?channel=sms')).toEqual([])
    expect(await getJson(`/api/messages/${toAnna?.id}`)).toEqual(toAnna)
  })

  test('an SMS arrives; a wrong number is refused by name', async () => {
    expect((await postJson('/sms/messages', { to: '+41791234567', text: 'TAN 123456' })).status).toBe(201)
    expect(await messages('?channel=sms')).toMatchObject([{ to: '+41791234567', text: 'TAN 123456' }])
    const refused = await postJson('/sms/messages', { to: '0791234567', text: 'TAN' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { field: 'to' }])
  })

  test('a waiting call answers as soon as a later message is there', async () => {
    await postJson('/sms/messages', { to: '+41791234567', text: 'first' })
    const [first] = await messages('')
    const waiting = messages(`?to=%2B41791234567&after=${first?.id}&wait=20`)
    await postJson('/sms/messages', { to: '+41790000000', text: 'for somebody else' })
    await postJson('/sms/messages', { to: '+41791234567', text: 'second' })
    expect(await waiting).toMatchObject([{ text: 'second' }])
  })

  test('messages outlive a restart, until they are deleted', async () => {
    await sendMail(sandbox.smtpPort, ['anna@example.test'], mail)
    await sandbox.close()
    sandbox = await startSandbox({ port: 0, smtpPort: 0, data })
    expect(await messages('?to=anna@example.test')).toMatchObject([{ subject: 'Grüße' }])
    expect((await fetch(`${sandbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204)
    expect(await messages('')).toEqual([])
  })

  test('only the newest 1,000 are kept', async () => {
    const recipients = Array.from({ length: 1001 }, (_, index) => `r${index}@example.test`)
    await sendMail(sandbox.smtpPort, recipients, mail)
    const kept = await messages('')
    expect([kept.length, kept.at(0)?.to, kept.at(-1)?.to]).toEqual([
      1000,
      'r1000@example.test',
      'r1@example.test',
    ])
  })
})

describe('bad input', () => {
  test.each([
    ['/api/messages?wait=soon', 400],
    ['/api/messages?after=x', 400],
    ['/api/messages?channel=fax', 400],
    ['/api/messages/1', 404],
    ['/inbox/1/body', 404],
    ['/nowhere', 404],
    ['/..%2f..%2fetc/passwd', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await fetch(sandbox.url + path)).status).toBe(status)
  })

  test('broken JSON, broken SMTP and a broken-off connection stop nothing', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${sandbox.url}/sms/messages`, { method: 'POST', headers, body: '{' })).status).toBe(
      400,
    )
    const socket = createConnection(sandbox.smtpPort, '127.0.0.1')
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.write('\0\xff\r\nDATA\r\n', resolve))
    socket.destroy()
    await sendMail(sandbox.smtpPort, ['anna@example.test'], 'no header at all \0\r\n')
    expect(await messages('')).toHaveLength(1)
  })
})

test('a taken port is an error that names the setting', async () => {
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ port, smtpPort: 0 })).rejects.toThrow(/SANDBOX_PORT/)
  await expect(startSandbox({ port: 0, smtpPort: sandbox.smtpPort })).rejects.toThrow(/SANDBOX_SMTP_PORT/)
  const tlsPort = sandbox.trustServices.port
  await expect(startSandbox({ port: 0, smtpPort: 0, tlsPort })).rejects.toThrow(/SANDBOX_TLS_PORT/)
  const dnsPort = sandbox.dnsPort
  await expect(startSandbox({ port: 0, smtpPort: 0, dnsPort })).rejects.toThrow(/SANDBOX_DNS_PORT/)
  await expect(startSandbox({ port, smtpPort: 0 })).rejects.toBeInstanceOf(PortUnavailable)
})

async function messages(query: string): Promise<Message[]> {
  return (await fetch(`${sandbox.url}/api/messages${query}`)).json() as Promise<Message[]>
}

async function getJson(path: string): Promise<unknown> {
  return (await fetch(sandbox.url + path)).json()
}

function postJson(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox' }
  return fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** One SMTP conversation, a command a reply, without a library between the test and the wire. */
async function sendMail(port: number, recipients: string[], body: string): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  const replies = socket.setEncoding('utf8').iterator()
  const say = async (line: string, expected: string): Promise<void> => {
    if (line !== '') socket.write(`${line}\r\n`)
    const { value } = await replies.next()
    expect(String(value)).toMatch(new RegExp(`^${expected}`))
  }
  await say('', '220')
  await say('HELO client', '250')
  await say('MAIL FROM:<no-reply@countersign.test>', '250')
  for (const recipient of recipients) await say(`RCPT TO:<${recipient}>`, '250')
  await say('DATA', '354')
  await say(`${body}\r\n.`, '250')
  socket.end()
}
