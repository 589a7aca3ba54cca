import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDnsServer } from '#api/platform/settings/dns-server-address.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { txtRecordsConformance } from './conformance.ts'
import { DnsUnavailable } from './port.ts'
import { openTxtRecords } from './txt-records.ts'

let sandbox: RunningSandbox
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterEach(() => sandbox.close())

txtRecordsConformance('the resolver', () => ({
  records: openTxtRecords({ servers: [`127.0.0.1:${sandbox.dnsPort}`], timeoutMs: 250 }),
  set: (name, value) => send('POST', '/api/dns', { name, value }),
  remove: (name) => send('DELETE', `/api/dns?name=${name}`),
  failNext: (kind, times) => send('POST', '/api/faults', { party: 'dns', kind, times }),
  heal: () => send('DELETE', '/api/faults'),
}))

test('nobody there is no answer', async () => {
  const nobody = openTxtRecords({ servers: ['127.0.0.1:9'], timeoutMs: 250 })
  await expect(nobody.read('_proof.firm.example')).rejects.toBeInstanceOf(DnsUnavailable)
})

test('servers are addresses, with a port or without', () => {
  expect(readDnsServer('192.0.2.53')).toEqual({ address: '192.0.2.53', port: 53 })
  expect(readDnsServer('192.0.2.53:5353')).toEqual({ address: '192.0.2.53', port: 5353 })
  expect(readDnsServer('2001:db8::53')).toEqual({ address: '2001:db8::53', port: 53 })
  expect(readDnsServer('[2001:db8::53]:5353')).toEqual({ address: '2001:db8::53', port: 5353 })
  for (const wrong of ['dns.example', '192.0.2.53:0', '192.0.2.53:99999', '[192.0.2.53]:53', 'udp://1.1.1.1'])
    expect(readDnsServer(wrong)).toBeNull()
})

async function send(method: string, path: string, body?: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(sandbox.url + path, {
    method,
    ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
}
