import { getDirectUser, updateDirectUser } from '@countersign/contract/accounts.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { deleteSignerGroup, updateSignerGroup } from '@countersign/contract/signer-groups.ts'
import {
  getDirectVisualSignature,
  getSigningStatus,
  sign,
  signDirect,
} from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookInto, orderOf, someEmail, statusesOf } from '#api/testing/request-actions.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'

let api: TestApi
let ben: Person
let anna: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  dora = await api.person({ firstName: 'Dora' })
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest, protocolOf } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

const seen = async (id: string, as: string) => {
  const reply = await see(id, as)
  if (!reply.ok) throw new Error(reply.error.key)
  return reply.body
}
/** Waits until this has been sealed, however long that takes. */
async function signed(id: string, index = 0): Promise<void> {
  await expect.poll(async () => (await seen(id, ben.as)).signatures[index]?.status_code).toBe('SIGNED')
}
const direct = (id: string, as: string) =>
  api.call(requests.getDirectSignatureRequest, { params: { id } }, as)

test('a guest of a group says their name once, may say the same again, and is told how their signature will look', async () => {
  const [carla, emil] = [someEmail('carla'), someEmail('emil')]
  await aGroupRequest(api, { owner: ben, members: [{ email: carla }, { email: emil }] })
  const as = await asGuest(carla)
  const say = (body: object) => api.ask(updateDirectUser, { body }, as)
  const name = { firstName: 'Carla Maria', lastName: 'Rossi' }
  for (const body of [{ ...name, attributes: { lang: 'it' } }, name])
    expect(await say(body)).toMatchObject({ ok: true, body: { firstName: 'Carla Maria Rossi' } })
  expect(await say({ firstName: 'Eve', lastName: 'Other' })).toMatchObject({ error: { key: 'not_allowed' } })
  expect(await api.call(getDirectVisualSignature, {}, as)).toMatchObject({
    name: 'Carla Maria Rossi',
    language: 'it',
    placeholder: 'Firma',
  })
})

test('a key that one member has used is none of another’s', async () => {
  const [carla, emil] = [someEmail('carla'), someEmail('emil')]
  const { request } = await aGroupRequest(api, { owner: ben, members: [{ email: carla }, { email: emil }] })
  const [asCarla, asEmil] = [await asGuest(carla), await asGuest(emil)]
  const once = { 'idempotency-key': crypto.randomUUID() }
  const first = await api.ask(signDirect, orderOf(request.id), asCarla, once)
  expect(first).toMatchObject({ ok: true })
  expect(await api.ask(signDirect, orderOf(request.id), asCarla, once)).toMatchObject({ ok: true })
  expect(await keyOf(api.ask(signDirect, orderOf(request.id), asEmil, once))).toBe(
    'signature.taken_by_member',
  )
  await signed(request.id)
})

test('each member is asked, the first signs for the group, and the others see who did', async () => {
  const [carla, emil] = [someEmail('carla'), someEmail('emil')]
  const { request, sid, group } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: carla, name: 'Carla Rossi' }, { email: emil }],
    signers: [{ email: dora.email }],
  })
  expect(request.signatures[0]).toMatchObject({
    sid,
    account_email: null,
    status_code: 'OPEN',
    signer_identity_data: { email_address: '' },
    signer_group: { id: group.id, name: 'Legal', version_id: group.version_id },
  })
  const invitation = await api.inbox.next(anna.email, /requested your signature/)
  expect(invitation.text).toContain('“Legal”')
  const [asCarla, asEmil] = [await asGuest(carla), await asGuest(emil)]
  expect(asCarla).not.toBe(asEmil)
  expect(await seen(request.id, anna.as)).toMatchObject({
    viewer: { role: 'signer', status: 'TO_SIGN', can: { sign: true } },
    signatures: [{ is_viewer: true, signer_group: { members: [{ is_viewer: true }, {}, {}] } }, {}],
  })
  const other = await seen(request.id, dora.as)
  expect(other.signatures[0]).toMatchObject({ is_viewer: false, signer_group: { name: 'Legal' } })
  expect(other.signatures[0]?.signer_group?.members.some((one) => one.is_viewer)).toBe(false)

  const done = await api.call(signDirect, orderOf(request.id), asCarla)
  expect(done.signatures).toMatchObject([{ signatureId: sid }])
  await signed(request.id)
  expect(await keyOf(api.ask(sign, orderOf(request.id), anna.as))).toBe('signature.taken_by_member')
  expect(await keyOf(api.ask(signDirect, orderOf(request.id), asEmil))).toBe('signature.taken_by_member')
  const settled = {
    status_code: 'SIGNED',
    signer_identity_data: { email_address: carla, first_name: 'Carla', last_name: 'Rossi' },
  }
  const byAnna = await seen(request.id, anna.as)
  expect(byAnna).toMatchObject({
    viewer: { role: 'signer', status: 'WAITING', can: { sign: false, decline: false, delegate: false } },
    signatures: [{ ...settled, is_viewer: false }, {}],
  })
  expect(byAnna.signatures[0]?.signer_group?.members.map(({ status }) => status)).toEqual([
    null,
    'SIGNED',
    null,
  ])
  expect((await direct(request.id, asEmil)).signatures[0]).toMatchObject({ ...settled, is_viewer: false })
  expect((await direct(request.id, asCarla)).signatures[0]).toMatchObject({ ...settled, is_viewer: true })
  expect(await told(request.id, 'group_settled')).toEqual([anna.email, emil].toSorted())
  expect((await api.inbox.next(emil, /has signed/)).subject).toBe(
    'Carla Rossi has signed “Rental contract” for “Legal”',
  )

  await api.call(sign, orderOf(request.id), dora.as)
  await signed(request.id, 1)
  expect(statusesOf(await seen(request.id, ben.as))).toBe('SIGNED SIGNED SIGNED')
  expect(await told(request.id, 'signed_copy')).toEqual(
    [ben.email, anna.email, carla, emil, dora.email].toSorted(),
  )
  const file = await api.call(
    downloadDocument,
    { params: { id: request.documents[0]?.id ?? '' }, query: { signed: 'true' } },
    anna.as,
  )
  const pdf = new Uint8Array(await file.arrayBuffer())
  const anchors = await (await fetch(`${api.url}/pki/anchors.pem`)).text()
  const outside = await checkOutside(pdf, anchors)
  // The last is the document's time-stamp, which pdfsig does not judge.
  expect(outside.pdfsig.slice(0, 2).map(({ signature }) => signature)).toEqual(
    Array(2).fill('Signature is Valid.'),
  )
  expect(outside.signatures.map(({ openssl }) => openssl)).toEqual(['ok', 'ok', 'ok'])
  expect(outside.qpdf).toBe('clean')
  const raw = Buffer.from(pdf).toString('latin1')
  expect(raw).toContain('Carla Rossi')
  expect(raw).toContain(carla)

  const events = await eventsOf(request.id)
  expect(events.find(({ type }) => type === 'signer_group_added')?.data).toMatchObject({
    signerGroupName: 'Legal',
    groupVersionId: group.version_id,
    members: [anna.email, carla, emil],
  })
  expect(events.find(({ type }) => type === 'signed')).toMatchObject({
    actor: { kind: 'link', email: carla, name: 'Carla Rossi' },
    data: { signatureId: sid, signerGroupName: 'Legal', email: carla, name: 'Carla Rossi' },
  })
  const protocol = await protocolOf(request.id, ben.as)
  for (const text of ['Legal', 'Carla Rossi', carla, emil]) expect(protocol).toContain(text)
})

test('of all members at once exactly one signs; the others are refused clearly', async () => {
  const emails = Array.from({ length: 4 }, () => someEmail('racer'))
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), ...emails.map((email) => ({ email }))],
  })
  const guests = await Promise.all(emails.map((email) => asGuest(email)))
  const keys = await Promise.all([
    keyOf(api.ask(sign, orderOf(request.id), anna.as)),
    ...guests.map((as) => keyOf(api.ask(signDirect, orderOf(request.id), as))),
  ])
  expect(keys.toSorted()).toEqual(['ok', ...Array<string>(4).fill('signature.taken_by_member')])
  await signed(request.id)
  const events = await eventsOf(request.id)
  expect(events.filter(({ type }) => type === 'signing_started')).toHaveLength(1)
  expect(events.filter(({ type }) => type === 'signed')).toHaveLength(1)
})

test('any member may sign when the first one failed', async () => {
  const carla = someEmail('carla')
  const { request, sid } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: carla }],
  })
  const as = await asGuest(carla)
  await api.context.pool.query(
    `INSERT INTO signings (request_id, signature_id, member_id, status, error, signing_name, actor)
     SELECT request_id, signature_id, id, 'ERROR', 'timestamp_unavailable', 'Anna', '{}' FROM signature_members
     WHERE signature_id = $1 AND email = $2`,
    [sid, anna.email],
  )
  const failed = { status: 'ERROR', error: 'timestamp_unavailable' }
  expect((await seen(request.id, anna.as)).signatures[0]?.signing).toEqual(failed)
  // Another member's failed signing is nothing Carla can do anything about.
  expect((await direct(request.id, as)).signatures[0]).toMatchObject({ is_viewer: true, signing: null })
  await api.call(signDirect, orderOf(request.id), as)
  await signed(request.id)
  expect((await seen(request.id, anna.as)).signatures[0]?.signer_identity_data.email_address).toBe(carla)
})

test('a signing that failed is told to the member who tried and to the sender, not to another member', async () => {
  const { request, sid } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), asMember(dora)],
  })
  await api.context.pool.query(
    `INSERT INTO signings (request_id, signature_id, member_id, status, error, signing_name, actor)
     SELECT request_id, signature_id, id, 'ERROR', 'timestamp_unavailable', 'Anna', '{}' FROM signature_members
     WHERE signature_id = $1 AND email = $2`,
    [sid, anna.email],
  )
  const params = { id: request.id, sigId: sid }
  const told = await Promise.all(
    [ben, anna, dora].map(async ({ as }) => {
      const { status, error } = await api.call(getSigningStatus, { params }, as)
      return `${status} ${error}`
    }),
  )
  expect(told).toEqual(['ERROR timestamp_unavailable', 'ERROR timestamp_unavailable', 'OPEN null'])
})

test('one member declines for all of them', async () => {
  const carla = someEmail('carla')
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: carla, name: 'Carla Rossi' }],
    signers: [{ email: dora.email }],
  })
  const as = await asGuest(carla)
  const body = { message: 'Not like this' }
  await api.call(requests.declineDirect, { params: { id: request.id }, body }, as)
  const after = await seen(request.id, anna.as)
  expect(statusesOf(after)).toBe('DECLINED DECLINED WITHDRAWN')
  expect(after.signatures[0]).toMatchObject({
    signer_identity_data: { email_address: carla },
    decline_message: 'Not like this',
    signer_group: { members: [{ status: null }, { status: 'DECLINED' }] },
  })
  expect(await told(request.id, 'declined')).toEqual([ben.email, anna.email, dora.email].toSorted())
  expect(await keyOf(api.ask(sign, orderOf(request.id), anna.as))).toBe('request.not_open')
  const event = (await eventsOf(request.id)).find(({ type }) => type === 'declined')
  expect(event).toMatchObject({ actor: { email: carla }, data: { signerGroupName: 'Legal', email: carla } })
})

test('one member hands the signature of the group on, and nobody else of it is asked any longer', async () => {
  const [carla, deputy] = [someEmail('carla'), someEmail('deputy')]
  const { request, sid } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: carla }],
  })
  const asCarla = await asGuest(carla)
  const params = { id: request.id }
  const delegate = (as: string, email: string) =>
    api.ask(requests.delegateSignature, { params, body: { email } }, as)
  expect(await keyOf(delegate(anna.as, anna.email))).toBe('validation.failed')
  expect(await keyOf(delegate(anna.as, deputy))).toBe('ok')
  expect(await keyOf(see(request.id, anna.as))).toBe('not_found')
  expect(await keyOf(api.ask(requests.getDirectSignatureRequest, { params }, asCarla))).toBe(
    'auth.link_delegated',
  )
  expect(await told(request.id, 'group_settled')).toEqual([carla])
  expect((await seen(request.id, ben.as)).signatures).toMatchObject([
    {
      sid,
      signer_group: null,
      signer_identity_data: { email_address: deputy },
      delegated_by: { email: anna.email, name: 'Anna Keller' },
    },
  ])
  await api.call(signDirect, orderOf(request.id), await asGuest(deputy))
  await signed(request.id)
  expect(statusesOf(await seen(request.id, ben.as))).toBe('SIGNED SIGNED')
  const event = (await eventsOf(request.id)).find(({ type }) => type === 'delegated')
  expect(event?.data).toMatchObject({ signerGroupName: 'Legal', to: deputy })
})

test('a reminder goes to every member, by the link they have, at most once an hour', async () => {
  const carla = someEmail('carla')
  const { request, sid } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), { email: carla }, asMember(ben)],
  })
  const as = await asGuest(carla)
  const remind = () => api.ask(requests.remindSigners, { params: { id: request.id }, body: {} }, ben.as)
  const reply = await remind()
  expect(reply.ok && reply.body).toEqual({ reminded: [sid], tooSoon: [] })
  expect(await asGuest(carla, /Reminder/)).toBe(as)
  expect(await told(request.id, 'reminder')).toEqual([anna.email, carla].toSorted())
  expect(await keyOf(remind())).toBe('rate.exceeded')
})

test('the sender who is a member of the group is told of a delegation as the sender alone', async () => {
  const members = [asMember(anna), asMember(dora), asMember(ben)]
  const { request } = await aGroupRequest(api, { owner: ben, members })
  const delegation = { params: { id: request.id }, body: { email: someEmail('next') } }
  await api.call(requests.delegateSignature, delegation, anna.as)
  expect(await told(request.id, 'group_settled')).toEqual([dora.email])
  expect(await told(request.id, 'delegated')).toEqual([ben.email])
})

test('a member is someone by their own link: a name they give is theirs alone', async () => {
  const [carla, emil] = [someEmail('carla'), someEmail('emil')]
  const { request } = await aGroupRequest(api, { owner: ben, members: [{ email: carla }, { email: emil }] })
  const as = await asGuest(carla)
  const name = { firstName: 'Carla', lastName: 'Rossi', attributes: { lang: 'fr' as const } }
  const user = await api.call(updateDirectUser, { body: name }, as)
  expect(user).toMatchObject({ email: carla, firstName: 'Carla Rossi', attributes: { lang: 'fr' } })
  expect(await api.call(getDirectUser, {}, await asGuest(emil))).toMatchObject({ email: emil, firstName: '' })
  const again = await api.ask(updateDirectUser, { body: { firstName: 'Eve', lastName: 'Mallory' } }, as)
  expect(again).toMatchObject({ ok: false, error: { key: 'not_allowed' } })
  await api.call(signDirect, orderOf(request.id), as)
  await signed(request.id)
  expect((await seen(request.id, ben.as)).signatures[0]?.signer_identity_data).toMatchObject({
    email_address: carla,
    first_name: 'Carla',
    last_name: 'Rossi',
  })
})

test('a request keeps the people it was made with, whatever becomes of the group', async () => {
  const carla = someEmail('carla')
  const { request, sid, group } = await aGroupRequest(api, { owner: ben, members: [{ email: carla }] })
  const params = { id: group.id }
  const members = [{ email: anna.email }]
  await api.call(
    updateSignerGroup,
    { params, body: { members, name: 'Legal framework', version: 1 } },
    ben.as,
  )
  await api.call(deleteSignerGroup, { params }, ben.as)
  const asked = { sid, signer_group_id: group.id }
  const kept = await api.call(
    requests.updateSignatureRequest,
    { params: { id: request.id }, body: { signatures: [asked, { account_email: dora.email }] } },
    ben.as,
  )
  expect(kept.signatures[0]).toMatchObject({
    sid,
    signer_group: { name: 'Legal', members: [{ email: carla }] },
  })
  await api.call(signDirect, orderOf(request.id), await asGuest(carla))
  await signed(request.id)
  expect(await keyOf(see(request.id, anna.as))).toBe('not_found')
  const again = { params: { id: request.id }, body: { signer_group_id: group.id } }
  expect(await keyOf(api.ask(requests.addSignature, again, ben.as))).toBe('request.already_signed')
})
