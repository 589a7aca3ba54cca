import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingRequests } from '#api/providers/outgoing-requests/port.ts'
import { openOutgoingRequests } from '#api/providers/outgoing-requests/outgoing-requests.ts'
import { signInAtSandbox } from '#api/testing/company/company.ts'
import { productClient } from '../../../../sandbox/src/single-sign-on/clients.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import type { RunningSandbox } from '../../../../sandbox/src/sandbox.ts'
import { identityOf } from './claims.ts'
import { singleSignOnConformance } from './conformance.ts'
import { openIdConnect as openWith } from './openid-connect.ts'
import { ProviderAnswerInvalid, ProviderUnavailable } from './port.ts'

let sandbox: RunningSandbox

const outgoingRequests = openOutgoingRequests({
  allowedHosts: [{ hostname: '127.0.0.1', port: null, isHttp: true }],
})
const openIdConnect = (options: { timeoutMs?: number; now?: () => Date } = {}) =>
  openWith({ outgoingRequests, ...options })

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: 'http://127.0.0.1:1' })
})
afterEach(() => sandbox.close())

singleSignOnConformance('OpenID Connect', () => ({
  singleSignOn: openIdConnect({ timeoutMs: 1000 }),
  provider: {
    name: 'Company',
    issuer: `${sandbox.url}/single-sign-on`,
    clientId: productClient.id,
    clientSecret: productClient.secret,
    domains: ['company.example'],
  },
  redirectUri: 'http://127.0.0.1:1/v1/single-sign-on/callback',
  signIn: async (address) => (await signInAtSandbox(address, { subject: 'Mara' })).search,
  failNext: async (kind) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ party: 'single_sign_on', kind })
    const response = await fetch(`${sandbox.url}/api/faults`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
  },
}))

describe('claims', () => {
  const claims = { iss: 'https://login.example', sub: '1' }

  test.each([
    [{ given_name: ' Mara ', family_name: 'Steiner' }, ['Mara', 'Steiner']],
    [{ name: 'Anna Maria von Allmen' }, ['Anna Maria von', 'Allmen']],
    [{ name: 'Mara' }, ['Mara', '']],
    [{ given_name: 'Ma\u0000ra\n', family_name: 7 }, ['Ma ra', '']],
    [{}, ['', '']],
  ])('%j', (given, names) => {
    const { firstName, lastName } = identityOf({ ...claims, ...given })
    expect([firstName, lastName]).toEqual(names)
  })

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    ['no', false],
    [undefined, null],
  ])('email_verified %j is %j', (given, known) => {
    expect(identityOf({ ...claims, email_verified: given }).emailVerified).toBe(known)
  })
})

describe('a provider’s configuration', () => {
  const request = {
    redirectUri: 'https://sign.example/back',
    loginHint: 'a@company.example',
    state: 's',
    nonce: 'n',
  }
  const begin = { ...request, codeVerifier: 'v'.repeat(43) }

  /** A provider that has nothing but a configuration; `answer` says what is in it, or the status it fails with. */
  async function withProvider(
    answer: (url: string) => object | number,
    work: (issuer: string, asked: () => number) => Promise<void>,
  ): Promise<void> {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      const given = answer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      response.writeHead(typeof given === 'number' ? given : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(given))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => asked)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }
  const company = (issuer: string) => ({
    name: 'Company',
    issuer,
    clientId: 'countersign',
    clientSecret: 'secret',
    domains: ['company.example'],
  })
  const plain = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
  })

  test('where requests are not pushed, the address carries the challenge and never the verifier', () =>
    withProvider(plain, async (issuer) => {
      const address = new URL(await openIdConnect().begin(company(issuer), begin))
      expect(address.origin + address.pathname).toBe(`${issuer}/auth`)
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: 'countersign',
        response_type: 'code',
        redirect_uri: request.redirectUri,
        scope: 'openid email profile',
        state: 's',
        nonce: 'n',
        login_hint: request.loginHint,
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
      expect(address.href).not.toContain(begin.codeVerifier)
    }))

  test('is asked for once an hour, and again after a failure', async () => {
    let time = Date.parse('2027-01-01')
    let isDown = true
    await withProvider(
      (issuer) => (isDown ? 503 : plain(issuer)),
      async (issuer, asked) => {
        const singleSignOn = openIdConnect({ now: () => new Date(time) })
        await expect(singleSignOn.begin(company(issuer), begin)).rejects.toBeInstanceOf(ProviderUnavailable)
        isDown = false
        await Promise.all([1, 2, 3].map(() => singleSignOn.begin(company(issuer), begin)))
        expect(asked()).toBe(2)
        time += 3_600_001
        await singleSignOn.begin(company(issuer), begin)
        expect(asked()).toBe(3)
      },
    )
  })

  test.each(['https://localhost:PORT/par', 'https://10.0.0.1/par', 'https://127.0.0.2:PORT/par'])(
    'that leads inside, to %s, is not followed there',
    async (inside) => {
      const service = createServer()
      let reached = 0
      service.on('connection', () => (reached += 1))
      await once(service.listen(0, '0.0.0.0'), 'listening')
      const endpoint = inside.replace('PORT', String((service.address() as AddressInfo).port))
      await withProvider(
        (issuer) => ({ ...plain(issuer), pushed_authorization_request_endpoint: endpoint }),
        async (issuer) => {
          await expect(openIdConnect().begin(company(issuer), begin)).rejects.toThrow(ProviderAnswerInvalid)
        },
      )
      expect(reached).toBe(0)
      service.close()
    },
  )

  test('of another issuer is not taken', () =>
    withProvider(
      () => plain('https://another.example'),
      async (issuer) => {
        await expect(openIdConnect().begin(company(issuer), begin)).rejects.toBeInstanceOf(
          ProviderAnswerInvalid,
        )
      },
    ))

  test('sends no secret without TLS to anywhere but the issuer', async () => {
    let elsewhere = ''
    await withProvider(
      () => 500,
      async (other, asked) => {
        elsewhere = other
        await withProvider(
          (issuer) => ({ ...plain(issuer), pushed_authorization_request_endpoint: `${elsewhere}/par` }),
          async (issuer) => {
            await expect(openIdConnect().begin(company(issuer), begin)).rejects.toThrow(/without TLS/)
          },
        )
        expect(asked()).toBe(0)
      },
    )
  })
})

describe('a discovery document', () => {
  /** A provider that publishes this, in place of the network. */
  const publishing = (document: object): OutgoingRequests => ({
    refusalOf: () => null,
    fetch: async (url) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      url,
      body: Buffer.from(JSON.stringify(document)),
    }),
    stream: async () => {
      throw new Error('nothing is streamed')
    },
  })
  const endpoint = 'https://login.microsoftonline.com/common/oauth2/v2.0'
  const entra = {
    authorization_endpoint: `${endpoint}/authorize`,
    token_endpoint: `${endpoint}/token`,
    jwks_uri: `${endpoint}/keys`,
  }
  const begin = (issuer: string, document: object) =>
    openWith({ outgoingRequests: publishing(document) }).begin(
      { name: 'Company', issuer, clientId: 'c', clientSecret: 's', domains: [] },
      {
        redirectUri: 'https://sign.example/callback',
        loginHint: 'mara@company.example',
        state: 'state',
        nonce: 'nonce',
        codeVerifier: 'a-verifier-of-this-very-sign-in-that-is-long-enough',
      },
    )

  test.each([
    ['https://login.microsoftonline.com/common/v2.0', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
    ['https://login.microsoftonline.com/consumers/v2.0', 'https://login.microsoftonline.com/9188040d/v2.0'],
    ['https://login.example', 'https://another.example'],
  ])('of %s that names the issuer %s is refused: any tenant could claim any email', async (issuer, named) => {
    await expect(begin(issuer, { ...entra, issuer: named })).rejects.toMatchObject({
      name: 'ProviderAnswerInvalid',
      problem: 'issuer_mismatch',
    })
  })

  test('of one tenant is taken', async () => {
    const issuer = 'https://login.microsoftonline.com/3f2a/v2.0'
    expect(await begin(issuer, { ...entra, issuer })).toContain(`${endpoint}/authorize?`)
  })

  test.each(['javascript:alert(1)//', 'http://login.example/authorize', 'data:text/html,hello'])(
    'that leads browsers to %s leads nowhere',
    async (address) => {
      const issuer = 'https://login.example'
      const document = { ...entra, issuer, authorization_endpoint: address }
      await expect(begin(issuer, document)).rejects.toMatchObject({ name: 'ProviderAnswerInvalid' })
    },
  )
})
