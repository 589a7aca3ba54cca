import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findIdentityProvider, linkIdentity, takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { acceptTerms, confirmUserEmail, getUser, updateUser } from '@countersign/contract/accounts.ts'
import { checkDomain, removeDomain } from '@countersign/contract/business-domains.ts'
import * as calls from '@countersign/contract/identity-providers.ts'
import { leaveBusiness, removeMembers } from '@countersign/contract/members.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import { login } from '@countersign/contract/sessions.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { CookieJar, enterEmail, signInAtSandbox } from '#api/testing/company/company.ts'
import {
  aCompanyWithSignIn,
  comeBack,
  goToCompany,
  requireProvider,
  setProvider,
  signInAtCompany,
  takeCode,
  tryProvider,
} from '#api/testing/company/company-sign-in.ts'
import { aDomain, removeRecord } from '#api/testing/domains.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import { companyAt } from '../../../../sandbox/src/single-sign-on/company.ts'

let api: TestApi
let elsewhere: Awaited<ReturnType<typeof startSandbox>>
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  // The provider of another business, which can say whatever it likes.
  elsewhere = await startSandbox({ port: 0, smtpPort: 0, productUrl: api.url })
})
beforeEach(async () => {
  ahead = 0
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(async () => {
  await elsewhere?.close()
  await api?.stop()
})

const failed = (reason: string, isCompanys = false) =>
  `/sso/error${isCompanys ? '/company' : ''}?reason=${reason}`
const subjectOf = async (email: string): Promise<string> => {
  const { rows } = await api.context.pool.query(
    'SELECT i.subject FROM identities i JOIN accounts a ON a.id = i.account_id WHERE a.email = $1',
    [email],
  )
  return rows[0]?.subject
}
/** The person with this subject has this address at a provider from now on. */
async function rename(sandboxUrl: string, subject: string, email: string) {
  const response = await fetch(`${sandboxUrl}/api/single-sign-on/people`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ subject, email }]),
  })
  expect(response.status).toBe(204)
}
const sessions = async () => (await api.context.pool.query('SELECT FROM sessions')).rowCount
const whoIs = async (code: string) => {
  const { session } = await takeCode(api, code)
  return (await api.call(getUser, {}, `Bearer ${session?.token}`)).email
}

describe('what a provider claims', () => {
  test('an address outside the business’s domains signs nobody in, though an account has it', async () => {
    const { anna } = await aCompanyWithSignIn(api)
    const victim = await aCompanyWithSignIn(api)
    for (const email of [victim.ben.email, 'someone@company.example', `x@sub.${victim.domain}`])
      expect((await signInAtCompany(api, anna.email, { email })).path).toBe(failed('wrong_domain', true))
    expect(await subjectOf(victim.ben.email)).toBeUndefined()
  })

  test('an address that the provider has not verified signs nobody in', async () => {
    const { ben } = await aCompanyWithSignIn(api)
    const { path } = await signInAtCompany(api, ben.email, { email: ben.email, verified: false })
    expect(path).toBe(failed('email_unverified', true))
    expect(await subjectOf(ben.email)).toBeUndefined()
  })

  test('an address of a domain that the operator’s settings name signs nobody in', async () => {
    const { anna, id, domain } = await aCompanyWithSignIn(api)
    const second = `second-${domain}`
    await aDomain(api, { id, domain: second, as: anna.as })
    const { config } = api.context
    const before = config.identityProviders
    const operators = { ...companyAt(api.sandboxUrl), name: 'Operator’s', domains: [domain] }
    Object.assign(config, { identityProviders: [...before, operators] })
    try {
      const { path } = await signInAtCompany(api, `eve@${second}`, { email: `eve@${domain}` })
      expect(path).toBe(failed('wrong_domain', true))
    } finally {
      Object.assign(config, { identityProviders: before })
    }
  })

  test('the subject of someone at another issuer is someone else', async () => {
    const victim = await aCompanyWithSignIn(api)
    await whoIs((await signInAtCompany(api, victim.ben.email)).code)
    const mallory = await aCompanyWithSignIn(api, { sandboxUrl: elsewhere.url })
    const email = `m@${mallory.domain}`
    await rename(elsewhere.url, await subjectOf(victim.ben.email), email)
    const { code } = await signInAtCompany(api, email)
    expect(await whoIs(code)).toBe(email)
  })

  test('the subject of a member of another business, at the same issuer, is refused', async () => {
    const victim = await aCompanyWithSignIn(api)
    await whoIs((await signInAtCompany(api, victim.ben.email)).code)
    const mallory = await aCompanyWithSignIn(api)
    const email = `ben@${mallory.domain}`
    await rename(api.sandboxUrl, await subjectOf(victim.ben.email), email)
    expect((await signInAtCompany(api, email)).path).toBe(failed('other_business', true))
  })

  test('an account of the domain that belongs to another business is refused, also with its link', async () => {
    const { domain } = await aCompanyWithSignIn(api)
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const { code } = await signInAtCompany(api, carla.email)
    await aBusiness(api, { name: 'Carla AG', admins: [carla] })
    expect((await signInAtCompany(api, carla.email)).path).toBe(failed('other_business', true))
    expect(await keyOf(api.ask(linkIdentity, { body: { code } }, carla.as))).toBe('confirmation.invalid')
  })

  test('an account that was linked and belongs to another business since then is refused', async () => {
    const { domain } = await aCompanyWithSignIn(api)
    const email = `dora@${domain}`
    const { session } = await takeCode(api, (await signInAtCompany(api, email)).code)
    await api.call(acceptTerms, { body: { gtc: true } }, `Bearer ${session?.token}`)
    const { code } = await signInAtCompany(api, email)
    const dora = { email, firstName: 'Dora', lastName: '', password: '', as: '' }
    await aBusiness(api, { name: 'Dora AG', admins: [dora] })
    expect((await signInAtCompany(api, email)).path).toBe(failed('other_business', true))
    expect(await keyOf(api.ask(takeSingleSignOn, { body: { code } }))).toBe('confirmation.invalid')
  })

  test('the subject of someone in a released domain does not open their account by way of another domain', async () => {
    const { anna, id, domain } = await aCompanyWithSignIn(api)
    const second = `second-${domain}`
    await aDomain(api, { id, domain: second, as: anna.as })
    const email = `erik@${domain}`
    await whoIs((await signInAtCompany(api, email)).code)
    const subject = await subjectOf(email)
    await api.call(removeDomain, { params: { id, domain } }, anna.as)
    await rename(api.sandboxUrl, subject, `erik@${second}`)
    expect((await signInAtCompany(api, `erik@${second}`)).path).toBe(failed('other_business', true))
  })
})

/** Someone's own provider, which doesn't name itself in responses, and counts the codes that are brought to it. */
async function aHostileProvider() {
  let codes = 0
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`
    if (request.url === '/token') codes += 1
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ['code'] },
        ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['ES256'] },
      }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { issuer: `http://localhost:${port}`, codes: () => codes, close: () => server.close() }
}

describe('someone who is no longer a member', () => {
  const end = {
    left: (id: string, _admin: Person, ben: Person) =>
      api.call(leaveBusiness, { params: { id }, body: {} }, ben.as),
    'was removed': async (id: string, admin: Person, ben: Person) => {
      const { id: benId } = await api.call(getUser, {}, ben.as)
      return api.call(removeMembers, { params: { id }, body: { user_ids: [benId] } }, admin.as)
    },
  }

  test.each(['left', 'was removed'] as const)(
    'and %s has an account that the company no longer opens, unless its holder connects it',
    async (how) => {
      const { anna, ben, id } = await aCompanyWithSignIn(api)
      // Connected by the company, as a member.
      expect(await whoIs((await signInAtCompany(api, ben.email)).code)).toBe(ben.email)
      const { code: early } = await signInAtCompany(api, ben.email)
      await end[how](id, anna, ben)
      expect(await keyOf(api.ask(takeSingleSignOn, { body: { code: early } }))).toBe('confirmation.invalid')
      const { path, code } = await signInAtCompany(api, ben.email)
      expect(path).toBe('/login')
      expect((await takeCode(api, code)).session).toBeNull()
      expect(await api.call(getUser, {}, ben.as)).toMatchObject({ hasSso: false })
      await api.call(linkIdentity, { body: { code } }, ben.as)
      expect(await whoIs((await signInAtCompany(api, ben.email)).code)).toBe(ben.email)
    },
  )

  test('may take the account along to an address of their own, and comes back as someone new', async () => {
    const { ben, id, domain } = await aCompanyWithSignIn(api)
    await whoIs((await signInAtCompany(api, ben.email)).code)
    await api.call(leaveBusiness, { params: { id }, body: {} }, ben.as)
    const email = `ben-${domain}@home.example`
    await api.call(updateUser, { body: { email, password: ben.password } }, ben.as)
    const { token } = confirmationIn(await api.inbox.next(email, /new email/))
    await api.call(confirmUserEmail, { body: { token } }, ben.as)
    const again = await takeCode(api, (await signInAtCompany(api, ben.email)).code)
    expect((await api.call(getUser, {}, `Bearer ${again.session?.token}`)).email).toBe(ben.email)
    expect((await api.call(getUser, {}, ben.as)).email).toBe(email)
  })
})

describe('a link from elsewhere', () => {
  test('leads to the sign-in page, and signs nobody in as the person whose company it names', async () => {
    const mallory = await aCompanyWithSignIn(api)
    const { url } = await api.call(findIdentityProvider, { body: { email: mallory.ben.email } })
    // Her provider would ask nobody, and lead straight back.
    const follow = async (jar: CookieJar) => (await jar.fetch(`${url}&return_to=/upload`)).headers
    const toSignIn = `${api.url}/login?email=${encodeURIComponent(mallory.ben.email)}`
    const stranger = new CookieJar()
    expect((await follow(stranger)).get('location')).toBe(toSignIn)
    expect(stranger.header()).toBe('')
    const busy = new CookieJar()
    enterEmail(busy, 'ben@elsewhere.example')
    expect((await follow(busy)).get('location')).toBe(toSignIn)
    enterEmail(busy, mallory.ben.email)
    expect((await follow(busy)).get('location')).toContain(api.sandboxUrl)
  })
})

describe('on the way back', () => {
  test('a code of someone’s provider is never taken to another one (mix-up, RFC 9700 § 4.4)', async () => {
    const hostile = await aHostileProvider()
    try {
      const [victim, mallory] = [await aCompanyWithSignIn(api), await aCompanyWithSignIn(api)]
      const own = { issuer: hostile.issuer, clientId: 'mallory', clientSecret: 'secret' }
      await api.call(calls.setIdentityProvider, { params: { id: mallory.id }, body: own }, mallory.anna.as)
      // Ben is talked into an address of Mallory's company, whose provider leads him on to his own, where he is signed in.
      const jar = new CookieJar()
      const email = `x@${mallory.domain}`
      const { url } = await api.call(findIdentityProvider, { body: { email } })
      enterEmail(jar, email)
      const there = new URL((await jar.fetch(url)).headers.get('location') ?? '')
      expect(there.origin).toBe(hostile.issuer)
      const back = await goToCompany(api, new CookieJar(), victim.ben.email, { email: victim.ben.email })
      expect(back.pathname).toBe(`/v1/single-sign-on/callback/${victim.id}`)
      back.searchParams.set('state', there.searchParams.get('state') ?? '')
      back.searchParams.delete('iss')
      expect((await comeBack(api, jar, back)).path).toBe(failed('expired'))
      expect(hostile.codes()).toBe(0)
    } finally {
      hostile.close()
    }
  })

  test.each([
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://another.example')],
    ['no issuer', (back: URL) => back.searchParams.delete('iss')],
  ])('%s in the response is refused (RFC 9207)', async (_what, change) => {
    const { ben } = await aCompanyWithSignIn(api)
    const jar = new CookieJar()
    const back = await goToCompany(api, jar, ben.email, { email: ben.email })
    change(back)
    expect((await comeBack(api, jar, back)).path).toBe(failed('invalid_response'))
    expect(await subjectOf(ben.email)).toBeUndefined()
  })

  test('a state is good once, and in the browser that began alone', async () => {
    const { ben } = await aCompanyWithSignIn(api)
    const jar = new CookieJar()
    const back = await goToCompany(api, jar, ben.email, { email: ben.email })
    expect((await comeBack(api, new CookieJar(), back)).path).toBe(failed('expired'))
    expect((await comeBack(api, jar, back)).path).toBe('/')
    expect((await comeBack(api, jar, back)).path).toBe(failed('expired'))
  })

  test.each(['wrong_nonce', 'wrong_issuer', 'wrong_audience', 'bad_signature', 'expired_token'])(
    'a token with %s is not believed',
    async (kind) => {
      const { ben } = await aCompanyWithSignIn(api)
      const jar = new CookieJar()
      const back = await goToCompany(api, jar, ben.email, { email: ben.email })
      await api.fault('single_sign_on', kind)
      expect((await comeBack(api, jar, back)).path).toBe(failed('invalid_response'))
      expect(await subjectOf(ben.email)).toBeUndefined()
    },
  )

  test('a domain that was released meanwhile signs nobody in, before the return and after it', async () => {
    const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
    const jar = new CookieJar()
    const back = await goToCompany(api, jar, ben.email, { email: ben.email })
    const { code } = await signInAtCompany(api, ben.email)
    await api.call(removeDomain, { params: { id, domain } }, anna.as)
    const before = await sessions()
    expect((await comeBack(api, jar, back)).path).toBe(failed('wrong_domain', true))
    expect(await keyOf(api.ask(takeSingleSignOn, { body: { code } }))).toBe('confirmation.invalid')
    expect(await sessions()).toBe(before)
  })

  test.each([
    [
      'the business was deleted',
      async ({ id }: { id: string }) =>
        api.context.pool.query('UPDATE businesses SET deleted_at = now() WHERE id = $1', [id]),
    ],
    [
      'the provider was removed',
      async ({ id, as }: { id: string; as: string }) =>
        api.call(calls.removeIdentityProvider, { params: { id } }, as),
    ],
    [
      'the settings were changed',
      async ({ id, as }: { id: string; as: string }) =>
        api.call(
          calls.setIdentityProvider,
          { params: { id }, body: { issuer: elsewhere.url, clientId: 'c', clientSecret: 's' } },
          as,
        ),
    ],
  ])('nobody is signed in where %s meanwhile', async (_what, change) => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    const jar = new CookieJar()
    const back = await goToCompany(api, jar, ben.email, { email: ben.email })
    const { code } = await signInAtCompany(api, ben.email)
    await change({ id, as: anna.as })
    expect((await comeBack(api, jar, back)).path).toBe(failed('expired'))
    expect(await keyOf(api.ask(takeSingleSignOn, { body: { code } }))).toBe('confirmation.invalid')
  })
})

test('while the domain’s record is missing nobody new comes, and who is linked still signs in', async () => {
  const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
  await whoIs((await signInAtCompany(api, ben.email)).code)
  const { rows } = await api.context.pool.query('SELECT token FROM business_domains WHERE domain = $1', [
    domain,
  ])
  await removeRecord(api, { name: `_countersign.${domain}`, value: `countersign-domain=${rows[0].token}` })
  ahead = 3_600_000
  const checked = await api.call(checkDomain, { params: { id, domain } }, anna.as)
  expect(checked).toMatchObject({ status: 'VERIFIED', problem: 'no_record' })
  expect((await signInAtCompany(api, `new@${domain}`)).path).toBe(failed('wrong_domain', true))
  expect(await subjectOf(anna.email)).toBeUndefined()
  expect((await signInAtCompany(api, anna.email)).path).toBe(failed('wrong_domain', true))
  expect((await signInAtCompany(api, ben.email)).path).toBe('/')
})

test('a test of an admin signs nobody in, and counts in their browser alone', async () => {
  const { anna, id } = await aCompanyWithSignIn(api)
  const { url } = await api.call(calls.testIdentityProvider, { params: { id } }, anna.as)
  const before = await sessions()
  const jar = new CookieJar()
  const started = (await jar.fetch(url)).headers.get('location') ?? ''
  const back = await signInAtSandbox(started, { email: anna.email }, jar)
  expect(await comeBack(api, new CookieJar(), back)).toEqual({ path: failed('expired'), code: '' })
  expect((await api.call(calls.getIdentityProvider, { params: { id } }, anna.as)).test).toBeNull()
  expect(await sessions()).toBe(before)
})

test.each([
  ['a sign-in', (email: string) => api.ask(login, { body: { email, password: 'a guess at it 1' } })],
  ['a reset', (email: string) => api.ask(requestReset, { body: { email } })],
])(
  '%s takes as many statements for a colleague’s address as for one without an account',
  async (_what, ask) => {
    const company = await aCompanyWithSignIn(api)
    await requireProvider(api, company)
    const statements = async (email: string) => {
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      await ask(email)
      const texts = asked.mock.calls.map(([statement]) => JSON.stringify(statement))
      asked.mockRestore()
      return texts.filter((text) => text.includes('business_members')).length
    }
    const [known, unknown] = [await statements(company.ben.email), await statements(`eve@${company.domain}`)]
    expect(known).toBeGreaterThan(0)
    expect(unknown).toBe(known)
  },
)

test('the address of a test is worth nothing once its admin is none, or two minutes later', async () => {
  const { anna, id } = await aCompanyWithSignIn(api)
  const url = async () => (await api.call(calls.testIdentityProvider, { params: { id } }, anna.as)).url
  const leads = async (to: string) => (await new CookieJar().fetch(to)).headers.get('location')
  const [first, second, third] = [await url(), await url(), await url()]
  ahead = 121_000
  expect(await leads(first)).toBe(api.url + failed('expired'))
  ahead = 0
  const jar = new CookieJar()
  const there = (await jar.fetch(third)).headers.get('location') ?? ''
  const back = await signInAtSandbox(there, { email: anna.email }, jar)
  await api.context.pool.query("UPDATE business_members SET role = 'member' WHERE business_id = $1", [id])
  expect(await leads(second)).toBe(api.url + failed('expired'))
  // What came of a test that was under way isn't kept either.
  await comeBack(api, jar, back)
  const kept = 'SELECT FROM identity_providers WHERE business_id = $1 AND tested_at IS NOT NULL'
  expect((await api.context.pool.query(kept, [id])).rowCount).toBe(0)
  expect(await leads(`${api.url}/v1/single-sign-on/test?token=forged`)).toBe(api.url + failed('expired'))
})

test('another business’s admin learns and changes nothing, and a member of this one neither', async () => {
  const { ben, id } = await aCompanyWithSignIn(api)
  const other = await aCompanyWithSignIn(api)
  const body = { issuer: 'https://login.example', clientId: 'c', clientSecret: 's' }
  for (const [as, key] of [
    [other.anna.as, 'not_found'],
    [ben.as, 'business.not_allowed'],
    [undefined, 'auth.required'],
  ] as const) {
    const keys = await Promise.all([
      keyOf(api.ask(calls.getIdentityProvider, { params: { id } }, as)),
      keyOf(api.ask(calls.setIdentityProvider, { params: { id }, body }, as)),
      keyOf(api.ask(calls.testIdentityProvider, { params: { id } }, as)),
      keyOf(api.ask(calls.requireIdentityProvider, { params: { id }, body: { required: true } }, as)),
      keyOf(api.ask(calls.removeIdentityProvider, { params: { id } }, as)),
    ])
    expect(new Set(keys)).toEqual(new Set([key]))
  }
})

test('a business’s provider is no way into the operator’s network, not even to the operator’s own provider', async () => {
  const closed = await startTestApi({ jobs: false, environment: { OUTGOING_ALLOWED_HOSTS: '' } })
  try {
    const anna = await closed.person({ firstName: 'Anna' })
    const id = await aBusiness(closed, { admins: [anna] })
    await expect(setProvider(closed, { id, anna })).rejects.toThrow('validation.failed')
    const body = { issuer: 'https://login.example', clientId: 'countersign', clientSecret: 's' }
    await closed.call(calls.setIdentityProvider, { params: { id }, body }, anna.as)
    // As if the address had been allowed when it was entered.
    const issuer = `${closed.sandboxUrl}/single-sign-on`
    await closed.context.pool.query('UPDATE identity_providers SET issuer = $1', [issuer])
    const path = await tryProvider(closed, { id, as: anna.as }, { email: anna.email })
    const { test: last } = await closed.call(calls.getIdentityProvider, { params: { id } }, anna.as)
    expect([path, last?.result]).toEqual(['/business/company-sign-in', 'address_refused'])
  } finally {
    await closed.stop()
  }
})
