import { createApiUser } from '@countersign/contract/api-users.ts'
import { listBusinessMembers } from '@countersign/contract/businesses.ts'
import { listenToChanges } from '@countersign/contract/live-updates.ts'
import { identificationCalls, returnIdAustria } from '@countersign/contract/identifications.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { login, logout } from '@countersign/contract/sessions.ts'
import {
  createSignatureRequest,
  getSignatureRequestStatus,
} from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { signInAtIdAustria } from '#api/testing/identification/pages.ts'
import { aNetwork, credentialsOf } from '#api/testing/caller.ts'
import { type SecondApi, startSecondApi } from '#api/testing/nodes/second-api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

// What one node knows the other knows too: limits, sessions, what happens.

const ofApiUser = 15
const ofNetwork = 19
let api: TestApi
let other: SecondApi
let nodes: readonly (TestApi | SecondApi)[]
let anna: Person
beforeAll(async () => {
  const environment = {
    API_USER_REQUESTS_PER_MINUTE: String(ofApiUser),
    REQUESTS_PER_MINUTE: String(ofNetwork),
    TRUST_PROXY: '1',
  }
  api = await startTestApi({ environment })
  other = await startSecondApi(api)
  nodes = [api, other]
  anna = await api.person({ firstName: 'Anna' })
}, 60_000)
afterAll(async () => {
  await other?.stop()
  await api?.stop()
})

const nodeAt = (n: number) => nodes[n % nodes.length] as TestApi | SecondApi

test('an API user’s limit is reached by its calls to all nodes together, and each response says what is left', async () => {
  const id = await aBusiness(api, { admins: [anna] })
  const body = { description: 'Payroll', scopes: ['members' as const] }
  const { username, key } = await api.call(createApiUser, { params: { id }, body }, anna.as, aNetwork())
  const login = { body: { username, 'api-key': key } }
  const as = `Bearer ${await (await api.call(loginApiUser, login, undefined, aNetwork())).text()}`
  const statuses: number[] = []
  const left: (string | undefined)[] = []
  for (let n = 0; n < ofApiUser + 2; n += 1) {
    const reply = await nodeAt(n).ask(listBusinessMembers, { params: { id } }, as, aNetwork())
    statuses.push(reply.status)
    left.push(/r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1])
  }
  expect(statuses).toEqual([...Array<number>(ofApiUser).fill(200), 429, 429])
  expect(left).toEqual([...Array.from({ length: ofApiUser }, (_, n) => String(ofApiUser - 1 - n)), '0', '0'])
})

test('a network’s limit is reached by its calls to all nodes together, at once or one after the other', async () => {
  const network = aNetwork()
  const ask = (n: number) => fetch(`${nodeAt(n).url}/openapi.json`, { headers: network })
  const statuses = await Promise.all(
    Array.from({ length: ofNetwork * 2 }, async (_, n) => (await ask(n)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(ofNetwork)
  expect((await ask(0)).status).toBe(429)
  expect((await ask(1)).headers.get('retry-after')).toMatch(/^\d+$/)
})

test('passwords are guessed no more often at two nodes than at one', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const network = aNetwork()
  const guess = (n: number, password: string) =>
    nodeAt(n).ask(login, { body: { email: ben.email, password } }, undefined, network)
  const keys: string[] = []
  for (let n = 0; n < 8; n += 1) {
    const reply = await guess(n, `wrong-password-${n}`)
    keys.push(reply.ok ? 'signed in' : reply.error.key)
  }
  expect(keys.filter((key) => key !== 'rate.exceeded')).toHaveLength(5)
  for (const n of [0, 1])
    expect(await guess(n, ben.password)).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
})

test('a session that ends at one node has ended at the other', async () => {
  const eva = await api.person({ firstName: 'Eva' })
  const { token } = await api.call(login, { body: credentialsOf(eva) }, undefined, aNetwork())
  const draft = { body: { title: 'Lease' } }
  expect((await other.ask(createSignatureRequest, draft, `Bearer ${token}`, aNetwork())).status).toBe(201)
  await other.call(logout, {}, `Bearer ${token}`, aNetwork())
  for (const node of nodes)
    expect((await node.ask(createSignatureRequest, draft, `Bearer ${token}`, aNetwork())).status).toBe(401)
})

test('what is done at one node is told at the other, and a signature made by any worker ends the wait for it', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const stop = new AbortController()
  const response = await fetch(other.url + listenToChanges.path, {
    headers: { authorization: dora.as, ...aNetwork() },
    signal: stop.signal,
  })
  const heard: string[] = []
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard.push(new TextDecoder().decode(chunk))
  })().catch(() => {})
  const { id } = await aSignatureRequest(api, { owner: dora, signers: [{ email: dora.email }] })
  await expect.poll(() => heard.join('')).toContain(id)
  stop.abort()
  await reading
  // The jobs run beside the first api.
  const body = { signatureRequests: [{ signatureRequestId: id }] }
  await other.call(sign, { body }, dora.as, aNetwork())
  const status = await other.call(getSignatureRequestStatus, { params: { id } }, dora.as, aNetwork())
  expect(status.status_overall).toBe('SIGNED')
})

test('a way back from ID Austria that is shown at both nodes at once proves who someone is at both', async () => {
  for (let round = 0; round < 3; round += 1) {
    const johanna = await api.person({ firstName: 'Johanna', lastName: 'Gruber' })
    const begin = identificationCalls.user.idAustria.create
    const begun = await api.call(begin, { body: {} }, johanna.as, aNetwork())
    const { search } = await signInAtIdAustria(begun.identUrl ?? '', 'Johanna')
    const body = { query: search }
    const shown = await Promise.all(
      nodes.map((node) => node.call(returnIdAustria, { body }, johanna.as, aNetwork())),
    )
    expect(shown.map(({ appointmentStatus }) => appointmentStatus)).toEqual([
      'activatingQES',
      'activatingQES',
    ])
  }
}, 60_000)

test('where failures can’t be counted nobody signs in', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const signIn = () => other.ask(login, { body: credentialsOf(ben) }, undefined, aNetwork())
  const owner = connect(api.connection, 'owner', 1, () => {})
  try {
    await owner.query('ALTER TABLE throttles RENAME TO throttles_away')
    expect((await signIn()).status).toBe(500)
  } finally {
    await owner.query('ALTER TABLE throttles_away RENAME TO throttles')
    await owner.end()
  }
  expect((await signIn()).status).toBe(200)
})
