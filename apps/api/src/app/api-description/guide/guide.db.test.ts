import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as apiUsers from '@countersign/contract/api-users.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBusiness } from '#api/testing/business.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf, linkIn } from '#api/testing/signature-request.ts'
import { curlOf, type Example } from './example.ts'
import type { GuidePage } from './blocks.ts'
import { integration } from './integration-pages.ts'
import { authentication, firstRequest, updates } from './pages.ts'
import { embedding } from './embedding-page.ts'

const run = promisify(execFile)
const signer = 'luc.favre@example.org'
let api: TestApi
let anna: Person
let folder: string
let variables: Record<string, string>

beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  folder = await mkdtemp(join(tmpdir(), 'guide '))
  await writeFile(join(folder, 'contract.pdf'), aPdf())
  variables = { COUNTERSIGN: api.url, EMAIL: anna.email, PASSWORD: anna.password, SIGNER: signer }
})
afterAll(async () => {
  await api?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** As a reader has set them, in a shell of their own. */
const script = (command: string) =>
  [
    ...Object.entries(variables).map(([name, value]) => `${name}='${value}'`),
    'PDF=$(base64 < contract.pdf | tr -d "\\n")',
    command,
  ].join('\n')

/** Runs what the page shows, and keeps of the answer what the page says to keep. */
async function follow(example: Example): Promise<string> {
  const command = curlOf(example).replace(/^curl /, 'curl -sS --fail-with-body ')
  const { stdout } = await run('sh', ['-c', script(command)], { cwd: folder })
  for (const [name, path] of Object.entries(example.keep)) variables[name] = valueAt(stdout, path)
  return stdout
}

function valueAt(answer: string, path: string): string {
  if (path === '') return answer
  let value: unknown = JSON.parse(answer)
  for (const part of path.split('.')) value = (value as Record<string, unknown>)[part]
  return String(value)
}

const examplesOf = ({ blocks }: GuidePage) =>
  blocks.flatMap((block) => ('example' in block ? [block.example] : []))
const named = (page: GuidePage, name: string) => {
  const found = examplesOf(page).find(({ call }) => call.name === name)
  if (!found) throw new Error(`The guide has no ${name}`)
  return found
}

test('the first request is sent by the calls of its page, with the field in its place', async () => {
  let answer = ''
  for (const one of examplesOf(firstRequest)) answer = await follow(one)
  expect(JSON.parse(answer)).toMatchObject({
    title: 'Rental contract',
    status_overall: 'OPEN',
    signatures: [
      { document_signatures: [{ visual_signature: { positions: [{ page: '0', x: 100, y: 600 }] } }] },
    ],
  })
})

test('its status, its changes, its signed document and its audit trail are had by the calls of their page', async () => {
  const changes = listen(named(updates, 'listenToChanges'))
  await changes.until('retry:')
  const guest = guestOf(linkIn(await api.inbox.next(signer)))
  const body = { signatureRequests: [{ signatureRequestId: guest.requestId, documentSignatures: [] }] }
  await api.call(signDirect, { body }, guest.as)
  expect(await changes.until(guest.requestId)).toContain('event: change')
  changes.end()
  const status = JSON.parse(await follow(named(updates, 'getSignatureRequestStatus'))) as object
  expect(status).toMatchObject({ status_overall: 'SIGNED' })
  for (const name of ['downloadDocument', 'getReport']) {
    const one = named(updates, name)
    await follow(one)
    expect((await readFile(join(folder, one.file ?? ''))).subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('an account signs in, calls and signs out, and an API user signs in, by the calls of their page', async () => {
  const boss = await api.person({ firstName: 'Boss' })
  const id = await aBusiness(api, { admins: [boss] })
  const made = await api.call(
    apiUsers.createApiUser,
    { params: { id }, body: { description: 'Guide', scopes: ['activities'] } },
    boss.as,
  )
  variables = { ...variables, API_USER: made.username, API_KEY: made.key }
  for (const one of examplesOf(authentication)) {
    const answer = await follow(one)
    if (one.call.name === 'getUser') expect(JSON.parse(answer)).toMatchObject({ email: anna.email })
  }
  expect(variables['API_TOKEN']).toMatch(/^\S{20,}$/)
})

test('a program sends, follows and downloads by the calls of its page, in both versions', async () => {
  const boss = await api.person({ firstName: 'Beat' })
  const id = await aBusiness(api, { name: 'Rent AG', admins: [boss] })
  const body = { description: 'Guide', scopes: ['signature_requests' as const] }
  const { username, key } = await api.call(apiUsers.createApiUser, { params: { id }, body }, boss.as)
  variables = { ...variables, API_USER: username, API_KEY: key, CALLBACK: 'https://rent.example.com/signed' }
  const answers = new Map<string, string>()
  for (const one of examplesOf(integration)) {
    const answer = await follow(one)
    if (one.call.name === 'createRequestV2') {
      const { signing_url: link } = (JSON.parse(answer) as { signatures: { signing_url: string }[] })
        .signatures[0] ?? { signing_url: '' }
      const guest = guestOf(link)
      await api.call(
        signDirect,
        { body: { signatureRequests: [{ signatureRequestId: guest.requestId }] } },
        guest.as,
      )
    }
    answers.set(one.call.name, one.file ? '' : answer)
  }
  const answerOf = (name: string): unknown => JSON.parse(answers.get(name) ?? 'null')
  expect(answerOf('getRequestV2')).toMatchObject({ status_overall: 'SIGNED' })
  expect(answerOf('listRequestCallbacksV2')).toMatchObject([{ type: 'SUCCESS' }])
  expect(answerOf('initiateRequestV3')).toMatchObject({ status_overall: 'OPEN' })
  const files = examplesOf(integration).flatMap(({ file }) => file ?? [])
  const beginnings = await Promise.all(
    files.map(async (file) => (await readFile(join(folder, file))).subarray(0, 5).toString()),
  )
  expect(beginnings).toEqual(files.map(() => '%PDF-'))
  expect(files.length).toBeGreaterThan(0)
})

test('an admin allows a website and a program gets a link to embed, by the calls of their page', async () => {
  const boss = await api.person({ firstName: 'Boss' })
  const id = await aBusiness(api, { admins: [boss] })
  const program = await anApiUser(api, { admin: boss, businessId: id })
  const [token, apiToken] = [boss.as, program.as].map((as) => as.replace('Bearer ', ''))
  variables = { ...variables, TOKEN: token ?? '', API_TOKEN: apiToken ?? '', BUSINESS: id }
  for (const one of examplesOf(embedding)) await follow(one)
  const page = await fetch(variables['SIGNING_URL']?.replace(/^https?:\/\/[^/]+/, api.url) ?? '')
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://portal.example.com http://localhost:3000',
  )
})

/** A call whose answer continues. */
function listen(example: Example) {
  const command = curlOf(example).replace(/^curl /, 'exec curl -sS ')
  const child = spawn('sh', ['-c', script(command)], { cwd: folder })
  let heard = ''
  const waiting = new Set<() => void>()
  child.stdout.on('data', (text: Buffer) => {
    heard += text.toString()
    for (const wake of waiting) wake()
  })
  return {
    until: (wanted: string) =>
      new Promise<string>((resolve) => {
        const look = () => heard.includes(wanted) && resolve(heard)
        waiting.add(look)
        look()
      }),
    end: () => child.kill(),
  }
}
