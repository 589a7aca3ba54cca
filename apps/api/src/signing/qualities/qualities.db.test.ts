import * as accounts from '@countersign/contract/accounts.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import { removeMembers } from '@countersign/contract/members.ts'
import * as calls from '@countersign/contract/signature-requests.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#api/business/businesses/create-business.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { anIdentified, anIdentifiedGuest } from '#api/testing/identification/identified.ts'
import {
  aDraft,
  aSignatureRequest,
  guestOf,
  linkIn,
  type RequestShape,
} from '#api/testing/signature-request.ts'
import { planSigning } from './signing-plan.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna', lastName: 'Müller' })
})
afterAll(() => api?.stop())

const aGuest = (mobile: string | null, name: { first: string | null; last: string | null }) => {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const identity = {
    email_address: email,
    first_name: name.first,
    last_name: name.last,
    mobile_number: mobile,
  }
  return { email, signer_identity_data: identity }
}
const sent = (shape: Omit<RequestShape, 'owner'>) => aSignatureRequest(api, { owner: ben, ...shape })
const seen = async (id: string, as: string, isGuest = false) => {
  const call = isGuest ? calls.getDirectSignatureRequest : calls.getSignatureRequest
  return (await api.call(call, { params: { id } }, as)).viewer.signing
}
const order = (id: string) => ({ body: { signatureRequests: [{ signatureRequestId: id }] } })
const withNumber = (person: Person, mobile: string | null) =>
  api.call(accounts.updateUser, { body: { attributes: { mobile } } }, person.as)

/** As the signing use case calls it. */
const planOf = (requestId: string, email: string) =>
  transaction(api.context.db, async (tx) => {
    const request = await requests.lockForNoKeyUpdate(tx, requestId)
    if (!request) throw new Error('There is no such request')
    const { id, accountId } = (await tx
      .selectFrom('accounts')
      .select(['id', 'id as accountId'])
      .where('email', '=', email)
      .executeTakeFirst()) ?? { id: null, accountId: null }
    const from = { address: '127.0.0.1', userAgent: 'test', email, name: email, language: 'en' } as const
    const signature = request.signatures.find((one) => one.email === email)
    const actor = accountId
      ? ({ kind: 'account', accountId: id, sessionId: '', ...from } as const)
      : ({ kind: 'link', requestId, signatureId: signature?.id ?? '', memberId: null, ...from } as const)
    const asked = signature && requestedSignerOf(signature, actor)
    if (!asked) throw new Error('It is not asked of them')
    return planSigning(api.context, tx, actor, { request, signature: asked, level: null })
  })

test('an account signs AES by a code to its number, and is told before what is missing', async () => {
  await withNumber(anna, null)
  const { id } = await sent({ quality: 'AES', signers: [{ email: anna.email }] })
  expect(await seen(id, anna.as)).toEqual({
    quality: 'AES',
    legislation: 'ZERTES',
    approval: 'TAN',
    channel: null,
    unmet: ['mobile'],
  })
  const refused = await api.ask(sign, order(id), anna.as)
  expect(refused).toMatchObject({
    status: 409,
    error: { key: 'signing.requirements_unmet', requirements: ['mobile'] },
  })
  await withNumber(anna, '+41 79 123 45 67')
  expect(await seen(id, anna.as)).toMatchObject({ channel: 'sms', unmet: [] })
  expect(await planOf(id, anna.email)).toEqual({
    quality: 'AES',
    legislation: 'ZERTES',
    service: 'local',
    approval: 'TAN',
    destination: { channel: 'sms', to: '+41791234567' },
    party: { kind: 'person', givenName: 'Anna', surname: 'Müller', mobile: '+41791234567' },
  })
  expect(await seen(id, ben.as)).toBeNull()
})

test('a signer who names only a law signs under it, where the signature is made under one', async () => {
  const dora = await api.person({ firstName: 'Dora', lastName: 'Frei' })
  await withNumber(dora, '+41 79 123 45 68')
  const signers = [{ email: dora.email }]
  const under = async (
    id: string,
    level: { quality?: 'AES' | 'PART11'; legislation: 'EIDAS' | 'ZERTES' },
  ) => {
    const answer = await api.ask(
      sign,
      { body: { signatureRequests: [{ signatureRequestId: id, ...level }] } },
      dora.as,
    )
    return answer.ok ? answer.body.signatures[0]?.step?.kind : answer.error.key
  }
  const either = await sent({ quality: 'AES', signers })
  expect(await under(either.id, { legislation: 'EIDAS' })).toBe('TAN')
  const { rows } = await api.context.pool.query('SELECT legislation FROM signings WHERE request_id = $1', [
    either.id,
  ])
  expect(rows).toEqual([{ legislation: 'EIDAS' }])
  const european = await sent({ quality: 'AES', legislation: 'EIDAS', signers })
  expect(await under(european.id, { legislation: 'ZERTES' })).toBe('signing.quality_unavailable')
  const click = await sent({ signers })
  expect(await under(click.id, { legislation: 'EIDAS' })).toBe('signing.quality_unavailable')
  expect(await under(click.id, { quality: 'AES', legislation: 'EIDAS' })).toBe('TAN')
})

test('a repeated call at a higher level than was signed is refused, and the same one gets its answer', async () => {
  const { id } = await sent({ signers: [{ email: anna.email }] })
  const at = (level: { quality?: 'SES' | 'AES' | 'QES' | 'PART11'; legislation?: 'EIDAS' }) =>
    api.ask(sign, { body: { signatureRequests: [{ signatureRequestId: id, ...level }] } }, anna.as)
  const signed = { body: { signatures: [{ status: 'SIGNED', error: null }] } }
  for (const level of [{}, {}, { quality: 'SES' }] as const) expect(await at(level)).toMatchObject(signed)
  for (const level of [
    { quality: 'AES' },
    { quality: 'QES', legislation: 'EIDAS' },
    { quality: 'PART11' },
    { legislation: 'EIDAS' },
  ] as const)
    expect(await at(level)).toMatchObject({ status: 409, error: { key: 'signing.too_late' } })
})

test('a guest signs AES by the number that the sender gave, under the law the request names', async () => {
  const named = aGuest('+41 79 765 43 21', { first: 'Carla', last: 'Rossi' })
  const nobody = aGuest(null, { first: null, last: null })
  const request = await sent({ quality: 'AES', legislation: 'EIDAS', signers: [named, nobody] })
  expect(await planOf(request.id, named.email)).toMatchObject({
    legislation: 'EIDAS',
    destination: { channel: 'sms', to: '+41797654321' },
    party: { givenName: 'Carla', surname: 'Rossi' },
  })
  const { as } = guestOf(linkIn(await api.inbox.next(nobody.email)))
  expect(await seen(request.id, as, true)).toMatchObject({ approval: 'TAN', unmet: ['name', 'mobile'] })
  const refused = await api.ask(signDirect, order(request.id), as)
  expect(refused).toMatchObject({
    status: 409,
    error: { key: 'signing.requirements_unmet', requirements: ['name', 'mobile'] },
  })
})

test('the number that the sender gave of a signer goes before the one their account says of itself', async () => {
  const luc = await api.person({ firstName: 'Luc', lastName: 'Favre' })
  await withNumber(luc, '+41 79 000 00 01')
  const identity = { email_address: luc.email, first_name: 'Luc', last_name: 'Favre' }
  const asked = (mobile: string | null) =>
    sent({
      quality: 'AES',
      signers: [{ email: luc.email, signer_identity_data: { ...identity, mobile_number: mobile } }],
    })
  const goesTo = async (request: { id: string }) => (await planOf(request.id, luc.email)).destination?.to
  const given = await asked('+41 79 000 00 02')
  expect(await goesTo(given)).toBe('+41790000002')
  expect(await goesTo(await asked(null))).toBe('+41790000001')
  await anIdentified(api.context.pool, luc.email, {
    mobile: '+41790000003',
    legislation: 'ZERTES',
    knownAt: api.sandboxUrl,
  })
  expect(await goesTo(given)).toBe('+41790000003')
})

test('an identification counts although its number and the account’s were kept with a trunk zero', async () => {
  const ida = await api.person({ firstName: 'Ida', lastName: 'Lang' })
  const kept = { mobile: '+410790000004', legislation: 'ZERTES', knownAt: api.sandboxUrl } as const
  await anIdentified(api.context.pool, ida.email, kept)
  expect(await api.call(accounts.getSignatureQualitiesDetail, {}, ida.as)).toMatchObject({ highest: 'qes' })
  await withNumber(ida, '+41 79 000 00 04')
  expect(await api.call(accounts.getSignatureQualitiesDetail, {}, ida.as)).toMatchObject({ highest: 'qes' })
  await withNumber(ida, '+41 79 000 00 05')
  expect(await api.call(accounts.getSignatureQualitiesDetail, {}, ida.as)).not.toMatchObject({
    highest: 'qes',
  })
})

test('QES takes an identification; nobody gets by with less, whatever they send', async () => {
  const request = await sent({ quality: 'QES', signers: [{ email: anna.email }] })
  expect(request).toMatchObject({ quality: 'QES', legislation: 'ZERTES' })
  expect(await seen(request.id, anna.as)).toMatchObject({
    quality: 'QES',
    legislation: 'ZERTES',
    approval: 'SERVICE',
    unmet: ['identification', 'terms'],
  })
  const body = { signatureRequests: [{ signatureRequestId: request.id, quality: 'SES' }] }
  const refused = await api.ask(sign, { body } as ReturnType<typeof order>, anna.as)
  expect(refused.ok).toBe(false)
  const { signatures } = await api.call(calls.getSignatureRequest, { params: { id: request.id } }, ben.as)
  expect(signatures[0]).toMatchObject({ status_code: 'OPEN', signing: null })
})

test('an identification opens QES under its law, for an account everywhere and for a guest where it was made', async () => {
  const zoe = await api.person({ firstName: 'Zoe', lastName: 'Frey' })
  const told = () => api.call(accounts.getSignatureQualitiesDetail, {}, zoe.as)
  expect(await told()).toMatchObject({ highest: 'ses', signatureQualities: { qes: { zertes: false } } })
  const proved = { mobile: '+41790001122', givenName: 'Zoe Anna', surname: 'Frey', knownAt: api.sandboxUrl }
  await anIdentified(api.context.pool, zoe.email, { ...proved, legislation: 'ZERTES' })
  const after = await told()
  expect(after).toMatchObject({
    highest: 'qes',
    signatureQualities: {
      aes: { any: true },
      aesMinimal: { zertes: true, eidas: true },
      qes: { zertes: true, eidas: false },
    },
  })
  const other = after.details.find((one) => one.quality === 'QES' && one.legislation === 'EIDAS')
  expect(other?.unmet).toEqual(['identification'])

  const guest = aGuest(null, { first: 'Carla', last: 'Rossi' })
  const signers = [{ email: zoe.email }, guest]
  const asked = await sent({ quality: 'QES', legislation: 'EIDAS', signers })
  await anIdentifiedGuest(api.context.pool, guest.email, { ...proved, legislation: 'EIDAS' })
  expect(await planOf(asked.id, guest.email)).toMatchObject({
    service: 'mab',
    approval: 'SERVICE',
    party: { givenName: 'Zoe Anna', mobile: '+41790001122' },
  })
  await expect(planOf(asked.id, zoe.email)).rejects.toMatchObject({ key: 'signing.identification_required' })
  const minimal = await sent({ quality: 'AES_MINIMAL', signers: [{ email: zoe.email }] })
  expect(await planOf(minimal.id, zoe.email)).toMatchObject({ quality: 'QES', service: 'ais' })
  // Of another request it says nothing.
  const elsewhere = await sent({ quality: 'QES', legislation: 'EIDAS', signers: [guest] })
  await expect(planOf(elsewhere.id, guest.email)).rejects.toMatchObject({
    key: 'signing.identification_required',
  })
})

test('what the installation does not offer is not sent, and an open request is not changed into it', async () => {
  const plain = await startTestApi({
    environment: { TRUST_SERVICES_FILE: '', TRUST_SERVICES: '', SMS_GATEWAY_URL: '', SMS_GATEWAY_KEY: '' },
  })
  try {
    const owner = await plain.person({ firstName: 'Ben' })
    for (const quality of ['AES', 'AES_MINIMAL', 'QES'] as const) {
      const { id } = await aDraft(plain, { owner, quality, signers: [{ email: 'x@example.org' }] })
      const refused = await plain.ask(calls.initiateSignatureRequest, { params: { id } }, owner.as)
      expect(refused).toMatchObject({ status: 409, error: { key: 'signing.quality_unavailable' } })
    }
    const { id } = await aSignatureRequest(plain, { owner, signers: [{ email: 'x@example.org' }] })
    const changed = await plain.ask(
      calls.updateSignatureRequest,
      { params: { id }, body: { quality: 'QES' } },
      owner.as,
    )
    expect(changed).toMatchObject({ status: 409, error: { key: 'signing.quality_unavailable' } })
    const { details } = await plain.call(accounts.getSignatureQualitiesDetail, {}, owner.as)
    const unmet = details.filter(({ quality }) => quality === 'AES' || quality === 'QES')
    expect(unmet.flatMap((one) => one.unmet)).toEqual(unmet.map(() => 'not_offered'))
  } finally {
    await plain.stop()
  }
})

test('Part 11 is for senders of a business that has it on, and for signers with an account of such a business', async () => {
  const dora = await api.person({ firstName: 'Dora' })
  const emil = await api.person({ firstName: 'Emil' })
  const draft = (email: string) =>
    aDraft(api, { owner: dora, quality: 'PART11', signers: [{ email, firstName: 'X' }] })
  const send = async (email: string) => {
    const { id } = await draft(email)
    return api.ask(calls.initiateSignatureRequest, { params: { id } }, dora.as)
  }
  expect(await send(emil.email)).toMatchObject({ error: { key: 'signing.quality_unavailable' } })
  const id = await aBusiness(api, { admins: [dora], members: [] })
  const settings = { signatureRequests: { part11: { enabled: true } } }
  await api.call(businesses.updateBusinessSettings, { params: { id }, body: { settings } }, dora.as)
  expect(await send('nobody@example.org')).toMatchObject({
    status: 400,
    error: { fields: [{ field: 'signatures.0.account_email', code: 'account_required' }] },
  })
  const unseen = { email: dora.email, document_signatures: [] }
  const hidden = await aDraft(api, { owner: dora, quality: 'PART11', signers: [unseen] })
  const unplaced = await api.ask(calls.initiateSignatureRequest, { params: { id: hidden.id } }, dora.as)
  expect(unplaced).toMatchObject({ error: { fields: [{ code: 'place_required' }] } })
  const small = await aDraft(api, { owner: dora, quality: 'PART11', signers: [{ email: dora.email }] })
  const position = { page: '0', x: 100, y: 600, width: 60, height: 20 }
  const unreadable = {
    account_email: dora.email,
    document_signatures: small.documents.map((document) => ({
      document_id: document.id,
      visual_signature: { position },
    })),
  }
  await api.call(
    calls.updateSignatureRequest,
    { params: { id: small.id }, body: { signatures: [unreadable] } },
    dora.as,
  )
  const tooSmall = await api.ask(calls.initiateSignatureRequest, { params: { id: small.id } }, dora.as)
  expect(tooSmall).toMatchObject({ error: { fields: [{ code: 'place_too_small' }] } })
  expect(await send(emil.email)).toMatchObject({ error: { fields: [{ code: 'account_required' }] } })
  await addMember(api.context, id, { email: emil.email, role: 'member' })
  const outsider = await send(emil.email)
  if (!outsider.ok) throw new Error(outsider.error.key)
  const user_ids = [(await api.call(accounts.getUser, {}, emil.as)).id]
  await api.call(removeMembers, { params: { id }, body: { user_ids } }, dora.as)
  await api.call(accounts.acceptTerms, { body: { gtc: true } }, emil.as)
  expect(await seen(outsider.body.id, emil.as)).toMatchObject({ quality: 'PART11', unmet: ['business'] })
  const insider = await send(dora.email)
  if (!insider.ok) throw new Error(insider.error.key)
  expect(await seen(insider.body.id, dora.as)).toMatchObject({
    quality: 'PART11',
    approval: 'REAUTHENTICATE',
    unmet: [],
  })
})
