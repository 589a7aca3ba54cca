import {
  acceptTerms,
  confirmUserEmail,
  getUser,
  register,
  requestConfirmation,
  updateUser,
} from '@countersign/contract/accounts.ts'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import { listJoinableBusinesses, updateDomain } from '@countersign/contract/business-domains.ts'
import { getBusiness } from '@countersign/contract/businesses.ts'
import * as calls from '@countersign/contract/identity-providers.ts'
import { requestReset, resetPassword } from '@countersign/contract/passwords.ts'
import { login, loginWithSecondFactor } from '@countersign/contract/sessions.ts'
import { leaveBusiness } from '@countersign/contract/members.ts'
import { findIdentityProvider, takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { hashPassword } from '#api/identity/accounts/password-hash.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { CookieJar } from '#api/testing/company/company.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'
import { aChallenge, anApp, codeOf } from '#api/testing/second-factor.ts'
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
import { companyAt } from '../../../../sandbox/src/single-sign-on/company.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(() => api?.stop())

const get = (id: string, as: string) => api.call(calls.getIdentityProvider, { params: { id } }, as)
const set = (id: string, as: string, change: object = {}) => {
  const { issuer, clientId, clientSecret } = companyAt(api.sandboxUrl)
  const body = { issuer, clientId, clientSecret, ...change }
  return api.ask(calls.setIdentityProvider, { params: { id }, body }, as)
}
const require = (id: string, as: string, required = true) =>
  api.ask(calls.requireIdentityProvider, { params: { id }, body: { required } }, as)
const signIn = (email: string, password: string) => keyOf(api.ask(login, { body: { email, password } }))
const linkedTo = async (email: string) =>
  (
    await api.context.pool.query(
      'SELECT i.subject FROM identities i JOIN accounts a ON a.id = i.account_id WHERE a.email = $1',
      [email],
    )
  ).rowCount

describe('an admin sets a provider up', () => {
  test('the secret is stored encrypted and never returned; what is kept is the provider’s', async () => {
    const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
    const { issuer, clientId, clientSecret } = companyAt(api.sandboxUrl)
    const shown = await get(id, anna.as)
    expect(shown).toMatchObject({
      status: 'SET_UP',
      issuer,
      clientId,
      redirectUri: `${api.url}/v1/single-sign-on/callback/${id}`,
      formerRedirectUri: null,
      domains: [domain],
      operatorDomains: [],
      test: null,
    })
    expect(JSON.stringify(shown)).not.toContain(clientSecret)
    const { rows } = await api.context.pool.query(
      'SELECT client_secret_encrypted AS secret FROM identity_providers WHERE business_id = $1',
      [id],
    )
    expect(rows[0].secret.toString('latin1')).not.toContain(clientSecret)
    expect(await set(id, anna.as, { clientSecret: undefined })).toMatchObject({ status: 200 })
    // It would be sent to a server that the person who entered it never saw.
    expect(await set(id, anna.as, { clientSecret: undefined, issuer: 'https://evil.example' })).toMatchObject(
      { status: 400, error: { fields: [{ field: 'clientSecret', code: 'required' }] } },
    )
    expect(await keyOf(api.ask(calls.getIdentityProvider, { params: { id } }, ben.as))).toBe(
      'business.not_allowed',
    )
  })

  test.each([
    ['http://login.example', 'not_https'],
    ['https://10.0.0.1', 'host_refused'],
    ['https://login', 'host_refused'],
    ['https://login.example/?tenant=1', 'malformed'],
    ['https://user:secret@login.example', 'credentials'],
    ['https://login.example:22', 'port_refused'],
  ])('the issuer %s is refused: %s', async (issuer, code) => {
    const { anna, id } = await aCompanyWithSignIn(api)
    expect(await set(id, anna.as, { issuer })).toMatchObject({
      error: { key: 'validation.failed', fields: [{ field: 'issuer', code }] },
    })
  })

  test('one that was set up with the shared redirect URI keeps it until it is saved again, with its secret and requirement', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    await requireProvider(api, { id, anna })
    await api.context.pool.query(
      'UPDATE identity_providers SET own_redirect_uri = false WHERE business_id = $1',
      [id],
    )
    const shared = `${api.url}/v1/single-sign-on/callback`
    expect(await get(id, anna.as)).toMatchObject({
      redirectUri: `${shared}/${id}`,
      formerRedirectUri: shared,
    })
    const jar = new CookieJar()
    const back = await goToCompany(api, jar, ben.email, { email: ben.email })
    expect(back.origin + back.pathname).toBe(shared)
    expect((await comeBack(api, jar, back)).path).toBe('/')

    expect(await set(id, anna.as, { clientSecret: undefined })).toMatchObject({
      body: { status: 'REQUIRED', formerRedirectUri: null, test: null },
    })
    const again = await goToCompany(api, jar, ben.email, { email: ben.email })
    expect(again.origin + again.pathname).toBe(`${shared}/${id}`)
    expect((await comeBack(api, jar, again)).path).toBe('/')
  })

  test('the admins are emailed, and the administration log has what was done', async () => {
    const { anna, id } = await aCompanyWithSignIn(api, { name: 'Ledger Ltd' })
    await api.inbox.next(anna.email, /was set up for Ledger Ltd/)
    await requireProvider(api, { id, anna })
    const mail = await api.inbox.next(anna.email, /now required/)
    expect(mail.text).toContain('at the latest after 24 hours')
    await require(id, anna.as, false)
    await api.inbox.next(anna.email, /no longer required/)
    await api.call(calls.removeIdentityProvider, { params: { id } }, anna.as)
    await api.inbox.next(anna.email, /was removed/)
    const types = (await listBusinessEvents(api.context.db, id)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('identity'))).toEqual([
      'identity_provider_set',
      'identity_provider_tested',
      'identity_provider_required',
      'identity_provider_not_required',
      'identity_provider_removed',
    ])
    expect(await get(id, anna.as)).toMatchObject({ status: 'NOT_SET_UP', issuer: null, test: null })
    const log = await api.call(listAdministration, { params: { id }, query: {} }, anna.as)
    expect(JSON.stringify(log)).not.toContain(companyAt(api.sandboxUrl).clientSecret)
  })
})

describe('the test', () => {
  test('is a real sign-in that signs nobody in, and shows what came of it', async () => {
    const { anna, id } = await aCompanyWithSignIn(api)
    expect(await tryProvider(api, { id, as: anna.as }, { email: anna.email })).toBe(
      '/business/company-sign-in',
    )
    expect(await get(id, anna.as)).toMatchObject({
      status: 'TESTED',
      test: { result: 'ok', email: anna.email, allowsRequirement: true },
    })
    expect(await linkedTo(anna.email)).toBe(0)
  })

  test.each([
    ['wrong_domain', { email: 'anna@elsewhere.example' }],
    ['email_unverified', { email: 'x@company.example', verified: false }],
    ['cancelled', 'cancel'],
  ] as const)('%s is told', async (result, choice) => {
    const { anna, id } = await aCompanyWithSignIn(api)
    await tryProvider(api, { id, as: anna.as }, choice)
    expect(await get(id, anna.as)).toMatchObject({ status: 'SET_UP', test: { result } })
    expect(await keyOf(require(id, anna.as))).toBe('identity_provider.not_tested')
  })

  test.each([
    ['client_refused', { clientSecret: 'another-secret' }],
    ['client_refused', { clientId: 'nobody' }],
    ['not_a_provider', { issuer: 'SANDBOX/nothing' }],
    ['unreachable', { issuer: 'http://127.0.0.1:1' }],
    ['issuer_mismatch', { issuer: 'LOCALHOST/single-sign-on' }],
  ])('%s is told with %j', async (result, change) => {
    const { anna, id } = await aCompanyWithSignIn(api)
    const localhost = api.sandboxUrl.replace('127.0.0.1', 'localhost')
    const given = JSON.parse(
      JSON.stringify(change).replace('SANDBOX', api.sandboxUrl).replace('LOCALHOST', localhost),
    ) as object
    expect(await set(id, anna.as, given)).toMatchObject({ status: 200 })
    await tryProvider(api, { id, as: anna.as }, { email: anna.email }).catch(() => null)
    expect(await get(id, anna.as)).toMatchObject({ status: 'SET_UP', test: { result } })
  })

  test('a wrong secret of one business changes nothing for another with the same issuer and client', async () => {
    const [good, bad] = [await aCompanyWithSignIn(api), await aCompanyWithSignIn(api)]
    await set(bad.id, bad.anna.as, { clientSecret: 'a-guess' })
    await tryProvider(api, { id: bad.id, as: bad.anna.as }, { email: bad.anna.email })
    await tryProvider(api, { id: good.id, as: good.anna.as }, { email: good.anna.email })
    await tryProvider(api, { id: bad.id, as: bad.anna.as }, { email: bad.anna.email })
    expect((await get(good.id, good.anna.as)).test?.result).toBe('ok')
    expect((await get(bad.id, bad.anna.as)).test?.result).toBe('client_refused')
  })

  test('a changed setting makes the test worth nothing', async () => {
    const { anna, id } = await aCompanyWithSignIn(api)
    await tryProvider(api, { id, as: anna.as }, { email: anna.email })
    await set(id, anna.as, { clientSecret: 'new' })
    expect(await get(id, anna.as)).toMatchObject({ status: 'SET_UP', test: null })
    expect(await keyOf(require(id, anna.as))).toBe('identity_provider.not_tested')
  })
})

describe('the requirement', () => {
  test('takes a test in which the admin came back as themselves', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    expect(await keyOf(require(id, anna.as))).toBe('identity_provider.not_tested')
    await tryProvider(api, { id, as: anna.as }, { email: ben.email })
    expect((await get(id, anna.as)).test).toMatchObject({ result: 'ok', allowsRequirement: false })
    expect(await keyOf(require(id, anna.as))).toBe('identity_provider.not_tested')
    await tryProvider(api, { id, as: anna.as }, { email: anna.email })
    expect(await require(id, anna.as)).toMatchObject({ body: { status: 'REQUIRED' } })
  })

  test('members sign in at the provider and no longer with a password, and are linked to their account', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    expect(await signIn(ben.email, ben.password)).toBe('ok')
    await requireProvider(api, { id, anna })
    expect(await api.call(findIdentityProvider, { body: { email: ben.email } })).toMatchObject({
      required: true,
    })
    expect(await signIn(ben.email, ben.password)).toBe('auth.company_sign_in_required')
    const { code, path } = await signInAtCompany(api, ben.email)
    expect(path).toBe('/')
    expect((await takeCode(api, code)).session).not.toBeNull()
    await api.inbox.next(ben.email, /linked to your company/)
    // Sessions of before continue.
    expect((await api.call(getBusiness, { params: { id } }, ben.as)).id).toBe(id)
  })

  test('a sign-in that waits for the second factor is refused from then on', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    const { secret } = await anApp(api, ben)
    const { challenge } = await aChallenge(api, ben)
    await requireProvider(api, { id, anna })
    const body = { challenge, code: codeOf(secret) }
    expect(await keyOf(api.ask(loginWithSecondFactor, { body }))).toBe('auth.company_sign_in_required')
  })

  test('members at a domain in letters of other alphabets sign in at the provider', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api, { label: 'bücher' })
    await requireProvider(api, { id, anna })
    expect(await signIn(ben.email, ben.password)).toBe('auth.company_sign_in_required')
    const { code, path } = await signInAtCompany(api, ben.email)
    expect(path).toBe('/')
    expect((await takeCode(api, code)).session).not.toBeNull()
    expect(await linkedTo(ben.email)).toBe(1)
  })

  test('a right password, a wrong one and an address without an account get the same answer, and count alike', async () => {
    const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
    await requireProvider(api, { id, anna })
    for (const [email, password] of [
      [ben.email, ben.password],
      [ben.email, 'not-the-password'],
      [`nobody@${domain}`, ben.password],
    ] as const) {
      await api.context.pool.query('DELETE FROM throttles')
      const keys: string[] = []
      for (let n = 0; n < 6; n += 1) keys.push(await signIn(email, password))
      expect(keys).toEqual([
        ...Array.from({ length: 5 }, () => 'auth.company_sign_in_required'),
        'rate.exceeded',
      ])
    }
  })

  test('a password is not reset, and nobody registers with one', async () => {
    const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
    await api.call(requestReset, { body: { email: ben.email } })
    const { token } = confirmationIn(await api.inbox.next(ben.email, /new password/))
    const newcomer = `new@${domain}`
    await api.call(requestConfirmation, { body: { email: newcomer, flow: 'signup', lang: 'en' } })
    const confirmation = confirmationIn(await api.inbox.next(newcomer))
    await requireProvider(api, { id, anna })
    const body = { token, new: 'violet-anchor-meadow-77' }
    expect(await keyOf(api.ask(resetPassword, { body }))).toBe('confirmation.invalid')
    await api.call(requestReset, { body: { email: ben.email } })
    expect((await api.inbox.next(ben.email, /company/)).text).not.toContain('token=')
    for (const email of [newcomer, ben.email])
      expect(await keyOf(api.ask(requestConfirmation, { body: { email, flow: 'signup', lang: 'en' } }))).toBe(
        'auth.company_sign_in_required',
      )
    const person = {
      firstName: 'N',
      lastName: 'N',
      password: 'violet-anchor-meadow-77',
      gtc: true,
      lang: 'en',
    }
    expect(await keyOf(api.ask(register, { body: { ...person, token: confirmation.token } } as never))).toBe(
      'auth.company_sign_in_required',
    )
  })

  test('a weak password that isn’t accepted any longer keeps no member from anything, and is judged once it is again', async () => {
    const { anna, ben, id } = await aCompanyWithSignIn(api)
    const hash = await hashPassword('password1234')
    await api.context.pool.query('UPDATE accounts SET password_hash = $1 WHERE email = $2', [hash, ben.email])
    const seesBusiness = () => keyOf(api.ask(getBusiness, { params: { id } }, ben.as))
    const comeByCompany = async () => takeCode(api, (await signInAtCompany(api, ben.email)).code)
    expect(await signIn(ben.email, 'password1234')).toBe('ok')
    await expect.poll(seesBusiness).toBe('password.change_required')
    // As long as the password is a way in, it has to be a strong one.
    await comeByCompany()
    expect(await seesBusiness()).toBe('password.change_required')
    await requireProvider(api, { id, anna })
    await comeByCompany()
    expect(await seesBusiness()).toBe('ok')
    await require(id, anna.as, false)
    expect(await signIn(ben.email, 'password1234')).toBe('ok')
    await expect.poll(seesBusiness).toBe('password.change_required')
  })

  test('an account of the domain that the business does not hold keeps its password', async () => {
    const { anna, id, domain } = await aCompanyWithSignIn(api)
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    await requireProvider(api, { id, anna })
    expect(await signIn(carla.email, 'not-the-password')).toBe('auth.company_sign_in_required')
    expect(await signIn(carla.email, carla.password)).toBe('ok')
    const { path, code } = await signInAtCompany(api, carla.email)
    expect([path, (await takeCode(api, code)).session]).toEqual(['/login', null])
    expect(await linkedTo(carla.email)).toBe(0)
  })

  test('the issuer stays while it is required; the secret can be replaced', async () => {
    const { anna, id } = await aCompanyWithSignIn(api)
    await requireProvider(api, { id, anna })
    expect(await keyOf(set(id, anna.as, { clientId: 'other' }))).toBe('identity_provider.required')
    expect(await set(id, anna.as)).toMatchObject({ body: { status: 'REQUIRED', test: null } })
  })

  test('a removed provider leaves the password, and one is set by email where there is none', async () => {
    const { anna, ben, id, domain } = await aCompanyWithSignIn(api)
    await requireProvider(api, { id, anna })
    const newcomer = `dora@${domain}`
    await takeCode(api, (await signInAtCompany(api, newcomer)).code)
    await api.call(calls.removeIdentityProvider, { params: { id } }, anna.as)
    expect(await signIn(ben.email, ben.password)).toBe('ok')
    await api.call(requestReset, { body: { email: newcomer } })
    const { token } = confirmationIn(await api.inbox.next(newcomer, /new password/))
    const body = { token, new: 'violet-anchor-meadow-77' }
    await api.call(resetPassword, { body })
    expect(await signIn(newcomer, body.new)).toBe('ok')
  })
})

test('who has left the business and has no password sets one by email; a member doesn’t', async () => {
  const { ben, id } = await aCompanyWithSignIn(api)
  await api.context.pool.query('UPDATE accounts SET password_hash = NULL WHERE email = $1', [ben.email])
  await api.call(requestReset, { body: { email: ben.email } })
  expect((await api.inbox.next(ben.email, /company/)).text).not.toContain('token=')
  await api.call(leaveBusiness, { params: { id }, body: {} }, ben.as)
  await api.call(requestReset, { body: { email: ben.email } })
  const { token } = confirmationIn(await api.inbox.next(ben.email, /new password/))
  const body = { token, new: 'violet-anchor-meadow-77' }
  await api.call(resetPassword, { body })
  expect(await signIn(ben.email, body.new)).toBe('ok')
})

test('a change of the email that was asked for before the first company sign-in is given up', async () => {
  const { ben } = await aCompanyWithSignIn(api)
  const email = `${crypto.randomUUID()}@elsewhere.example`
  await api.call(updateUser, { body: { email, password: ben.password } }, ben.as)
  const { token } = confirmationIn(await api.inbox.next(email, /new email/))
  await takeCode(api, (await signInAtCompany(api, ben.email)).code)
  expect(await keyOf(api.ask(confirmUserEmail, { body: { token } }, ben.as))).toBe('confirmation.invalid')
  expect(await api.call(getUser, {}, ben.as)).toMatchObject({ email: ben.email, pendingEmail: null })
})

test('a member changes the email like anyone else once the company’s provider is removed', async () => {
  const { anna, ben, id } = await aCompanyWithSignIn(api)
  await takeCode(api, (await signInAtCompany(api, ben.email)).code)
  const body = { email: `${crypto.randomUUID()}@elsewhere.example`, password: ben.password }
  expect(await keyOf(api.ask(updateUser, { body }, ben.as))).toBe('not_allowed')
  await api.call(calls.removeIdentityProvider, { params: { id } }, anna.as)
  expect(await api.call(updateUser, { body }, ben.as)).toMatchObject({
    hasSso: false,
    pendingEmail: body.email,
  })
})

test('a member who has to sign in through the company keeps the company’s email', async () => {
  const company = await aCompanyWithSignIn(api)
  const { ben } = company
  const email = `${crypto.randomUUID()}@elsewhere.example`
  const body = { email, password: ben.password }
  await api.call(updateUser, { body }, ben.as)
  const { token } = confirmationIn(await api.inbox.next(email, /new email/))
  await requireProvider(api, company)
  expect(await keyOf(api.ask(updateUser, { body }, ben.as))).toBe('not_allowed')
  expect(await keyOf(api.ask(confirmUserEmail, { body: { token } }, ben.as))).toBe('confirmation.invalid')
  expect(await api.call(getUser, {}, ben.as)).toMatchObject({
    email: ben.email,
    pendingEmail: null,
    companySignInRequired: true,
  })
})

test('a member whose password isn’t accepted hears that, and not that there is none', async () => {
  const company = await aCompanyWithSignIn(api)
  await requireProvider(api, company)
  await api.call(requestReset, { body: { email: company.ben.email } })
  const { text } = await api.inbox.next(company.ben.email, /^Sign in through your company/)
  expect(text).toContain('Your business requires company sign-in')
  expect(text).not.toContain('Your account doesn’t have one')
})

test('a new password ends a company sign-in whose code no page has exchanged yet', async () => {
  const { ben } = await aCompanyWithSignIn(api)
  const { code } = await signInAtCompany(api, ben.email)
  await api.call(requestReset, { body: { email: ben.email } })
  const { token } = confirmationIn(await api.inbox.next(ben.email, /new password/))
  await api.call(resetPassword, { body: { token, new: 'violet-anchor-meadow-77' } })
  expect(await keyOf(api.ask(takeSingleSignOn, { body: { code } }))).toBe('confirmation.invalid')
})

test('a new person comes by the provider, and may join as the domain’s setting says', async () => {
  const { anna, id, domain } = await aCompanyWithSignIn(api)
  const email = `nora@${domain}`
  const { code, path } = await signInAtCompany(api, email, { email, firstName: 'Nora', lastName: 'Frei' })
  expect(path).toBe('/')
  const { session } = await takeCode(api, code)
  const as = `Bearer ${session?.token}`
  await api.call(acceptTerms, { body: { gtc: true } }, as)
  expect((await api.call(listJoinableBusinesses, {}, as)).businesses).toEqual([])
  await api.call(updateDomain, { params: { id, domain }, body: { join: true } }, anna.as)
  expect((await api.call(listJoinableBusinesses, {}, as)).businesses).toMatchObject([{ domain }])
})

test('the operator’s provider for a domain takes precedence, and the admin sees it', async () => {
  const { anna, id, domain } = await aCompanyWithSignIn(api)
  await requireProvider(api, { id, anna })
  const { config } = api.context
  const before = config.identityProviders
  Object.assign(config, {
    identityProviders: [...before, { ...companyAt(api.sandboxUrl), name: 'Operator’s', domains: [domain] }],
  })
  try {
    expect(await get(id, anna.as)).toMatchObject({ domains: [], operatorDomains: [domain] })
    expect(await signIn(anna.email, anna.password)).toBe('ok')
    expect(await api.call(findIdentityProvider, { body: { email: anna.email } })).toMatchObject({
      required: false,
    })
  } finally {
    Object.assign(config, { identityProviders: before })
  }
  await setProvider(api, { id, anna })
})
