import { acceptTerms, confirmUserEmail, getUser, updateUser } from '@countersign/contract/accounts.ts'
import { findIdentityProvider, linkIdentity, takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { createVisualSignature } from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { keyOf } from '#api/testing/reply.ts'
import { type CompanyChoice, CookieJar, enterEmail, signInAtSandbox } from '#api/testing/company/company.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import { startSandbox } from '../../../../sandbox/src/sandbox.ts'
import { companyAt } from '../../../../sandbox/src/single-sign-on/company.ts'

let api: TestApi
let other: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  api = await startTestApi()
  // A second company, whose provider is another one.
  other = await startSandbox({ port: 0, smtpPort: 0, productUrl: api.url })
  const second = { ...companyAt(other.url), name: 'Other Ltd', domains: ['other.example'] }
  Object.assign(api.context.config, { identityProviders: [...api.context.config.identityProviders, second] })
})
beforeEach(async () => {
  await api.context.pool.query('DELETE FROM throttles')
})
afterAll(async () => {
  await other?.close()
  await api?.stop()
})

let count = 0
const anEmail = (domain = 'company.example') => `person-${(count += 1)}@${domain}`
const aPerson = (email = anEmail()) => ({ email, firstName: 'Mara', lastName: 'Steiner' })

/** From our own address to the provider and to the address it sends the browser back to, which is not opened. */
async function goThere(jar: CookieJar, choice: CompanyChoice, email = emailOf(choice), returnTo?: string) {
  const { url } = await api.call(findIdentityProvider, { body: { email } })
  const start = new URL(url)
  if (returnTo !== undefined) start.searchParams.set('return_to', returnTo)
  enterEmail(jar, email)
  const response = await jar.fetch(start.href)
  return signInAtSandbox(response.headers.get('location') ?? '', choice, jar)
}

const emailOf = (choice: CompanyChoice) =>
  typeof choice === 'object' && 'email' in choice ? choice.email : 'somebody@company.example'

/** Opens the address that the provider leads back to; answers where we lead then, and the code in the cookie. */
async function handleReturn(jar: CookieJar, back: URL) {
  const response = await jar.fetch(back.href)
  const location = response.headers.get('location') ?? ''
  expect(location.startsWith(api.url)).toBe(true)
  return { response, path: location.slice(api.url.length), code: jar.get('countersign.sso') }
}

async function signIn(choice: CompanyChoice, returnTo?: string) {
  const jar = new CookieJar()
  return handleReturn(jar, await goThere(jar, choice, undefined, returnTo))
}

const take = (code = '') => api.call(takeSingleSignOn, { body: { code, timeZone: 'Europe/Lisbon' } })
async function sessionOf(choice: CompanyChoice) {
  const { session } = await take((await signIn(choice)).code)
  if (!session) throw new Error('there is no session')
  return `Bearer ${session.token}`
}
const rows = async (table: string) =>
  JSON.stringify((await api.context.pool.query(`SELECT * FROM ${table}`)).rows)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The whole way in one browser, which keeps its cookies. */
async function signInWith(jar: CookieJar, choice: CompanyChoice): Promise<string> {
  const { code } = await handleReturn(jar, await goThere(jar, choice))
  const response = await jar.fetch(`${api.url}/v1/single-sign-on/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
    body: JSON.stringify({ code }),
  })
  const { session } = (await response.json()) as { session: { token: string } | null }
  if (!session) throw new Error('there is no session')
  return `Bearer ${session.token}`
}

describe('a browser that was never used before', () => {
  const noticesTo = async (email: string) =>
    (
      await api.context.pool.query("SELECT FROM mails WHERE recipient = $1 AND kind = 'security_notice'", [
        email,
      ])
    ).rowCount

  test('is told of by what it keeps, not by its name alone', async () => {
    const person = aPerson()
    const own = new CookieJar()
    await signInWith(own, person)
    const as = await signInWith(own, person)
    await api.call(acceptTerms, { body: { gtc: true } }, as)
    const { rows } = await api.context.pool.query<{ was_known: boolean }>(
      'SELECT was_known FROM sessions JOIN accounts a ON a.id = account_id WHERE a.email = $1 ORDER BY sessions.created_at',
      [person.email],
    )
    expect(rows.map((row) => row.was_known)).toEqual([false, true])
    expect(await noticesTo(person.email)).toBe(0)
    await signInWith(new CookieJar(), person)
    expect(await noticesTo(person.email)).toBe(1)
    await api.inbox.next(person.email, /sign-in|Anmeldung/i)
    await signInWith(own, person)
    expect(await noticesTo(person.email)).toBe(1)
  })
})

describe('finding the provider', () => {
  test('a company’s domain leads to an address of ours, any other to none', async () => {
    const { url } = await api.call(findIdentityProvider, { body: { email: 'Anna+x@Company.example' } })
    expect(url).toBe(`${api.url}/v1/single-sign-on/start?email=anna%2Bx%40company.example`)
    for (const email of ['anna@example.org', 'anna@sub.company.example', 'anna@company.example.org'])
      expect(await keyOf(api.ask(findIdentityProvider, { body: { email } }))).toBe('not_found')
  })

  test('nobody asks or starts without end', async () => {
    const body = { email: 'anna@company.example' }
    const ask = () => api.ask(findIdentityProvider, { body })
    const jar = new CookieJar()
    enterEmail(jar, body.email)
    const start = () => jar.fetch(`${api.url}/v1/single-sign-on/start?email=${body.email}`)
    for (const [work, good] of [
      [ask, 200],
      [start, 303],
    ] as const) {
      await work()
      await api.context.pool.query('UPDATE throttles SET failures = 999')
      expect([(await work()).status, (await work()).status]).toEqual([good, 429])
    }
  })

  test('anyone who starts with an email of no company is told so', async () => {
    const address = `${api.url}/v1/single-sign-on/start?email=anna@example.org`
    const jar = new CookieJar()
    enterEmail(jar, 'anna@example.org')
    const response = await jar.fetch(address)
    expect(response.headers.get('location')).toBe(`${api.url}/sso/error/company?reason=wrong_domain`)
  })
})

describe('signing in', () => {
  test('the first time makes an account without a password, the next time finds it', async () => {
    const person = aPerson()
    const first = await sessionOf(person)
    const user = await api.call(getUser, {}, first)
    expect(user).toMatchObject({
      ...person,
      emailVerified: true,
      hasSso: true,
      hasPassword: false,
      attributes: { acceptedGtc: false, timeZone: 'Europe/Lisbon' },
    })
    expect((await api.call(getUser, {}, await sessionOf(person))).id).toBe(user.id)
  })

  test('the way there carries a challenge and a state that are ours alone, and no secret', async () => {
    const jar = new CookieJar()
    const { url } = await api.call(findIdentityProvider, { body: { email: 'a@company.example' } })
    enterEmail(jar, 'a@company.example')
    const response = await jar.fetch(url)
    const location = new URL(response.headers.get('location') ?? '')
    // Pushed (RFC 9126): the browser sees a reference alone.
    expect([...location.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^countersign\.sso-begin\.\w+=[\w-]{43}; Path=\/v1\/single-sign-on\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  test('the way back leaves a short-lived code for the page, kept as a hash, good once', async () => {
    const { response, code = '', path } = await signIn(aPerson(), '/dashboard?tab=inbox&q=ü#top')
    expect(path).toBe('/dashboard?tab=inbox&q=%C3%BC#top')
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(response.headers.getSetCookie()).toContain(
      `countersign.sso=${code}; Path=/; Max-Age=120; SameSite=Lax`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const hash = await api.context.pool.query(
      'SELECT encode(code_hash, $1) AS h FROM single_sign_on_returns',
      ['hex'],
    )
    expect(JSON.stringify(hash.rows)).not.toContain(Buffer.from(code, 'base64url').toString('hex'))
    const both = await Promise.all([1, 2].map(() => keyOf(api.ask(takeSingleSignOn, { body: { code } }))))
    expect(both.toSorted()).toEqual(['confirmation.invalid', 'ok'])
  })

  test('it is a session like any other, and known as the company’s', async () => {
    const person = aPerson()
    await sessionOf(person)
    const { rows: sessions } = await api.context.pool.query(
      'SELECT s.method FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = $1',
      [person.email],
    )
    expect(sessions).toEqual([{ method: 'sso' }])
  })

  test.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example', '/'],
    ['dashboard', '/'],
    ['/profile/security', '/profile/security'],
  ])('return_to %j leads to %j', async (returnTo, path) => {
    expect((await signIn(aPerson(), returnTo)).path).toBe(path)
  })

  test('an address that is too long to come back to leads to the start', async () => {
    expect((await signIn(aPerson(), `/${'a'.repeat(2001)}`)).path).toBe('/')
  })

  test('a code is good for two minutes', async () => {
    const { code } = await signIn(aPerson())
    const { rows: kept } = await api.context.pool.query(
      'SELECT max(expires_at - created_at)::text AS time FROM single_sign_on_returns WHERE account_id IS NOT NULL',
    )
    expect(kept).toEqual([{ time: '00:02:00' }])
    await api.context.pool.query("UPDATE single_sign_on_returns SET expires_at = now() - interval '1 second'")
    expect(await keyOf(api.ask(takeSingleSignOn, { body: { code: code ?? '' } }))).toBe(
      'confirmation.invalid',
    )
  })

  test('codes are not guessed without end', async () => {
    const keys = await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        keyOf(api.ask(takeSingleSignOn, { body: { code: `guess-${n}` } })),
      ),
    )
    expect(keys.filter((key) => key === 'rate.exceeded')).toHaveLength(3)
  })

  test('what an email was asked to sign is there after the first sign-in', async () => {
    const owner = await api.person({ firstName: 'Ben' })
    const person = aPerson()
    await aSignatureRequest(api, { owner, signers: [{ email: person.email }] })
    const as = await sessionOf(person)
    const { rows: mine } = await api.context.pool.query(
      'SELECT a.email FROM signatures s JOIN accounts a ON a.id = s.account_id WHERE s.email = $1',
      [person.email],
    )
    expect([mine, (await api.call(getUser, {}, as)).email]).toEqual([[{ email: person.email }], person.email])
  })

  test('two tabs that sign in for the first time at once make one account', async () => {
    const person = aPerson()
    const jar = new CookieJar()
    const addresses = [await goThere(jar, person), await goThere(jar, person)]
    const codes = await Promise.all(
      addresses.map(async (back) => {
        const response = await jar.fetch(back.href)
        return /countersign\.sso=([\w-]+)/.exec(response.headers.getSetCookie().join())?.[1]
      }),
    )
    const taken = await Promise.all(codes.map((code) => take(code)))
    expect(taken.every(({ session }) => session !== null)).toBe(true)
    const { rows: made } = await api.context.pool.query('SELECT FROM accounts WHERE email = $1', [
      person.email,
    ])
    expect(made).toHaveLength(1)
  })

  test('the language is the browser’s where the provider says none; a name that is missing is the email’s', async () => {
    const jar = new CookieJar()
    const email = anEmail()
    const back = await goThere(jar, { email })
    const response = await jar.fetch(back.href, {
      headers: { 'accept-language': 'rm, fr-CH;q=0.9, en;q=0.8' },
    })
    expect(response.status).toBe(303)
    const { session } = await take(jar.get('countersign.sso'))
    expect(await api.call(getUser, {}, `Bearer ${session?.token}`)).toMatchObject({
      firstName: email.split('@')[0],
      lastName: '',
      attributes: { lang: 'fr' },
    })
    // What it signs with is that name and nothing around it.
    await api.call(acceptTerms, { body: { gtc: true } }, `Bearer ${session?.token}`)
    const visual = await api.call(createVisualSignature, { body: {} }, `Bearer ${session?.token}`)
    expect(visual.name).toBe(email.split('@')[0])
  })

  test('a deleted account is not signed in to: a later sign-in makes a new one', async () => {
    const person = aPerson()
    const { id } = await api.call(getUser, {}, await sessionOf(person))
    const { code } = await signIn(person)
    await api.context.pool.query('UPDATE accounts SET deleted_at = now() WHERE id = $1', [id])
    expect(await keyOf(api.ask(takeSingleSignOn, { body: { code: code ?? '' } }))).toBe(
      'confirmation.invalid',
    )
    expect((await api.call(getUser, {}, await sessionOf(person))).id).not.toBe(id)
  })
})

describe('an account that has the email already', () => {
  const linked = async (email: string) =>
    (
      await api.context.pool.query(
        'SELECT FROM identities i JOIN accounts a ON a.id = i.account_id WHERE a.email = $1',
        [email],
      )
    ).rowCount

  test('is not signed in to, and connected once it has signed in', async () => {
    const anna = await api.person({ firstName: 'Anna', email: anEmail() })
    const { code = '', path } = await signIn(aPerson(anna.email), '/dashboard')
    expect(path).toBe('/login')
    for (const _again of [1, 2])
      expect(await take(code)).toEqual({ session: null, email: anna.email, provider: 'Company Ltd' })
    expect(await linked(anna.email)).toBe(0)

    await api.call(linkIdentity, { body: { code } }, anna.as)
    expect(await linked(anna.email)).toBe(1)
    expect(await api.call(getUser, {}, await sessionOf(aPerson(anna.email)))).toMatchObject({
      email: anna.email,
      firstName: 'Anna',
      hasPassword: true,
      hasSso: true,
    })
    const mail = await api.inbox.next(anna.email, /company|Company/)
    expect(mail.text).toContain('Company Ltd')
    expect(await keyOf(api.ask(linkIdentity, { body: { code } }, anna.as))).toBe('confirmation.invalid')
  })

  test('keeps its email from then on, also where another was asked for before', async () => {
    const anna = await api.person({ firstName: 'Anna', email: anEmail() })
    const email = `${crypto.randomUUID()}@elsewhere.example`
    await api.call(updateUser, { body: { email, password: anna.password } }, anna.as)
    const { links } = await api.inbox.next(email, /new email/)
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
    const { code = '' } = await signIn(aPerson(anna.email))
    await api.call(linkIdentity, { body: { code } }, anna.as)
    expect(await keyOf(api.ask(confirmUserEmail, { body: { token } }, anna.as))).toBe('confirmation.invalid')
    expect(await api.call(getUser, {}, anna.as)).toMatchObject({ email: anna.email, pendingEmail: null })
  })

  test('is connected by its owner alone, within ten minutes', async () => {
    const anna = await api.person({ firstName: 'Anna', email: anEmail() })
    const mallory = await api.person({ firstName: 'Mallory' })
    const { code = '' } = await signIn(aPerson(anna.email))
    const link = (as?: string) => keyOf(api.ask(linkIdentity, { body: { code } }, as))
    expect(await link()).toBe('auth.required')
    expect(await link(mallory.as)).toBe('confirmation.invalid')
    await api.context.pool.query(
      `UPDATE single_sign_on_returns SET expires_at = expires_at - interval '601 seconds' WHERE email = $1`,
      [anna.email],
    )
    expect(await link(anna.as)).toBe('confirmation.invalid')
    expect(await linked(anna.email)).toBe(0)
  })

  test('an identity that is someone else’s by now stays theirs', async () => {
    const anna = await api.person({ firstName: 'Anna', email: anEmail() })
    const ben = await api.person({ firstName: 'Ben' })
    const { code = '' } = await signIn(aPerson(anna.email))
    await api.context.pool.query(
      `INSERT INTO identities (issuer, subject, account_id)
       SELECT r.issuer, r.subject, a.id FROM single_sign_on_returns r, accounts a WHERE r.email = $1 AND a.email = $2`,
      [anna.email, ben.email],
    )
    expect(await keyOf(api.ask(linkIdentity, { body: { code } }, anna.as))).toBe('identity.taken')
  })

  test('a code that signs in connects nothing', async () => {
    const person = aPerson()
    const as = await sessionOf(person)
    const { code = '' } = await signIn(person)
    expect(await keyOf(api.ask(linkIdentity, { body: { code } }, as))).toBe('confirmation.invalid')
  })
})

describe('what is refused', () => {
  test('a return that is opened in another browser signs nobody in, and is not used up by it', async () => {
    const [here, victim] = [new CookieJar(), new CookieJar()]
    const back = await goThere(here, aPerson())
    const led = await handleReturn(victim, back)
    expect([led.path, led.code]).toEqual(['/sso/error?reason=expired', undefined])
    // With a cookie of a sign-in of their own, too.
    await goThere(victim, aPerson())
    expect((await handleReturn(victim, back)).path).toBe('/sso/error?reason=expired')
    // The cookie's name follows from the state; what is in it does not.
    const cookie = here.header().replace(/(sso-begin\.\w+)=[\w-]+/, `$1=${'A'.repeat(43)}`)
    const forged = await fetch(back.href, { redirect: 'manual', headers: { cookie } })
    expect(forged.headers.get('location')).toBe(`${api.url}/sso/error?reason=expired`)
    expect((await handleReturn(here, back)).path).toBe('/')
  })

  test('a return is good once, and two at once are one', async () => {
    const jar = new CookieJar()
    const back = await goThere(jar, aPerson())
    const cookie = { headers: { cookie: jar.header() } }
    const replies = await Promise.all([1, 2].map(() => fetch(back.href, { redirect: 'manual', ...cookie })))
    const paths = replies.map((reply) => reply.headers.get('location')?.slice(api.url.length))
    expect(new Set(paths)).toEqual(new Set(['/', '/sso/error?reason=expired']))
  })

  test('a HEAD uses nothing up', async () => {
    const jar = new CookieJar()
    const back = await goThere(jar, aPerson())
    const head = await fetch(back.href, {
      method: 'HEAD',
      headers: { cookie: jar.header() },
      redirect: 'manual',
    })
    expect(head.status).toBe(404)
    expect((await handleReturn(jar, back)).path).toBe('/')
  })

  test('a state that is unknown, or older than ten minutes', async () => {
    const jar = new CookieJar()
    const back = await goThere(jar, aPerson())
    const unknown = new URL(back)
    unknown.searchParams.set('state', 'unknown')
    expect((await handleReturn(jar, unknown)).path).toBe('/sso/error?reason=expired')
    await api.context.pool.query(
      "UPDATE single_sign_ons SET expires_at = expires_at - interval '601 seconds'",
    )
    expect((await handleReturn(jar, back)).path).toBe('/sso/error?reason=expired')
  })

  test('the code of one sign-in with the state of another', async () => {
    const jar = new CookieJar()
    const [mine, theirs] = [await goThere(jar, aPerson()), await goThere(new CookieJar(), aPerson())]
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect((await handleReturn(jar, mine)).path).toBe('/sso/error?reason=invalid_response')
  })

  test('the answer of another provider (mix-up, RFC 9700 § 4.4)', async () => {
    const jar = new CookieJar()
    const mine = await goThere(jar, aPerson())
    const theirs = await goThere(new CookieJar(), aPerson(anEmail('other.example')))
    for (const name of ['iss', 'code']) mine.searchParams.set(name, theirs.searchParams.get(name) ?? '')
    expect((await handleReturn(jar, mine)).path).toBe('/sso/error?reason=invalid_response')
  })

  test.each([
    ['wrong_nonce', '/sso/error?reason=invalid_response'],
    ['wrong_audience', '/sso/error?reason=invalid_response'],
    ['wrong_issuer', '/sso/error?reason=invalid_response'],
    ['expired_token', '/sso/error?reason=invalid_response'],
    ['bad_signature', '/sso/error?reason=invalid_response'],
    ['status_503', '/sso/error?reason=provider_unavailable'],
  ])('%s on the way back', async (kind, path) => {
    const jar = new CookieJar()
    const person = aPerson()
    const back = await goThere(jar, person)
    await api.fault('single_sign_on', kind)
    const led = await handleReturn(jar, back)
    expect([led.path, led.code]).toEqual([path, undefined])
    expect(await rows('accounts')).not.toContain(person.email)
  })

  test.each([
    ['unverified_email', '/sso/error/company?reason=email_unverified'],
    ['user_cancel', '/sso/error?reason=cancelled'],
  ])('%s at the provider', async (kind, path) => {
    await api.fault('single_sign_on', kind)
    expect((await signIn(aPerson())).path).toBe(path)
  })

  test('a provider that is away on the way there', async () => {
    await api.fault('single_sign_on', 'status_503')
    const { url } = await api.call(findIdentityProvider, { body: { email: 'a@company.example' } })
    const jar = new CookieJar()
    enterEmail(jar, 'a@company.example')
    const response = await jar.fetch(url)
    expect(response.headers.get('location')).toBe(`${api.url}/sso/error?reason=provider_unavailable`)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('someone who cancels, or has no email of the company', async () => {
    const jar = new CookieJar()
    expect((await handleReturn(jar, await goThere(jar, 'cancel'))).path).toBe('/sso/error?reason=cancelled')
    for (const email of ['mara@example.org', 'mara@other.example', 'mara@sub.company.example']) {
      const led = await handleReturn(jar, await goThere(jar, { email }, 'a@company.example'))
      expect([led.path, led.code]).toEqual(['/sso/error/company?reason=wrong_domain', undefined])
      expect(await rows('accounts')).not.toContain(email)
    }
  })
})

test('neither state, nonce, verifier nor browser secret is in the database as it is', async () => {
  const jar = new CookieJar()
  const back = await goThere(jar, aPerson())
  const begin = /sso-begin\.\w+=([\w-]{43})/.exec(jar.header())?.[1] ?? 'none'
  const { rows: kept } = await api.context.pool.query(
    "SELECT string_agg(encode(state_hash, 'hex') || encode(browser_hash, 'hex') || encode(secrets_encrypted, 'escape'), ' ') AS all FROM single_sign_ons",
  )
  const all = JSON.stringify(kept)
  for (const secret of [back.searchParams.get('state') ?? 'none', begin]) {
    expect(all).not.toContain(secret)
    expect(all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  }
  expect(all).not.toContain('codeVerifier')
})

test('what is long over goes', async () => {
  await signIn(aPerson())
  for (const table of ['single_sign_ons', 'single_sign_on_returns'])
    await api.context.pool.query(`UPDATE ${table} SET expires_at = now() - interval '8 days'`)
  await purgeExpired(api.context)
  expect([await rows('single_sign_ons'), await rows('single_sign_on_returns')]).toEqual(['[]', '[]'])
})
