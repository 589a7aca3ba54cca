import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as apiUsers from '@countersign/contract/api-users.ts'
import { showCallbackSecret } from '@countersign/contract/callbacks.ts'
import { addSealMembers } from '@countersign/contract/seals.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallbackReceiver, startCallbackReceiver } from '#api/integration/callbacks/receiver.fixture.ts'
import { verifySignature } from '#api/integration/callbacks/verify-signature.fixture.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { guestOf, linkIn } from '#api/testing/signature-request.ts'
import { curlOf, type Example } from './example.ts'
import type { GuidePage } from './blocks.ts'
import { integration } from './integration-pages.ts'
import { authentication, firstRequest, updates } from './pages.ts'
import { embedding } from './embedding-page.ts'
import { scim, scimLookup } from './scim-page.ts'

const run = promisify(execFile)
const signer = 'luc.favre@example.org'
let api: TestApi
let anna: Person
let folder: string
let receiver: CallbackReceiver
let variables: Record<string, string>

beforeAll(async () => {
  api = await startTestApi()
  receiver = await startCallbackReceiver()
  anna = await api.person({ firstName: 'Anna' })
  folder = await mkdtemp(join(tmpdir(), 'guide '))
  await writeFile(join(folder, 'contract.pdf'), aPdf())
  variables = { COUNTERSIGN: api.url, EMAIL: anna.email, PASSWORD: anna.password, SIGNER: signer }
})
afterAll(async () => {
  await api?.stop()
  await receiver?.close()
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
  expect(await changes.until(`event: change\ndata: {"requestId":"${guest.requestId}"}`)).toContain(
    'event: recent',
  )
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

/** A guest by their link, a colleague with their account and the business by its seal. */
async function signByAll(answer: string, people: { colleague: Person; sealer: Person }): Promise<void> {
  const { id, signatures } = JSON.parse(answer) as { id: string; signatures: { signing_url: string }[] }
  const body = { signatureRequests: [{ signatureRequestId: id }] }
  await api.call(signDirect, { body }, guestOf(signatures[0]?.signing_url ?? '').as)
  await api.call(sign, { body }, people.colleague.as)
  await api.call(sign, { body: { ...body, sealAccountName: 'lindenhof' } }, people.sealer.as)
}

test('a request is signed by an account, a guest and a seal, followed through callbacks and downloaded with its audit trail, in both versions, by the calls of its page', async () => {
  const people = {
    colleague: await api.person({ firstName: 'Mara' }),
    sealer: await api.person({ firstName: 'Beat' }),
  }
  const { sealer, colleague } = people
  const id = await aBusiness(api, { name: 'Rent AG', admins: [sealer] })
  await aSeal(api, id, { name: 'lindenhof', service: 'mab', legislation: 'EIDAS' })
  await api.call(
    addSealMembers,
    { params: { id, sealId: 'lindenhof' }, body: { members: [sealer.email] } },
    sealer.as,
  )
  const body = { description: 'Guide', scopes: ['signature_requests' as const, 'seals' as const] }
  const { username, key } = await api.call(apiUsers.createApiUser, { params: { id }, body }, sealer.as)
  const { secret } = await api.call(showCallbackSecret, { params: { id, username } }, sealer.as)
  const given = { API_USER: username, API_KEY: key, CALLBACK: `${receiver.url}/signed` }
  variables = { ...variables, ...given, COLLEAGUE: colleague.email, SEALER: sealer.email }
  const answers = new Map<string, string>()
  for (const one of examplesOf(integration)) {
    const answer = await follow(one)
    const { name } = one.call
    if (name === 'createRequestV2' || name === 'initiateRequestV3') {
      await signByAll(answer, people)
      // What comes is the genuine, whole story of this request, in its order.
      const before = name === 'createRequestV2' ? 0 : 4
      const deliveries = (await receiver.received(before + 4)).slice(before)
      for (const { headers, text } of deliveries) verifySignature(headers, text, secret)
      expect(deliveries.map(({ body: { type } }) => type)).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'SUCCESS'])
      const request = (JSON.parse(answer) as { id: string }).id
      expect(deliveries.map(({ url }) => url.includes(request))).toEqual([true, true, true, true])
    }
    answers.set(name, one.file ? '' : answer)
  }
  const answerOf = (name: string): unknown => JSON.parse(answers.get(name) ?? 'null')
  const all = ['SIGNED', 'SIGNED', 'SIGNED'].map((status_code) => ({ status_code }))
  for (const name of ['getRequestV2', 'getRequestV3'])
    expect(answerOf(name)).toMatchObject({ status_overall: 'SIGNED', signatures: all })
  for (const name of ['listRequestCallbacksV2', 'listRequestCallbacksV3'])
    expect(answerOf(name)).toMatchObject(
      ['UPDATE', 'UPDATE', 'UPDATE', 'SUCCESS'].map((type) => ({ type, state: 'COMPLETED' })),
    )
  const files = examplesOf(integration).flatMap(({ file }) => file ?? [])
  expect(files).toEqual([
    'signed.pdf',
    'audit-trail.pdf',
    'sealed.pdf',
    'signed-v3.pdf',
    'audit-trail-v3.pdf',
  ])
  const services = await Promise.all(api.context.trustServices.all().map((one) => one.anchors()))
  const anchors = [...(await allAnchors(api.context)), ...services.flat()]
  const signatures: Record<string, number> = {}
  for (const file of files) {
    const report = validatePdf([await readFile(join(folder, file))], { anchors, at: new Date() })
    expect({ file, verdict: report.overall }).toEqual({ file, verdict: 'TOTAL_PASSED' })
    signatures[file] = report.signatures.length
  }
  // Each has a document timestamp besides.
  expect(signatures).toMatchObject({ 'signed.pdf': 4, 'sealed.pdf': 2, 'signed-v3.pdf': 4 })
})

test('with an API user for testing the page on integration works too, but for the seal, which is refused as it says', async () => {
  const [boss, colleague] = [await api.person({ firstName: 'Boss' }), await api.person({ firstName: 'Mara' })]
  const id = await aBusiness(api, { name: 'Test AG', admins: [boss] })
  await aSeal(api, id, { name: 'testag', service: 'mab', legislation: 'EIDAS' })
  const scopes = ['signature_requests' as const, 'seals' as const]
  const body = { description: 'Guide', scopes, environment: 'DEMO' as const }
  const { username, key } = await api.call(apiUsers.createApiUser, { params: { id }, body }, boss.as)
  const given = { API_USER: username, API_KEY: key, CALLBACK: `${receiver.url}/signed` }
  variables = { ...variables, ...given, COLLEAGUE: colleague.email, SEALER: boss.email }
  const pages = examplesOf(integration).filter(({ input }) => input.params?.['id'] !== '$SEALED')
  for (const one of pages.filter(({ call: { name } }) => name !== 'sealDocument')) await follow(one)
  const refused = await follow(named(integration, 'sealDocument')).catch(
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(JSON.parse(refused)).toMatchObject({ status: 409, key: 'seal.demonstration' })
  expect(JSON.stringify(integration.blocks)).toContain('returns 409 `seal.demonstration`')
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

test('an identity provider’s token is made and used as its page says', async () => {
  const boss = await api.person({ firstName: 'Boss' })
  const id = await aBusiness(api, { admins: [boss] })
  variables = { ...variables, BUSINESS: id, TOKEN: boss.as.slice('Bearer '.length) }
  for (const one of examplesOf(scim)) await follow(one)
  const lookup = scimLookup.replace('curl ', 'curl -sS --fail-with-body ')
  const { stdout } = await run('sh', ['-c', script(lookup)], { cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject({ totalResults: 0, Resources: [] })
})
