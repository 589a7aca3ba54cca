import { getReport } from '@countersign/contract/audit-trail.ts'
import { getDirectUser, register, updateDirectUser, updateUser } from '@countersign/contract/accounts.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { createRequestFromTemplate, createTemplate } from '@countersign/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

let count = 0
const someMobile = () => `+4178${String(2_000_000 + (count += 1))}`

/** Carla, who is asked for an advanced signature by link. */
async function aGuest(mobile: string | null = null, owner = ben) {
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const identity = { email_address: email, first_name: 'Carla', last_name: 'Rossi', mobile_number: mobile }
  const signers = [{ email, signer_identity_data: identity }]
  const { id } = await aSignatureRequest(api, { owner, quality: 'AES', signers })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const say = (body: Parameters<typeof api.call<typeof updateDirectUser>>[1]['body']) =>
    api.ask(updateDirectUser, { body }, as)
  return { id, email, as, say, give: (number: string) => say({ attributes: { mobile: number } }) }
}
const order = (id: string, tan?: string) => ({
  body: { signatureRequests: [{ signatureRequestId: id }], ...(tan ? { tan } : {}) },
})
async function codeFor(mobile: string): Promise<string> {
  const { text } = await api.inbox.next(mobile, /^/)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}
async function changesOf(id: string) {
  const { items } = await api.call(requests.getEvents, { params: { id } }, ben.as)
  return items.filter(({ type }) => type === 'changed')
}

test('a guest without a number gives one, gets the code there and signs; the evidence has who gave it', async () => {
  const { id, email, as, give } = await aGuest()
  const mobile = someMobile()
  expect(await api.ask(signDirect, order(id), as)).toMatchObject({
    status: 409,
    error: { key: 'signing.requirements_unmet', requirements: ['mobile'] },
  })
  expect(await give(mobile.replace('+41', '0041 (0)'))).toMatchObject({
    ok: true,
    body: { attributes: { mobile } },
  })
  const [changed] = await changesOf(id)
  expect(changed).toMatchObject({
    actor: { kind: 'link', email },
    data: { signers: [{ email, fields: ['mobile'] }] },
  })
  // Everybody in the request reads its history.
  expect(JSON.stringify(changed)).not.toContain(mobile)
  const begun = await api.call(signDirect, order(id), as)
  expect(begun.signatures).toMatchObject([{ status: 'OPEN', step: { kind: 'TAN' } }])
  const signed = await api.call(signDirect, order(id, await codeFor(mobile)), as)
  expect(signed.signatures).toMatchObject([{ status: 'SIGNED' }])
  const report = await api.call(getReport, { params: { id }, query: { type: 'JSON' } }, ben.as)
  const { userList } = JSON.parse(await report.text()) as { userList: { email: string; mobile: string }[] }
  expect(userList.find((one) => one.email === email)?.mobile).toBe(mobile)
  expect(await give(someMobile())).toMatchObject({ status: 403, error: { key: 'not_allowed' } })
})

/** The numbers that this person gets with the audit trail, by email. */
async function numbersFor(id: string, as: string): Promise<Record<string, string>> {
  const report = await api.call(getReport, { params: { id }, query: { type: 'JSON' } }, as)
  const { userList } = JSON.parse(await report.text()) as {
    userList: { email: string | null; mobile: string | null }[]
  }
  return Object.fromEntries(
    userList.flatMap(({ email, mobile }) => (email && mobile ? [[email, mobile]] : [])),
  )
}

test('the audit trail gives signers their own number, observers none, and the sender all', async () => {
  const [anna, olga] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Olga' })]
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const identity = (address: string, mobile: string) => ({
    ...{ email_address: address, first_name: 'Carla', last_name: 'Rossi', mobile_number: mobile },
  })
  const [ofAnna, ofCarla] = [someMobile(), someMobile()]
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    signers: [
      { email: anna.email, signer_identity_data: identity(anna.email, ofAnna) },
      { email, signer_identity_data: identity(email, ofCarla) },
    ],
  })
  await api.call(addObserver, { params: { id }, body: { email: olga.email } }, ben.as)
  expect(await numbersFor(id, ben.as)).toEqual({ [anna.email]: ofAnna, [email]: ofCarla })
  expect(await numbersFor(id, anna.as)).toEqual({ [anna.email]: ofAnna })
  expect(await numbersFor(id, olga.as)).toEqual({})
})

test('the number by which one member signed for a group is nobody else’s in the audit trail', async () => {
  const carla = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  const emil = await api.person({ firstName: 'Emil' })
  const members = [{ email: carla, name: 'Carla Rossi' }, asMember(emil)]
  const { request } = await aGroupRequest(api, { owner: ben, quality: 'AES', members })
  const { as } = guestOf(linkIn(await api.inbox.next(carla)))
  const mobile = someMobile()
  await api.call(updateDirectUser, { body: { attributes: { mobile } } }, as)
  await api.call(signDirect, order(request.id), as)
  await api.call(signDirect, order(request.id, await codeFor(mobile)), as)
  expect(await numbersFor(request.id, ben.as)).toEqual({ [carla]: mobile })
  expect(await numbersFor(request.id, emil.as)).toEqual({})
})

test('a member of a group who signed for it has their own number in the audit trail', async () => {
  const [carla, emil] = [await api.person({ firstName: 'Carla' }), await api.person({ firstName: 'Emil' })]
  const { request, sid } = await aGroupRequest(api, { owner: ben, members: [carla, emil].map(asMember) })
  await api.call(sign, order(request.id), carla.as)
  const mobile = someMobile()
  await api.context.pool.query('UPDATE signatures SET mobile = $1 WHERE id = $2', [mobile, sid])
  expect(await numbersFor(request.id, carla.as)).toEqual({ [carla.email]: mobile })
  expect(await numbersFor(request.id, emil.as)).toEqual({})
})

test('the number that someone gave for a delegated signature is theirs in the audit trail', async () => {
  const [anna, email] = [await api.person({ firstName: 'Anna' }), `dora.${crypto.randomUUID()}@example.org`]
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    quality: 'AES',
    signers: [{ email: anna.email }],
  })
  await api.call(requests.delegateSignature, { params: { id }, body: { email, message: '' } }, anna.as)
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const mobile = someMobile()
  await api.call(updateDirectUser, { body: { attributes: { mobile } } }, as)
  const dora = await api.person({ email, firstName: 'Dora' })
  expect(await numbersFor(id, dora.as)).toEqual({ [email]: mobile })
  expect(await numbersFor(id, ben.as)).toEqual({ [email]: mobile })
})

test('a number that was mistyped is corrected before signing, and the next code goes to the right one', async () => {
  const { id, as, give } = await aGuest()
  await give(someMobile())
  const right = someMobile()
  expect(await give(right)).toMatchObject({ ok: true })
  expect(await give(right)).toMatchObject({ ok: true })
  expect(await changesOf(id)).toHaveLength(2)
  await api.call(signDirect, order(id), as)
  const signed = await api.call(signDirect, order(id, await codeFor(right)), as)
  expect(signed.signatures).toMatchObject([{ status: 'SIGNED' }])
})

test('the number that the sender gave is not replaced by the signer', async () => {
  const mobile = someMobile()
  const { as, give } = await aGuest(mobile)
  expect(await api.call(getDirectUser, {}, as)).toMatchObject({ attributes: { mobile } })
  expect(await give(someMobile())).toMatchObject({ status: 403, error: { key: 'not_allowed' } })
})

test('a guest gives at most five numbers a day, so that a link rings no series of phones', async () => {
  const { give } = await aGuest()
  const replies: (number | string)[] = []
  for (let tries = 0; tries < 6; tries += 1) replies.push((await give(someMobile())).status)
  expect(replies).toEqual([200, 200, 200, 200, 200, 429])
})

test('a number that was stored without its country is treated as missing: no code goes to a guessed country', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const { id } = await aSignatureRequest(api, {
    owner: ben,
    quality: 'AES',
    signers: [{ email: anna.email }],
  })
  const carla = await aGuest(someMobile())
  const { pool } = api.context
  await pool.query("UPDATE accounts SET mobile = '123 456 7890' WHERE email = $1", [anna.email])
  await pool.query("UPDATE signatures SET mobile = '41791234567' WHERE email = $1", [carla.email])
  expect(await api.ask(sign, order(id), anna.as)).toMatchObject({
    error: { key: 'signing.requirements_unmet', requirements: ['mobile'] },
  })
  expect(await api.ask(signDirect, order(carla.id), carla.as)).toMatchObject({
    error: { key: 'signing.requirements_unmet', requirements: ['mobile'] },
  })
  const mobile = someMobile()
  await carla.give(mobile)
  await api.call(signDirect, order(carla.id), carla.as)
  expect(await codeFor(mobile)).toMatch(/^\d{6}$/)
})

test('a number without its country is refused wherever one is given', async () => {
  const carla = await aGuest()
  const draft = await aDraft(api, { owner: ben, quality: 'AES' })
  const body = { name: 'Lease', signature_request_id: draft.id }
  const template = await api.call(createTemplate, { body }, ben.as)
  const identity = { email_address: 'dora@example.org', mobile_number: '079 123 45 67' }
  const one = { params: { id: draft.id } }
  const signer = { account_email: identity.email_address, signer_identity_data: identity }
  const business = { name: 'Lindt AG', dpa: true }
  const person = { firstName: 'Dora', lastName: 'Dun', password: 'a long enough password', gtc: true }
  const refusals = await Promise.all([
    api.ask(register, { body: { ...person, token: 'x'.repeat(20), mobile: 'abc' } }),
    api.ask(register, {
      body: { ...person, token: 'x'.repeat(20), business: { ...business, phone: '0441234567' } },
    }),
    api.ask(updateUser, { body: { attributes: { mobile: '123 456 7890' } } }, ben.as),
    carla.give('0791234567'),
    api.ask(requests.addSignature, { ...one, body: signer }, ben.as),
    api.ask(requests.updateSignatureRequest, { ...one, body: { signatures: [signer] } }, ben.as),
    api.ask(
      createRequestFromTemplate,
      {
        params: { id: template.id },
        body: { signers: [{ role_id: crypto.randomUUID(), signer_identity_data: identity }] },
      },
      ben.as,
    ),
  ])
  expect(refusals.map((one) => (one.ok ? one.body : one.error.fields?.map(({ field }) => field)))).toEqual([
    ['mobile'],
    ['business.phone'],
    ['attributes.mobile'],
    ['attributes.mobile'],
    ['signer_identity_data.mobile_number'],
    ['signatures.0.signer_identity_data.mobile_number'],
    ['signers.0.signer_identity_data.mobile_number'],
  ])
})
