import * as accounts from '@countersign/contract/accounts.ts'
import * as activities from '@countersign/contract/activity.ts'
import { proceed, redirectSign } from '@countersign/contract/approvals.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import type { ApiError } from '@countersign/contract/errors.ts'
import { getDirectDocument } from '@countersign/contract/documents.ts'
import {
  getIdentificationPaymentDirect,
  payForIdentification,
} from '@countersign/contract/identifications.ts'
import { removeObserver } from '@countersign/contract/observers.ts'
import * as seals from '@countersign/contract/seals.ts'
import type { SignerInput } from '@countersign/contract/signature-request-shapes.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as groups from '@countersign/contract/signer-groups.ts'
import * as templates from '@countersign/contract/templates.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type Person, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn, place } from '#api/testing/signature-request.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'

// What a client of the specification may send: formats it leaves open, and the answer of a GET sent back.

let api: TestApi
let ben: Person
let businessId: string
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aBusiness(api, { admins: [ben] })
})
afterAll(() => api?.stop())

const fieldsOf = (reply: { readonly ok: true } | { readonly ok: false; readonly error: ApiError }) =>
  reply.ok ? 'taken' : reply.error.fields?.map(({ field, code }) => `${field} ${code}`)

test('a call with a JSON content type and no body is a call without fields', async () => {
  const bare = (method: string, path: string) =>
    fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: ben.as, 'content-type': 'application/json' },
    })
  const draft = await aDraft(api, { owner: ben, signers: [{ email: 'carla@example.org' }] })
  expect((await bare('POST', `/v3/signature-requests/${draft.id}/initiate`)).status).toBe(200)
  expect((await bare('DELETE', `/v3/signature-requests/${draft.id}`)).status).toBe(200)
  const missing = await bare('POST', '/v3/signature-requests')
  expect(await missing.json()).toMatchObject({ fields: [{ field: 'title', code: 'required' }] })
  const other = await api.person({ firstName: 'Otto' })
  const out = await fetch(`${api.url}/v1/logout`, {
    method: 'POST',
    headers: { authorization: other.as, 'content-type': 'application/json' },
  })
  expect(out.status).toBe(200)
  expect(await api.ask(accounts.getUser, {}, other.as)).toMatchObject({ status: 401 })
})

test('a name that a call does not know is refused by its path, wherever it is in the body', async () => {
  const one = { params: { id: crypto.randomUUID() } }
  const identity = { email_address: 'carla@example.org', phone: '+41791234567' }
  const signature = { signer_identity_data: identity, document_signatures: [] }
  const looks = [{ document_id: crypto.randomUUID(), visual_signature: { ...place, form_field: 'Sig' } }]
  const draft = await aDraft(api, { owner: ben })
  const replies = await Promise.all([
    api.ask(requests.createSignatureRequest, { body: { title: 'Lease', tittle: 'x' } as never }, ben.as),
    api.ask(requests.addSignature, { ...one, body: signature }, ben.as),
    api.ask(
      requests.addSignature,
      { ...one, body: { account_email: 'carla@example.org', document_signatures: looks } },
      ben.as,
    ),
    api.ask(
      requests.updateSignatureRequest,
      { params: { id: draft.id }, body: { tittle: 'x' } as never },
      ben.as,
    ),
    api.ask(accounts.updateUser, { body: { attributes: { language: 'de' } } as never }, ben.as),
    api.ask(
      businesses.updateBusinessSettings,
      { params: { id: businessId }, body: { settings: { userPilot: { enabled: true, on: true } } } as never },
      ben.as,
    ),
  ])
  expect(replies.map((reply) => fieldsOf(reply))).toEqual([
    ['tittle unknown_field'],
    ['signer_identity_data.phone unknown_field'],
    ['document_signatures.0.visual_signature.form_field unknown_field'],
    ['tittle unknown_field'],
    ['attributes.language unknown_field'],
    ['settings.userPilot.on unknown_field'],
  ])
})

test('what a GET answers can be sent back by PUT and changes nothing', async () => {
  const own = { params: { id: businessId } }
  const settings = await api.call(businesses.getBusinessSettings, own, ben.as)
  expect(await api.call(businesses.updateBusinessSettings, { ...own, body: settings }, ben.as)).toEqual(
    settings,
  )
  const business = await api.call(businesses.getBusiness, own, ben.as)
  expect(await api.call(businesses.updateBusiness, { ...own, body: business }, ben.as)).toEqual(business)
  const user = await api.call(accounts.getUser, {}, ben.as)
  expect(await api.call(accounts.updateUser, { body: user as never }, ben.as)).toEqual(user)
  const visual = await api.call(visuals.createVisualSignature, { body: {} }, ben.as)
  const kept = { params: { id: visual.id }, body: visual }
  expect(await api.call(visuals.updateVisualSignature, kept, ben.as)).toMatchObject({ name: visual.name })
  const made = { name: 'Board', members: [{ email: 'dora@example.org' }] }
  const group = await api.call(groups.createSignerGroup, { body: made }, ben.as)
  const same = { params: { id: group.id }, body: group }
  expect(await api.call(groups.updateSignerGroup, same, ben.as)).toMatchObject({ name: 'Board' })

  const signers = [{ email: ben.email, firstName: 'Ben', lastName: 'Ott' }, { email: 'carla@example.org' }]
  const draft = await aDraft(api, { owner: ben, signers })
  const request = { params: { id: draft.id }, body: draft as never }
  const { updated_at: _, ...put } = await api.call(requests.updateSignatureRequest, request, ben.as)
  expect({ ...put, updated_at: draft.updated_at }).toEqual(draft)

  const body = { name: 'Lease', signature_request_id: draft.id }
  const template = await api.call(templates.createTemplate, { body }, ben.as)
  const back = await api.call(
    templates.updateTemplate,
    { params: { id: template.id }, body: template },
    ben.as,
  )
  expect({ ...back, updated_at: '' }).toEqual({ ...template, updated_at: '' })
})

test('another logo than the one there is refused with the settings, not dropped', async () => {
  const settings = { companyBranding: { logo: { url: 'https://example.org/x.png', width: 1, height: 1 } } }
  const put = { params: { id: businessId }, body: { settings } as never }
  expect(fieldsOf(await api.ask(businesses.updateBusinessSettings, put, ben.as))).toEqual([
    'settings.companyBranding read_only',
  ])
})

test('times are taken with any offset, and read as UTC', async () => {
  const body = { title: 'Lease', expiration_date: '2031-01-01T00:30:00+02:00' }
  const made = await api.call(requests.createSignatureRequest, { body }, ben.as)
  expect(made.expiration_date).toBe('2030-12-31T22:30:00.000Z')
  const expires = (date_to: string) =>
    api.call(requests.listSignatureRequests, { query: { date_time_mode: 'expires', date_to } }, ben.as)
  expect((await expires('2031-01-01T00:29:00+02:00')).items.map(({ id }) => id)).not.toContain(made.id)
  expect((await expires('2031-01-01T00:31:00+02:00')).items.map(({ id }) => id)).toContain(made.id)
  const given = { start_date: '2026-01-01T12:00:00+01:00', end_date: '2026-01-02T00:30:00+02:00' }
  const figures = await api.call(
    activities.getStatistics,
    { params: { id: businessId }, query: given },
    ben.as,
  )
  expect(figures).toMatchObject({ start_date: '2026-01-01', end_date: '2026-01-01' })
})

test('an observer is removed by email as well as by id', async () => {
  const body = { title: 'Lease', observers: ['olga+1@example.org', 'otto@example.org'] }
  const { id, observers } = await api.call(requests.createSignatureRequest, { body }, ben.as)
  const remove = (obs: string) => api.call(removeObserver, { params: { id, obs } }, ben.as)
  const left = await remove('Olga+1@example.org')
  expect(left.observers.map(({ email }) => email)).toEqual(['otto@example.org'])
  expect((await remove(observers[1]?.id ?? '')).observers).toEqual([])
  const again = await api.ask(removeObserver, { params: { id, obs: 'otto@example.org' } }, ben.as)
  expect(again).toMatchObject({ status: 404 })
})

test('the guest’s document is read with the link or with its short-lived token', async () => {
  const email = 'gina@example.org'
  const request = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const { token } = await api.call(accounts.getDirectUser, {}, as)
  const one = { params: { id: request.documents[0]?.id ?? '' } }
  const byLink = await api.call(getDirectDocument, one, as)
  expect(await api.call(getDirectDocument, { ...one, query: { token } })).toEqual(byLink)
  expect(await api.ask(getDirectDocument, { ...one, query: { token: 'x' } })).toMatchObject({ status: 401 })
  expect(await api.ask(getDirectDocument, one)).toMatchObject({ status: 401 })
})

test('who pays for an identification is asked by a signature request as well as by a legislation', async () => {
  const [anna, zoe] = [await api.person({ firstName: 'Anna' }), await api.person({ firstName: 'Zoe' })]
  const signers = [{ email: anna.email }, { email: 'gina2@example.org' }]
  const { id } = await aSignatureRequest(api, { owner: ben, quality: 'QES', signers })
  const pay = (subject: string, as: string) => api.ask(payForIdentification, { params: { subject } }, as)
  expect(await pay('ZERTES', anna.as)).toMatchObject({ body: { covered: false } })
  expect(await pay(id, anna.as)).toMatchObject({ body: { covered: false } })
  const licenses = { idents: { zertes: { payForInvitations: true } } }
  const put = { params: { id: businessId }, body: { settings: { licenses } } }
  await api.call(businesses.updateBusinessSettings, put, ben.as)
  expect(await pay(id, anna.as)).toMatchObject({ body: { covered: true } })
  expect(await pay(id, zoe.as)).toMatchObject({ status: 404 })
  const { as } = guestOf(linkIn(await api.inbox.next('gina2@example.org')))
  const twin = await api.call(getIdentificationPaymentDirect, { params: { srId: id } }, as)
  expect(twin).toEqual({ covered: true })
})

test('pictures of seals and signatures come as multipart as well as in base64', async () => {
  const picture = await strokes().png().toBuffer()
  const form = (name: string, content = picture, more: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [key, value] of Object.entries(more)) body.set(key, value)
    body.set(name, new Blob([content]), 'signature.png')
    return { body: body as never }
  }
  const visual = await api.call(visuals.createVisualSignature, { body: {} }, ben.as)
  const one = { params: { id: visual.id } }
  const signature = await api.call(
    visuals.setSignatureImage,
    { ...one, ...form('file', picture, { removeBackground: 'true' }) },
    ben.as,
  )
  expect(signature.hasCustomImage).toBe(true)
  await aSeal(api, businessId, { name: 'lindenhof' })
  const its = { params: { id: businessId, sealId: 'lindenhof' } }
  expect(await api.ask(seals.setSealImage, { ...its, ...form('image') }, ben.as)).toMatchObject({ ok: true })
  const wrong = await api.ask(seals.setSealImage, { ...its, ...form('image', Buffer.from('text')) }, ben.as)
  expect(wrong).toMatchObject({ error: { key: 'image.invalid' } })
  const other = await api.ask(seals.setSealImage, { ...its, ...form('logo') }, ben.as)
  expect(fieldsOf(other)).toEqual(['image required'])
  const large = await api.ask(
    seals.setSealImage,
    { ...its, ...form('image', Buffer.alloc(11 * 1024 * 1024)) },
    ben.as,
  )
  expect(large).toMatchObject({ status: 413, error: { key: 'image.too_large' } })
})

test('flags come as text, queries as objects, and `confirm` as true', async () => {
  const id = crypto.randomUUID()
  for (const pwdotp of [true, 'true', 'false'] as const)
    expect(await api.ask(proceed, { params: { id }, body: { pwdotp } }, ben.as)).toMatchObject({
      status: 404,
    })
  for (const params of ['code=x&state=y', { code: 'x', state: 'y', scope: ['sign', 'ident'] }])
    expect(await api.ask(redirectSign, { params: { id }, body: { params } })).toMatchObject({ status: 404 })
  const body = { email: 'new@example.org', confirm: true as const }
  expect(await api.ask(accounts.requestConfirmation, { body })).toMatchObject({ ok: true })
  const { links } = await api.inbox.next('new@example.org')
  expect(links.some((link) => link.includes('/signup/confirm'))).toBe(true)
})

test('account_email is answered as it was sent, with and without an account, and a contradiction is refused', async () => {
  const anna = await api.person({ firstName: 'Anna' })
  const draft = await aDraft(api, { owner: ben })
  const one = { params: { id: draft.id } }
  const add = (body: Partial<SignerInput>) => api.ask(requests.addSignature, { ...one, body }, ben.as)
  const identity = (email_address: string) => ({ signer_identity_data: { email_address } })
  await add({ account_email: anna.email })
  await add({ account_email: 'nobody@example.org', ...identity('nobody@example.org') })
  await add(identity('guest@example.org'))
  const seen = async () => {
    const { signatures } = await api.call(requests.getSignatureRequest, one, ben.as)
    return signatures.map((signature) => [
      signature.account_email,
      signature.signer_identity_data.email_address,
    ])
  }
  const sent = [
    [anna.email, anna.email],
    ['nobody@example.org', 'nobody@example.org'],
    [null, 'guest@example.org'],
  ]
  expect(await seen()).toEqual(sent)
  await api.call(requests.initiateSignatureRequest, one, ben.as)
  expect(await seen()).toEqual(sent)
  const { signatures } = await api.call(requests.getSignatureRequest, one, ben.as)
  expect(signatures.map((signature) => signature.has_account)).toEqual([true, false, false])
  expect(fieldsOf(await add({ account_email: 'a@example.org', ...identity('b@example.org') }))).toEqual([
    'signatures.0.signer_identity_data.email_address contradiction',
  ])
})
