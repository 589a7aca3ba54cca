import { randomBytes } from 'node:crypto'
import { acceptTerms } from '@countersign/contract/accounts.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { findIdentityProvider, takeSingleSignOn } from '@countersign/contract/single-sign-on.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#api/platform/db/connect.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { type CompanyChoice, CookieJar, enterEmail, signInAtSandbox } from '#api/testing/company/company.ts'
import {
  aCompanyWithSignIn,
  requireProvider,
  signInAtCompany,
  takeCode,
} from '#api/testing/company/company-sign-in.ts'
import { keyOf } from '#api/testing/reply.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let dora: Person
const mara = { email: 'mara@company.example', firstName: 'Mara', lastName: 'Steiner' }
const jar = new CookieJar()
let as: string

beforeAll(async () => {
  api = await startTestApi()
  dora = await api.person({ firstName: 'Dora' })
  const { url } = await api.call(findIdentityProvider, { body: { email: mara.email } })
  enterEmail(jar, mara.email)
  await goThereAndBack(url, mara)
  const { session } = await api.call(takeSingleSignOn, { body: { code: jar.get('countersign.sso') ?? '' } })
  as = `Bearer ${session?.token}`
  await api.call(acceptTerms, { body: { gtc: true } }, as)
  const member = { ...mara, password: '', as }
  const id = await aBusiness(api, { admins: [dora], members: [member] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(businesses.updateBusinessSettings, { params: { id }, body: { settings } }, dora.as)
})
afterAll(() => api?.stop())

async function goThereAndBack(url: string, choice: CompanyChoice, comesBackIn = jar): Promise<string> {
  const start = await jar.fetch(url)
  const back = await signInAtSandbox(start.headers.get('location') ?? '', choice, jar)
  const reply = await comesBackIn.fetch(back.href)
  return (reply.headers.get('location') ?? '').slice(api.url.length)
}

/** As the page does it: its browser has a secret that no other one has. */
async function startAt(step: string, whose: string, { browser = jar, revision = 0 } = {}): Promise<string> {
  const browserSecret = randomBytes(32).toString('base64url')
  browser.set('countersign.reauthentication', browserSecret)
  const given = { params: { id: step }, body: { revision, browserSecret } }
  return (await api.call(approvals.startReauthentication, given, whose)).url
}

async function begin() {
  const { id } = await aSignatureRequest(api, { owner: dora, quality: 'PART11', signers: [mara] })
  const reason = { signingName: 'Mara Steiner', signingReason: 'Approved' }
  const order = { body: { signatureRequests: [{ signatureRequestId: id, ...reason }] } }
  const { signatures } = await api.call(sign, order, as, { 'user-agent': 'Laptop' })
  expect(signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'REAUTHENTICATE', method: 'sso' } }])
  const step = signatures[0]?.step?.id ?? ''
  const leave = () => startAt(step, as)
  const seen = async () =>
    (await api.call(requests.getSignatureRequest, { params: { id } }, as)).signatures[0]
  return { id, step, leave, seen }
}

test('the company asks again anyone who is signed in there, and its word signs the record', async () => {
  const { id, leave, seen } = await begin()
  expect(await goThereAndBack(await leave(), mara)).toBe(`/view/${id}`)
  await expect.poll(async () => (await seen())?.status_code).toBe('SIGNED')
  const { items } = await api.call(requests.getEvents, { params: { id } }, dora.as)
  expect(items.filter(({ type }) => /signing_started|approval_given|^signed/.test(type))).toMatchObject([
    { actor: { user_agent: 'Laptop' } },
    { actor: { name: 'Mara Steiner', user_agent: 'node' }, data: { method: 'sso' } },
    { actor: { user_agent: 'Laptop' }, data: { approval: { kind: 'REAUTHENTICATE', method: 'sso' } } },
  ])
})

test('a proof that the database does not take is answered as an error, and the signer can give it again', async () => {
  const { id, leave, seen } = await begin()
  const url = await leave()
  const owner = connect(api.connection, 'owner', 1, () => {})
  try {
    await owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse()`)
    const back = await signInAtSandbox((await jar.fetch(url)).headers.get('location') ?? '', mara, jar)
    expect((await jar.fetch(back.href)).status).toBe(500)
  } finally {
    await owner.query('DROP TRIGGER IF EXISTS refuse ON approvals')
    await owner.end()
  }
  expect(await goThereAndBack(await leave(), mara)).toBe(`/view/${id}`)
  await expect.poll(async () => (await seen())?.status_code).toBe('SIGNED')
})

test('a colleague who proves to be someone else signs nothing, and it counts', async () => {
  const { id, leave, seen } = await begin()
  const colleague = { email: 'noah@company.example', firstName: 'Noah', lastName: 'Frey' }
  expect(await goThereAndBack(await leave(), colleague)).toBe(`/view/${id}`)
  expect(await seen()).toMatchObject({ status_code: 'OPEN', signing: { step: { attemptsLeft: 4 } } })
  const { items } = await api.call(requests.getEvents, { params: { id } }, dora.as)
  const failed = items.find(({ type }) => type === 'reauthentication_failed')
  expect(failed).toMatchObject({ actor: { email: mara.email }, data: { method: 'sso' } })
  expect(await goThereAndBack(await leave(), 'cancel')).toBe(`/view/${id}`)
  expect(await seen()).toMatchObject({ signing: { status: 'OPEN', step: { attemptsLeft: 4 } } })
})

test('a way back in another browser, or by a token of nobody, gives nothing', async () => {
  const { leave, seen } = await begin()
  await goThereAndBack(await leave(), mara, new CookieJar())
  const stray = await fetch(`${api.url}/v1/single-sign-on/reauthenticate?token=x`, { redirect: 'manual' })
  expect(stray.headers.get('location')).toContain('/sso/error')
  expect(await seen()).toMatchObject({ status_code: 'OPEN', signing: { status: 'OPEN' } })
})

test('a link that someone else made from the signer’s session leads the signer nowhere', async () => {
  const { step, seen } = await begin()
  const url = await startAt(step, as, { browser: new CookieJar() })
  const start = await jar.fetch(url)
  expect(start.headers.get('location')).toBe(`${api.url}/sso/error?reason=expired`)
  expect(await seen()).toMatchObject({ status_code: 'OPEN', signing: { status: 'OPEN' } })
})

test('what another tab submits while the signer is at the company is not signed by their return', async () => {
  const { id, step, seen } = await begin()
  const there = (await jar.fetch(await startAt(step, as))).headers.get('location') ?? ''
  const other = { signatureRequestId: id, signingName: 'Mara Steiner', signingReason: 'Reviewed' }
  await api.call(sign, { body: { signatureRequests: [other] } }, as)
  const back = await signInAtSandbox(there, mara, jar)
  expect((await jar.fetch(back.href)).headers.get('location')).toBe(`${api.url}/view/${id}`)
  expect(await seen()).toMatchObject({ status_code: 'OPEN', signing: { status: 'OPEN' } })
  const stale = { params: { id: step }, body: { revision: 0, browserSecret: 'x'.repeat(43) } }
  expect(await keyOf(api.ask(approvals.startReauthentication, stale, as))).toBe('signing.changed')
  expect(await goThereAndBack(await startAt(step, as, { revision: 1 }), mara)).toBe(`/view/${id}`)
  await expect.poll(async () => (await seen())?.status_code).toBe('SIGNED')
})

test('a provider that does not say when it asked, or asked long ago, is not believed', async () => {
  const { leave, seen } = await begin()
  const { singleSignOn } = api.context
  const { finish } = singleSignOn
  const late = new Date(Date.now() + 120_000)
  Object.assign(singleSignOn, {
    finish: (...[provider, answer]: Parameters<typeof finish>) =>
      finish(provider, { ...answer, ...(answer.askedSince ? { askedSince: late } : {}) }),
  })
  await goThereAndBack(await leave(), mara)
  Object.assign(singleSignOn, { finish })
  expect(await seen()).toMatchObject({ status_code: 'OPEN', signing: { status: 'OPEN' } })
})

/** Ben, whom the business's own provider has signed in, begins to sign a record. */
async function aRecordOfACompany() {
  const company = await aCompanyWithSignIn(api)
  const { anna, ben } = company
  const settings = { signatureRequests: { part11: { enabled: true } } }
  const at = { params: { id: company.id }, body: { settings } }
  await api.call(businesses.updateBusinessSettings, at, anna.as)
  const { session } = await takeCode(api, (await signInAtCompany(api, ben.email)).code)
  const his = `Bearer ${session?.token}`
  const { id } = await aSignatureRequest(api, { owner: anna, quality: 'PART11', signers: [ben] })
  const reason = { signingName: `${ben.firstName} ${ben.lastName}`, signingReason: 'Approved' }
  const order = { body: { signatureRequests: [{ signatureRequestId: id, ...reason }] } }
  const { signatures } = await api.call(sign, order, his)
  expect(signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'REAUTHENTICATE', method: 'sso' } }])
  return { company, id, step: signatures[0]?.step?.id ?? '', his }
}

test('a password that signs nobody in, as the business requires company sign-in, signs no record', async () => {
  const { company, id, step, his } = await aRecordOfACompany()
  await requireProvider(api, company)
  const { password } = company.ben
  expect(
    await keyOf(api.ask(approvals.reauthenticate, { params: { id: step }, body: { password } }, his)),
  ).toBe('auth.company_sign_in_required')
  const { signatures } = await api.call(requests.getSignatureRequest, { params: { id } }, his)
  expect(signatures[0]).toMatchObject({ status_code: 'OPEN', signing: { step: { attemptsLeft: 5 } } })
})

test('a member whom the business’s own provider signs in proves who they are there', async () => {
  const { company, id, step, his } = await aRecordOfACompany()
  const { ben } = company
  const url = await startAt(step, his)
  expect(await goThereAndBack(url, ben)).toBe(`/view/${id}`)
  const status = async () =>
    (await api.call(requests.getSignatureRequest, { params: { id } }, his)).signatures[0]?.status_code
  await expect.poll(status).toBe('SIGNED')
})
