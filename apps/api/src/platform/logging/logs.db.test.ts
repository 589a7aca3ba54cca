import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { register, requestConfirmation } from '@countersign/contract/accounts.ts'
import { login } from '@countersign/contract/sessions.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { openLog } from './log.ts'

const written: string[] = []
const log = openLog({ logLevel: 'trace', logFormat: 'json' }, 'api', {
  write: (line) => void written.push(line),
})

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi({ log })
  ben = await api.signUp({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

interface Line {
  readonly [field: string]: unknown
}
const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line)
const answered = (requestId: string) =>
  lines().find((line) => line['msg'] === 'answered' && line['requestId'] === requestId)

test('a call is one line: who, what, how long and from where; its id is the caller’s, and in the response', async () => {
  const id = 'from-the-proxy-0001'
  const headers = { authorization: ben.as, 'x-request-id': id, 'user-agent': 'Browser "1"' }
  const response = await fetch(`${api.url}/v1/user`, { headers })
  expect(response.headers.get('x-request-id')).toBe(id)
  await expect
    .poll(() => answered(id))
    .toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/),
      process: 'api',
      host: expect.any(String),
      pid: process.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      method: 'GET',
      route: '/v1/user',
      path: '/v1/user',
      status: 200,
      ms: expect.any(Number),
      actor: expect.stringMatching(/^account:[0-9a-f-]{36}$/),
      address: '127.0.0.1',
      userAgent: 'Browser "1"',
    })
})

test.each(['short', 'with spaces in it', 'x'.repeat(129), '{"json":1}'])(
  'an id that is none (%s) is replaced by one that nobody can guess',
  async (given) => {
    const response = await fetch(`${api.url}/v1/user`, { headers: { 'x-request-id': given } })
    const id = response.headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    await expect.poll(() => answered(id)).toMatchObject({ status: 401, error: 'auth.required' })
  },
)

test('a job says which it is, and which call added it', async () => {
  const request = await aSignatureRequest(api, { owner: ben, signers: [ben] })
  const body = { signatureRequests: [{ signatureRequestId: request.id }] }
  await api.call(sign, { body }, ben.as, { 'x-request-id': 'the-call-that-signs' })
  const done = () => lines().find(({ msg, task }) => msg === 'a job is done' && task === 'apply-signature')
  await expect
    .poll(done)
    .toMatchObject({ jobId: expect.any(String), requestId: 'the-call-that-signs', attempt: 1 })
})

test('fail2ban finds failed sign-ins by the filter of the documentation', async () => {
  const body = { email: ben.email, password: 'wrong-password-for-ben' }
  await api.ask(login, { body }, undefined, {
    'x-request-id': 'a-failed-sign-in',
    'user-agent': '"address":"10.9.9.9"',
  })
  await expect.poll(() => answered('a-failed-sign-in')).toBeDefined()
  const documentation = await readFile(new URL('../../../../../docs/operating.md', import.meta.url), 'utf8')
  const filter = /^failregex = (.*)$/m.exec(documentation)?.[1] ?? 'none'
  const pattern = new RegExp(filter.replace('<HOST>', '([0-9a-f.:]+)'))
  const found = written.map((line) => pattern.exec(line)?.[1]).filter(Boolean)
  expect(found).toEqual(['127.0.0.1'])
})

test('no secret and no email address is in the log, at any level, whatever is called', async () => {
  const admin = await api.person({ firstName: 'Anna' })
  const businessId = await aBusiness(api, { admins: [admin] })
  const program = await anApiUser(api, { admin, businessId })
  const guest = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const request = await aSignatureRequest(api, {
    owner: ben,
    signers: [{ email: guest, firstName: 'Gabi', lastName: 'Gast' }],
  })
  const link = linkIn(await api.inbox.next(guest))
  const { as, secret } = guestOf(link)
  await fetch(link)
  await api.ask(requests.getDirectSignatureRequest, { params: { id: request.id } }, as)
  const password = 'a-secret-password-of-ben'
  await api.ask(login, { body: { email: ben.email, password } })
  await api.ask(login, { body: { email: ben.email, password: ben.password } })
  await api.ask(requestConfirmation, { body: { email: ben.email, lang: 'en' } })
  const token = 'a-secret-confirmation-token'
  await api.ask(register, { body: { firstName: 'B', lastName: 'B', password, token, gtc: true, lang: 'en' } })
  for (const path of [
    '/v1/user',
    '/v2/signature-requests',
    `/v3/signature-requests?search=${guest}`,
    `/view/${request.id}/${secret}/`,
  ])
    for (const authorization of [
      program.as,
      as,
      `Bearer ${token}`,
      `Basic ${Buffer.from(`${secret}:x`).toString('base64')}`,
    ])
      await fetch(`${api.url}${path}${path.includes('?') ? '&' : '?'}token=${token}`, {
        headers: { authorization },
      })
  for (const path of [`/v1/${guest}`, `/${guest}`, `/profile/${guest.replace('@', '%40')}/settings`])
    await fetch(`${api.url}${path}`, { headers: { 'user-agent': `Crawler/1.0 (+mailto:${guest})` } })
  await api.fault('smtp', 'reject_recipient', 1)
  const refused = `refused.${crypto.randomUUID().slice(0, 8)}@example.org`
  await aSignatureRequest(api, { owner: ben, signers: [{ email: refused }] })
  await expect.poll(() => lines().some(({ msg }) => msg === 'an email was given up')).toBe(true)

  const config = api.context.config
  const secrets = {
    password: ben.password,
    'a wrong password': password,
    session: ben.as.split(' ')[1],
    'an API user’s key': program.key,
    'its token': program.as.split(' ')[1],
    'a signing link': secret,
    'its credentials': as.split(' ')[1],
    'a token': token,
    'the master key': (await readFile(join(config.dataDirectory, 'master.key'), 'utf8')).trim(),
    'the key of the gateway': config.smsGateway?.key === 'sandbox' ? undefined : config.smsGateway?.key,
  }
  const all = written.join('')
  const found = Object.entries(secrets).filter(([, value]) => value && all.includes(value))
  expect(found.map(([name]) => name)).toEqual([])
  expect(all.match(/[\w.+-]+(?:@|%40)[\w-]+\.\w+/g)).toBeNull()
})

test('no line has a field twice: readers of JSON would differ in which one they take', () => {
  const trimmed = written.map((line) => line.trimEnd())
  expect(trimmed.length).toBeGreaterThan(20)
  expect(trimmed.filter((line) => JSON.stringify(JSON.parse(line)) !== line)).toEqual([])
})
