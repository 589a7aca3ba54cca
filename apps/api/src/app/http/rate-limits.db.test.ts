import { createApiUser, listApiUsers } from '@countersign/contract/api-users.ts'
import { getBusiness, listBusinessMembers } from '@countersign/contract/businesses.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiTokenPrefix } from '#api/business/api-users/token-repository.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aNetwork } from '#api/testing/caller.ts'

const ofApiUser = 5
const ofNetwork = 8
let api: TestApi
let anna: Person
let id: string
beforeAll(async () => {
  const environment = {
    API_USER_REQUESTS_PER_MINUTE: String(ofApiUser),
    REQUESTS_PER_MINUTE: String(ofNetwork),
    TRUST_PROXY: '1',
  }
  api = await startTestApi({ environment })
  anna = await api.person({ firstName: 'Anna' })
  id = await aBusiness(api, { admins: [anna] })
}, 60_000)
afterAll(() => api?.stop())

async function anApiUser(): Promise<string> {
  const body = { description: 'Payroll', scopes: ['members' as const] }
  const { username, key } = await api.call(createApiUser, { params: { id }, body }, anna.as, aNetwork())
  const reply = await api.ask(loginApiUser, { body: { username, 'api-key': key } }, undefined, aNetwork())
  if (!reply.ok) throw new Error(reply.error.message)
  return `Bearer ${await reply.body.text()}`
}

const asks = (as: string, network: Record<string, string>) =>
  api.ask(listBusinessMembers, { params: { id } }, as, network)

test('an API user has a limit of its own, wherever it calls from', async () => {
  const [first, second] = [await anApiUser(), await anApiUser()]
  const statuses: number[] = []
  for (let count = 0; count < ofApiUser; count++) statuses.push((await asks(first, aNetwork())).status)
  expect(statuses).toEqual(Array(ofApiUser).fill(200))
  const network = aNetwork()
  const over = await asks(first, network)
  expect(over).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await asks(second, network)).status).toBe(200)
  expect((await asks(anna.as, network)).status).toBe(200)
})

test('every response to an API user says what is left, an error too', async () => {
  const as = await anApiUser()
  const replies = [
    await asks(as, aNetwork()),
    await api.ask(listBusinessMembers, { params: { id: crypto.randomUUID() } }, as, aNetwork()),
    await api.ask(listBusinessMembers, { params: { id: 'no id' } }, as, aNetwork()),
    await api.ask(listApiUsers, { params: { id } }, as, aNetwork()),
    await api.ask(getBusiness, { params: { id } }, as, aNetwork()),
    await asks(as, aNetwork()),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 404, 403, 403, 429])
  const limits = replies.map(({ headers }) => headers.get('ratelimit') ?? '')
  expect(limits.map((limit) => /^"api-user";r=(\d+);t=\d+$/.exec(limit)?.[1])).toEqual([
    ...['4', '3', '2', '1', '0', '0'],
  ])
  expect(new Set(replies.map(({ headers }) => headers.get('ratelimit-policy')))).toEqual(
    new Set(['"api-user";q=5;w=60']),
  )
})

test('the calls of API users don’t use up the limit of their network', async () => {
  const network = aNetwork()
  const users = await Promise.all([anApiUser(), anApiUser()])
  for (const as of users)
    for (let count = 0; count < ofApiUser; count++) expect((await asks(as, network)).status).toBe(200)
  for (let count = 0; count < ofNetwork; count++) expect((await asks(anna.as, network)).status).toBe(200)
  const over = await asks(anna.as, network)
  expect(over).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  expect(over.headers.get('ratelimit-policy')).toBeNull()
})

test('an API token doesn’t get a call past the limit of its network that takes no token', async () => {
  const network = aNetwork()
  const statuses: number[] = []
  for (let count = 0; count <= ofNetwork; count++) {
    const headers = { ...network, authorization: `Bearer ${apiTokenPrefix}any` }
    statuses.push(
      (await fetch(`${api.url}${count % 2 ? '/openapi.json' : '/v1/status-page/summary'}`, { headers }))
        .status,
    )
  }
  expect(statuses.slice(0, -1)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

test('a network that sends invalid tokens is refused before another one is looked up', async () => {
  const [as, network] = [await anApiUser(), aNetwork()]
  for (let count = 0; count < ofNetwork; count++)
    expect((await asks(`Bearer ${apiTokenPrefix}${count}`, network)).status).toBe(401)
  expect((await asks(`Bearer ${apiTokenPrefix}x`, network)).status).toBe(429)
  expect((await asks(as, network)).status).toBe(429)
  expect((await asks(as, aNetwork())).status).toBe(200)
})
