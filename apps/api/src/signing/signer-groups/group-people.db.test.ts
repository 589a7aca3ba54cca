import { deleteUser } from '@countersign/contract/accounts.ts'
import { autocompleteEmail } from '@countersign/contract/observers.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import { sign, signDirect } from '@countersign/contract/signing.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lookInto, orderOf, someEmail, statusesOf } from '#api/testing/request-actions.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft } from '#api/testing/signature-request.ts'
import { aGroupDraft, aGroupRequest, asMember } from '#api/testing/signer-group.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
})
afterAll(() => api?.stop())
const { see, keyOf, eventsOf, breaks, told, asGuest } = lookInto(() => api)
afterEach(async () => expect(await breaks()).toEqual([]))

const seen = async (id: string, as: string) => {
  const reply = await see(id, as)
  if (!reply.ok) throw new Error(reply.error.key)
  return reply.body
}
const params = ({ id }: { id: string }) => ({ params: { id } })
async function signed(id: string, index = 0): Promise<void> {
  await expect.poll(async () => (await seen(id, ben.as)).signatures[index]?.status_code).toBe('SIGNED')
}

test('a member who signs up finds the request, and signs as the account or by the link', async () => {
  const email = someEmail('nora')
  const { request } = await aGroupRequest(api, { owner: ben, members: [{ email }, asMember(anna)] })
  const link = await asGuest(email)
  const nora = await api.person({ firstName: 'Nora', email })
  expect(await seen(request.id, nora.as)).toMatchObject({
    viewer: { role: 'signer', status: 'TO_SIGN', can: { sign: true } },
  })
  const { items } = await api.call(requests.listSignatureRequests, { query: { search: 'legal' } }, nora.as)
  expect(items).toMatchObject([{ id: request.id, status: 'TO_SIGN' }])
  await api.call(signDirect, orderOf(request.id), link)
  await signed(request.id)
  expect((await seen(request.id, nora.as)).signatures[0]).toMatchObject({ is_viewer: true })
})

test('of an account that is deleted the person is asked by a link; the other members stay as they were', async () => {
  const gone = await api.person({ firstName: 'Gerd' })
  const { request } = await aGroupRequest(api, { owner: ben, members: [asMember(gone), asMember(anna)] })
  await api.inbox.next(gone.email, /requested your signature/)
  const before = await told(request.id, 'invitation')
  await api.call(deleteUser, { body: { password: gone.password } }, gone.as)
  expect(await told(request.id, 'invitation')).toEqual([...before, gone.email].toSorted())
  const as = await asGuest(gone.email, /requested your signature/)
  await api.call(signDirect, orderOf(request.id), as)
  await signed(request.id)
  expect((await seen(request.id, anna.as)).signatures[0]).toMatchObject({
    signer_identity_data: { email_address: gone.email },
    is_viewer: false,
  })
})

test('a member may be a signer of their own, and the sender one of the group', async () => {
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(ben), asMember(anna)],
    signers: [{ email: anna.email }],
  })
  expect(await told(request.id, 'invitation')).toEqual([anna.email, anna.email])
  expect(await seen(request.id, ben.as)).toMatchObject({ viewer: { role: 'owner', can: { sign: true } } })
  await api.call(sign, orderOf(request.id), ben.as)
  await signed(request.id)
  await api.call(sign, orderOf(request.id), anna.as)
  await signed(request.id, 1)
  const done = await seen(request.id, anna.as)
  expect(statusesOf(done)).toBe('SIGNED SIGNED SIGNED')
  expect(done.signatures.map((one) => one.signer_identity_data.email_address)).toEqual([
    ben.email,
    anna.email,
  ])
  expect(await told(request.id, 'signed_copy')).toEqual([anna.email, ben.email].toSorted())
})

test('all members are told when it is withdrawn or when the group is asked no more, with the reason once each', async () => {
  const [carla, emil] = [someEmail('carla'), someEmail('emil')]
  const members = [{ email: carla }, { email: emil }]
  const first = await aGroupRequest(api, { owner: ben, members })
  const body = { message: 'A mistake' }
  await api.call(requests.withdrawSignatureRequest, { ...params(first.request), body }, ben.as)
  expect(await told(first.request.id, 'withdrawn')).toEqual([carla, emil].toSorted())

  const second = await aGroupRequest(api, { owner: ben, members, signers: [{ email: anna.email }] })
  await asGuest(carla, /requested your signature/)
  const as = await asGuest(carla, /requested your signature/)
  await api.call(requests.removeSignature, { params: { id: second.request.id, sigId: second.sid } }, ben.as)
  expect(await keyOf(api.ask(requests.getDirectSignatureRequest, params(second.request), as))).toBe(
    'auth.link_removed',
  )
  await api.inbox.next(emil, /has withdrawn/)
  const types = (await eventsOf(second.request.id)).map(({ type }) => type)
  expect(types).toContain('signer_group_removed')
})

test('it waits for its turn, and asks nobody before', async () => {
  const carla = someEmail('carla')
  const { request, group, sid } = await aGroupDraft(api, {
    owner: ben,
    members: [{ email: carla }],
    signers: [{ email: anna.email, sequence: 0 }],
  })
  const [, second] = request.signatures
  const signatures = [
    { sid, signer_group_id: group.id, sequence: 1 },
    { sid: second?.sid, account_email: anna.email, sequence: 0 },
  ]
  await api.call(requests.updateSignatureRequest, { ...params(request), body: { signatures } }, ben.as)
  const sent = await api.call(requests.initiateSignatureRequest, params(request), ben.as)
  expect(statusesOf(sent)).toBe('OPEN WAITING OPEN')
  expect(await told(request.id, 'invitation')).toEqual([anna.email])
  await api.call(sign, orderOf(request.id), anna.as)
  await signed(request.id, 1)
  await api.call(signDirect, orderOf(request.id), await asGuest(carla))
  await signed(request.id)
})

test('a group is added to what is out, as one signature, and comes back as itself', async () => {
  const carla = someEmail('carla')
  const { request, group, sid } = await aGroupRequest(api, { owner: ben, members: [{ email: carla }] })
  const added = await api.call(
    requests.addSignature,
    { ...params(request), body: { signer_group_id: group.id } },
    ben.as,
  )
  expect(added.signatures).toHaveLength(2)
  expect(added.signatures[0]).toMatchObject({ sid })
  expect(await told(request.id, 'invitation')).toEqual([carla, carla])
  const copy = await api.call(requests.copySignatureRequest, params(request), ben.as)
  expect(copy).toMatchObject({
    status_overall: 'DRAFT',
    signatures: [
      { status_code: 'DRAFT', signer_group: { name: 'Legal', members: [{ email: carla, delivery: null }] } },
      {},
    ],
  })
})

test("wrong groups are named: others', none at all, beside a person, and more people than are asked at once", async () => {
  const draft = await aDraft(api, { owner: ben })
  const members = [{ email: someEmail('x') }]
  const others = await api.call(createSignerGroup, { body: { name: 'Mine', members } }, anna.as)
  const own = await api.call(createSignerGroup, { body: { name: 'Mine', members } }, ben.as)
  const put = async (signatures: readonly object[]) => {
    const reply = await api.ask(
      requests.updateSignatureRequest,
      { ...params(draft), body: { signatures } } as never,
      ben.as,
    )
    return reply.ok ? [] : reply.error.fields?.map(({ field, code }) => `${field} ${code}`)
  }
  const id = 'signatures.0.signer_group_id unknown'
  expect(await put([{ signer_group_id: others.id }])).toEqual([id])
  expect(await put([{ signer_group_id: crypto.randomUUID() }])).toEqual([id])
  expect(await put([{ signer_group_id: own.id, account_email: anna.email }])).toEqual([
    'signatures.0.account_email ambiguous',
  ])
  const many = Array.from({ length: 50 }, () => ({ email: someEmail('many') }))
  const crowd = await api.call(createSignerGroup, { body: { name: 'Crowd', members: many } }, ben.as)
  const signatures = Array.from({ length: 11 }, () => ({ signer_group_id: crowd.id }))
  expect(await put(signatures)).toEqual(['signatures too_big'])
  expect(await put(signatures.slice(0, 2))).toEqual([])
})

test('who types is offered the groups they keep, and the people of groups they asked', async () => {
  const eva = await api.person({ firstName: 'Eva' })
  const email = someEmail('zoe')
  await aGroupRequest(api, { owner: eva, named: 'Zoological board', members: [{ email, name: 'Zoe Ott' }] })
  const offered = (as: string) => api.call(autocompleteEmail, { query: { input: 'zo' } }, as)
  expect(await offered(eva.as)).toMatchObject({
    items: [{ email, name: 'Zoe Ott' }],
    groups: [{ name: 'Zoological board', member_count: 1 }],
  })
  expect(await offered(anna.as)).toEqual({ items: [], groups: [] })
})

test('a mail that comes back shows on its member, and on the signature as long as it does', async () => {
  const [lost, carla] = [someEmail('bounce'), someEmail('carla')]
  // Nothing else is on its way that could be refused instead.
  const pending = () => api.context.pool.query("SELECT FROM mails WHERE state = 'pending'")
  await expect.poll(async () => (await pending()).rowCount).toBe(0)
  await api.fault('smtp', 'reject_recipient', 1)
  const { request } = await aGroupRequest(api, { owner: ben, members: [{ email: lost }, { email: carla }] })
  const states = async (as: string) => {
    const [signature] = (await seen(request.id, as)).signatures
    const members = signature?.signer_group?.members.map(({ delivery }) => delivery?.state ?? null)
    const ofMembers = (members ?? []).map(String).toSorted()
    return [signature?.delivery?.state, ...ofMembers].join(' ')
  }
  await expect.poll(() => states(ben.as)).toBe('failed failed sent')
})
