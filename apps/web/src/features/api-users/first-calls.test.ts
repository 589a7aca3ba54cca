import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCalls } from './first-calls.ts'

// A shell in which curl says what it was given.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'first calls '))
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@" > asked\ncat\n', { mode: 0o755 })
  writeFileSync(join(folder, 'contract.pdf'), Buffer.alloc(300_000, 'contract'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const paste = (command: string) =>
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH']}`, TOKEN: 'a.token' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 10_000_000,
  })

test('the call that sends a document takes one of any size, and asks for a simple signature', () => {
  const { send } = firstCalls({ origin: 'https://sign.example', businessId: 'b' })
  const sent: unknown = JSON.parse(paste(send))
  expect(createRequestV2.body.safeParse(sent)).toMatchObject({ success: true })
  expect(sent).toMatchObject({
    quality: 'SES',
    content: Buffer.alloc(300_000, 'contract').toString('base64'),
  })
})

test('they name the API user and the business', () => {
  const calls = firstCalls({ origin: 'https://sign.example', username: 'api_demo_x', businessId: 'b-1' })
  expect(calls.signIn).toContain('https://sign.example/v2/access/login')
  expect(calls.signIn).toContain('username=api_demo_x')
  expect(calls.members).toContain('/v1/businesses/b-1/members')
})
