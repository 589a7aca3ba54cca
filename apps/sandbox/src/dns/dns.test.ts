import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { RunningSandbox } from '../sandbox.ts'

let data: string
let sandbox: RunningSandbox
const start = () => startSandbox({ port: 0, smtpPort: 0, data })

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  rmSync(data, { recursive: true, force: true })
})

test('what is no query is not answered, and stops nothing', async () => {
  await post({ name: '_proof.firm.example', value: 'x' })
  const socket = createSocket('udp4')
  const header = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
  const hostile = [
    [],
    [0],
    header,
    // a name that points to itself, one that is longer than the message, and an answer
    [...header, 0xc0, 12, 0, 16, 0, 1],
    [...header, 63, 97, 0, 0, 16, 0, 1],
    [0, 1, 0x81, ...header.slice(3), 1, 97, 0, 0, 16, 0, 1],
  ]
  let answers = 0
  socket.on('message', () => (answers += 1))
  for (const bytes of hostile)
    await new Promise((sent) => socket.send(Buffer.from(bytes), sandbox.dnsPort, '127.0.0.1', sent))
  expect(await ask('_proof.firm.example')).toEqual([['x']])
  expect(answers).toBe(0)
  await new Promise<void>((closed) => socket.close(closed))
})

test('records outlive a restart; wrong ones, and more than one answer holds, are refused by name', async () => {
  expect((await post({ name: '_Proof.Firm.example.', value: 'x' })).status).toBe(201)
  for (const [wrong, field] of [
    [{ name: 'a b.example', value: 'x' }, 'name'],
    [{ name: 'firm.example', value: 'grüezi' }, 'value'],
    [{ name: '_proof.firm.example', value: 'y'.repeat(400) }, undefined],
    [{ name: '_proof.firm.example', value: 'z'.repeat(399) }, 'value'],
  ] as const) {
    const answer = await post(wrong)
    if (field === undefined) expect(answer.status).toBe(201)
    else expect([answer.status, await answer.json()]).toMatchObject([400, { field }])
  }
  await sandbox.close()
  sandbox = await start()
  expect((await ask('_proof.firm.example')).map((strings) => strings.join('').length)).toEqual([1, 400])
  await fetch(`${sandbox.url}/api/dns?name=_proof.firm.example&value=x`, { method: 'DELETE' })
  expect(await ask('_proof.firm.example')).toHaveLength(1)
})

function ask(name: string): Promise<string[][]> {
  const resolver = new Resolver({ timeout: 1000, tries: 3 })
  resolver.setServers([`127.0.0.1:${sandbox.dnsPort}`])
  return resolver.resolveTxt(name)
}

function post(record: { name: string; value: string }): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${sandbox.url}/api/dns`, { method: 'POST', headers, body: JSON.stringify(record) })
}
