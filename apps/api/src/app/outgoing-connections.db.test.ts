import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getReport } from '@countersign/contract/audit-trail.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { getValidation, validateDocument } from '@countersign/contract/validations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, createTestDatabase, type TestDatabase } from '#api/testing/database.ts'
import { type Caller, freePort, makeCaller, signUp } from '#api/testing/caller.ts'
import { type Inbox, openInbox } from '#api/testing/inbox.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { startSandbox } from '../../../sandbox/src/sandbox.ts'

// An installation without a network: production's processes with a database, a mail server and a time-stamp authority, and
// nothing else set.

let database: TestDatabase
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let data: string
let url: string
let api: Caller
let inbox: Inbox
const processes: ChildProcess[] = []
const recordOf = (process: string) => join(data, `${process}.connections`)

beforeAll(async () => {
  database = await createTestDatabase()
  data = await mkdtemp(join(tmpdir(), 'countersign-offline-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: url })
  const anchors = join(data, 'tsa-root.pem')
  await writeFile(anchors, sandbox.anchorsPem)
  const settings = {
    NODE_ENV: 'production',
    TEST_SYSTEM: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    VERIFICATION_PORT: '0',
    COUNTERSIGN_DATA: data,
    COUNTERSIGN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: addressOf(database.connection),
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Countersign <no-reply@countersign.example>',
    TIMESTAMP_AUTHORITIES: `${sandbox.url}/tsa|${anchors}`,
    SATURATED_AFTER_MS: '60000',
    SIGNING_PATIENCE_MS: '15000',
  }
  for (const name of ['main', 'worker']) start(name, settings)
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (processes.some(({ exitCode }) => exitCode !== null)) throw new Error('a process did not start')
    await pause(50)
  }
  api = makeCaller(url)
  inbox = openInbox(sandbox.url)
})

afterAll(async () => {
  for (const child of processes.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await sandbox?.close()
  await database?.drop()
  await rm(data, { recursive: true, force: true })
})

function start(name: string, settings: Record<string, string>): void {
  const recorder = new URL('../testing/connections/record.ts', import.meta.url).href
  const entry = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  processes.push(
    spawn(process.execPath, ['--import', recorder, entry], {
      env: { PATH: process.env.PATH ?? '', ...settings, RECORDED_CONNECTIONS: recordOf(name) },
      stdio: 'ignore',
    }),
  )
}

const connectionsOf = async (process: string) =>
  new Set((await readFile(recordOf(process), 'utf8')).trim().split('\n'))

test('an installation without providers connects to its database, its mail server and its time-stamp authority alone', async () => {
  const ben = await signUp(api, inbox, { firstName: 'Ben' })
  const clara = 'clara@guests.example'
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    documents: [aPdf()],
    signers: [{ email: clara, firstName: 'Clara', lastName: 'Weber' }],
  })
  const guest = guestOf(linkIn(await inbox.next(clara)))
  await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: id }] } }, guest.as)
  const read = () => api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  await expect.poll(async () => (await read()).status_overall).toBe('SIGNED')
  const [document] = (await read()).documents
  const file = await api.call(
    downloadDocument,
    { params: { id: document?.id ?? '' }, query: { signed: 'true' } },
    ben.as,
  )
  const trail = await api.call(getReport, { params: { id }, query: { type: 'PDF' } }, ben.as)
  expect(trail).toMatchObject({ type: 'application/pdf' })
  const body = { content: Buffer.from(await file.arrayBuffer()).toString('base64') }
  const validation = await api.call(validateDocument, { query: {}, body }, ben.as)
  expect((await api.call(getValidation, { params: { id: validation.id } }, ben.as)).overall).toBe(
    'TOTAL_PASSED',
  )

  const timestamps = `tcp ${new URL(sandbox.url).host}`
  const mail = `tcp 127.0.0.1:${sandbox.smtpPort}`
  const configured = new Set([timestamps, mail, 'unix'])
  const made = [await connectionsOf('main'), await connectionsOf('worker')]
  for (const connections of made) expect([...connections].filter((one) => !configured.has(one))).toEqual([])
  // The recorder misses nothing: mail and time-stamps are in what it wrote.
  expect(new Set(made.flatMap((connections) => [...connections]))).toEqual(configured)
})
