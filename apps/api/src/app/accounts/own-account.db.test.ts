import { createHmac } from 'node:crypto'
import { login } from '@countersign/contract/sessions.ts'
import * as accounts from '@countersign/contract/accounts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { credentialsOf } from '#api/testing/caller.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    environment: { CELLO_PRODUCT_ID: 'product-1', CELLO_PRODUCT_SECRET: 'not-to-be-guessed' },
  })
})
afterAll(() => api?.stop())
afterEach(() => api.context.pool.query("DELETE FROM throttles WHERE key LIKE '%address%'"))

const pool = () => api.context.pool
const update = (person: Person, body: Parameters<typeof api.ask<typeof accounts.updateUser>>[1]['body']) =>
  api.ask(accounts.updateUser, { body }, person.as)
test('what is given changes, what is left out stays', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const attributes = {
    lang: 'fr' as const,
    timeZone: 'America/New_York',
    mobile: '+41 (0)79 123-45.67',
    emailNotificationLevel: 'essential' as const,
    defaultLegislation: 'EIDAS' as const,
    defaultQuality: 'SES' as const,
    signerIdentityEmail: anna.email,
    p11SigningName: 'A. Keller',
    p11SigningReason: 'Approval',
    frontendVersion: '1.2.3',
  }
  expect(await update(anna, { firstName: 'Anna Maria', attributes })).toMatchObject({
    ok: true,
    body: {
      firstName: 'Anna Maria',
      lastName: anna.lastName,
      email: anna.email,
      attributes: { ...attributes, mobile: '+41791234567' },
    },
  })
  const nothing = await update(anna, { attributes: { defaultQuality: null, mobile: '' } })
  expect(nothing).toMatchObject({
    body: { firstName: 'Anna Maria', attributes: { lang: 'fr', mobile: null, defaultQuality: null } },
  })
  expect(await update(anna, {})).toMatchObject({ ok: true })
  // Italian is for people who sign by a link.
  const italian = await fetch(`${api.url}/v1/user`, {
    method: 'PUT',
    headers: { authorization: anna.as, 'content-type': 'application/json' },
    body: JSON.stringify({ attributes: { lang: 'it' } }),
  })
  expect([italian.status, await italian.json()]).toMatchObject([
    400,
    { key: 'validation.failed', fields: [{ field: 'attributes.lang' }] },
  ])
  expect(await keyOf(api.ask(accounts.updateUser, { body: { firstName: 'Eve' } }))).toBe('auth.required')
})

test('a time zone is kept under the name it was given, and refused by name where there is none', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const set = (timeZone: string | null) => update(anna, { attributes: { timeZone } })
  // The second is an alias of the first, by which browsers call it in turns.
  for (const timeZone of ['Asia/Calcutta', 'Asia/Kolkata'])
    expect(await set(timeZone)).toMatchObject({ body: { attributes: { timeZone } } })
  for (const unknown of ['Mars/Olympus', '+02:00', 'Etc/Unknown', ' '])
    expect(await set(unknown)).toMatchObject({
      error: { key: 'validation.failed', fields: [{ field: 'attributes.timeZone', code: 'unknown' }] },
    })
  const zone = async () => (await api.call(accounts.getUser, {}, anna.as)).attributes.timeZone
  expect(await zone()).toBe('Asia/Kolkata')
  await set(null)
  expect(await zone()).toBeNull()
})

test('a sign-in sets the time zone of an account that has none, and no other', async () => {
  const anna = await api.signUp({ firstName: 'Anna' })
  const signIn = (timeZone?: string) => api.call(login, { body: { ...credentialsOf(anna), timeZone } })
  const zone = async () => (await api.call(accounts.getUser, {}, anna.as)).attributes.timeZone
  await signIn()
  expect(await zone()).toBeNull()
  // A browser that can't say where it is must not keep anyone out.
  await signIn('Etc/Unknown')
  expect(await zone()).toBeNull()
  await signIn('Europe/Lisbon')
  expect(await zone()).toBe('Europe/Lisbon')
  await signIn('Asia/Tokyo')
  expect(await zone()).toBe('Europe/Lisbon')
})

test('registering keeps a time zone that is given, and refuses an unknown one by name', async () => {
  const email = `zora.${crypto.randomUUID().slice(0, 8)}@example.org`
  await api.call(accounts.requestConfirmation, { body: { email } })
  const { token } = confirmationIn(await api.inbox.next(email))
  const person = { firstName: 'Zora', lastName: 'Keller', password: 'quiet-harbour-lantern-42', gtc: true }
  const register = (timeZone: string) => api.ask(accounts.register, { body: { ...person, token, timeZone } })
  expect(await register('Mars/Olympus')).toMatchObject({
    error: { key: 'validation.failed', fields: [{ field: 'timeZone', code: 'unknown' }] },
  })
  expect(await register('Europe/Lisbon')).toMatchObject({
    body: { attributes: { timeZone: 'Europe/Lisbon' } },
  })
})

test('a new number is told to the holder, for codes to sign with may go to it', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const notices = async () => {
    const { rowCount } = await pool().query(
      "SELECT FROM mails WHERE recipient = $1 AND kind = 'security_notice'",
      [anna.email],
    )
    return rowCount ?? 0
  }
  const before = await notices()
  await update(anna, { attributes: { mobile: '+41 79 123 45 67' } })
  expect((await api.inbox.next(anna.email, /mobile number/)).text).toContain('+41791234567')
  // Saying again what is there, or taking it away, is no news.
  await update(anna, { attributes: { mobile: '+41791234567' } })
  await update(anna, { firstName: 'Anne' })
  await update(anna, { attributes: { mobile: '' } })
  expect(await notices()).toBe(before + 1)
  // Beside a new address too: the holder still has the old one.
  const email = `anna.${crypto.randomUUID().slice(0, 8)}@example.org`
  await update(anna, { email, password: anna.password, attributes: { mobile: '+41790000001' } })
  expect((await api.inbox.next(anna.email, /mobile number/)).text).toContain('+41790000001')
})

test('what the account may not have is refused, each by its field, and nothing is changed', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await pool().query(`UPDATE accounts SET immutable_fields = '{firstName,mobile}' WHERE email = $1`, [
    anna.email,
  ])
  const reply = await update(anna, {
    firstName: 'Eve',
    lastName: 'Other',
    attributes: { mobile: '+49 151 2345678', defaultQuality: 'QES', signerIdentityEmail: 'boss@example.org' },
  })
  expect(reply).toMatchObject({ status: 400, error: { key: 'validation.failed' } })
  if (reply.ok) throw new Error('it was taken')
  expect(reply.error.fields?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'firstName immutable',
    'attributes.mobile immutable',
    'attributes.defaultQuality not_available',
    'attributes.signerIdentityEmail not_confirmed',
  ])
  // Saying again what is there is no change.
  expect(await update(anna, { firstName: 'Anna' })).toMatchObject({ ok: true, body: { lastName: 'Keller' } })
  for (const mobile of ['12345', 'call me', '123 456 7890', '079 123 45 67', '+41 79 123 45 67 89 10 11'])
    expect(await update(anna, { attributes: { mobile } })).toMatchObject({
      error: {
        key: 'validation.failed',
        fields: [{ field: 'attributes.mobile', message: expect.stringContaining('country code') }],
      },
    })
})

test('terms are accepted once, and going on without the business is confirmed with them', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  await pool().query(
    `UPDATE accounts SET removed_from_business = true, business_deleted = true, terms_accepted_at = '2020-01-01'
     WHERE email = $1`,
    [anna.email],
  )
  const accept = (body: { gtc?: true; tou_swisscom?: true; business_invite?: true }) =>
    api.ask(accounts.acceptTerms, { body }, anna.as)
  expect(await accept({ gtc: true, tou_swisscom: true })).toMatchObject({
    body: {
      attributes: {
        acceptedGtc: true,
        acceptedTouSwisscom: true,
        removedFromBusiness: false,
        businessDeleted: false,
      },
    },
  })
  const times = () =>
    pool().query(
      `SELECT terms_accepted_at::date::text AS terms, trust_service_terms_accepted_at AS trust FROM accounts WHERE email = $1`,
      [anna.email],
    )
  const [first] = (await times()).rows
  // Those of a personal account are accepted again.
  expect(first.terms).not.toBe('2020-01-01')
  await pool().query(`UPDATE accounts SET terms_accepted_at = '2021-01-01' WHERE email = $1`, [anna.email])
  await accept({ gtc: true, tou_swisscom: true })
  first.terms = '2021-01-01'
  expect((await times()).rows[0]).toEqual(first)
  expect(await keyOf(accept({}))).toBe('validation.failed')
  expect(await accept({ business_invite: true })).toMatchObject({
    error: { fields: [{ field: 'business_invite', code: 'unknown' }] },
  })
})

test('the referral token names the account, for an hour, signed with the product’s secret', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const answer = await api.call(accounts.getReferralToken, {}, anna.as)
  const [header = '', payload = '', signature = ''] = answer.token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown
  const { id } = await api.call(accounts.getUser, {}, anna.as)
  expect(read(header)).toEqual({ alg: 'HS512', typ: 'JWT' })
  expect(read(payload)).toMatchObject({ productId: 'product-1', productUserId: id })
  const { exp, iat } = read(payload) as { exp: number; iat: number }
  expect([exp - iat, new Date(answer.expires_at).getTime() / 1000]).toEqual([3600, exp])
  expect(signature).toBe(
    createHmac('sha512', 'not-to-be-guessed').update(`${header}.${payload}`).digest('base64url'),
  )
})

test('nobody is told that they could sign with what they cannot reach', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const detail = await api.call(accounts.getSignatureQualitiesDetail, {}, anna.as)
  expect(detail.highest).toBe('ses')
  expect(detail.details.filter(({ available }) => available).map(({ quality }) => quality)).toEqual([
    'DEMO',
    'SES',
  ])
  const qualified = detail.details.filter(({ quality }) => ['AES', 'AES_MINIMAL', 'QES'].includes(quality))
  expect(qualified.map(({ quality, legislation }) => `${quality} ${legislation}`)).toEqual([
    'AES ZERTES',
    'AES EIDAS',
    'AES_MINIMAL ZERTES',
    'AES_MINIMAL EIDAS',
    'QES ZERTES',
    'QES EIDAS',
  ])
  // A code to a phone is enough for the advanced ones.
  for (const { quality, unmet } of qualified)
    expect(unmet).toEqual(quality === 'QES' ? ['identification', 'mobile', 'terms'] : ['mobile'])
  expect(detail.details.find(({ quality }) => quality === 'PART11')?.unmet).toEqual(['business'])
  await update(anna, { attributes: { mobile: '+41791234567', defaultQuality: 'DEMO' } })
  await api.call(accounts.acceptTerms, { body: { tou_swisscom: true } }, anna.as)
  const later = await api.call(accounts.getSignatureQualitiesDetail, {}, anna.as)
  expect(later.highest).toBe('demo')
  expect(later.signatureQualities).toMatchObject({ aes: { any: true }, qes: { zertes: false } })
  expect(later.details.find(({ quality }) => quality === 'QES')?.unmet).toEqual(['identification'])
})

test('a name takes every alphabet, and no marks that turn what follows around', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  expect(await update(anna, { firstName: 'دانا', lastName: "O'Brien-Łuczak" })).toMatchObject({ ok: true })
  for (const mark of ['\u202E', '\u2066', '\u0007'])
    expect(await update(anna, { firstName: `Anna${mark}nneB` })).toMatchObject({
      status: 400,
      error: { fields: [{ field: 'firstName' }] },
    })
})
