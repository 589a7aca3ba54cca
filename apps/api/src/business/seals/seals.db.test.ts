import { getUser } from '@countersign/contract/accounts.ts'
import { deleteApiUser } from '@countersign/contract/api-users.ts'
import * as calls from '@countersign/contract/seals.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { anApiUser } from '#api/testing/api-user.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { strokes } from '#api/documents/visual-signatures/test-pictures.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

async function aCompany() {
  const [anna, ben, dora] = await Promise.all(
    ['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !dora) throw new Error('nobody came')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  const name = `seal-${crypto.randomUUID().slice(0, 8).replace(/^\d/, 'a')}`
  return { anna, ben, dora, id, name, params: { id, sealId: name } }
}

test('a seal can be used once its trust service has signed with it, and its certificate names the organisation', async () => {
  const { anna, id, name } = await aCompany()
  await aSeal(api, id, { name })
  const stranger = await aSeal(api, id, { name: `${name}-other`, organisation: 'Another Company AG' })
  expect(stranger).toMatchObject({
    provedAt: null,
    refusal: expect.stringContaining('not Another Company AG'),
  })
  const csc = await aSeal(api, id, { name: `${name}-csc`, service: 'csc', sealName: 'Nobody AG' })
  expect(csc).toMatchObject({ provedAt: null, refusal: expect.stringContaining('no credential') })
  const missing = await aSeal(api, id, { name: `${name}-none`, service: 'no-such-service' })
  expect(missing.refusal).toContain('No trust service')
  const { seals } = await api.call(calls.listSeals, { params: { id } }, anna.as)
  const shown = Object.fromEntries(seals.map((seal) => [seal.name, seal.data]))
  expect(shown[name]).toMatchObject({
    status: 'READY',
    quality: 'AES',
    legislation: 'EIDAS',
    provider: 'mab',
    certificate: { subject: expect.stringContaining('O=Lindenhof AG') },
  })
  expect(shown[`${name}-other`]).toMatchObject({ status: 'REFUSED', certificate: null })
  const events = await listBusinessEvents(api.context.db, id)
  expect(
    events
      .map(({ type }) => type)
      .filter((type) => type.startsWith('seal'))
      .toSorted(),
  ).toEqual([
    ...Array.from({ length: 4 }, () => 'seal_added'),
    'seal_proved',
    ...Array.from({ length: 3 }, () => 'seal_refused'),
  ])
})

test('admins say who may seal; members see their own right; nobody outside sees the seal', async () => {
  const { anna, ben, dora, id, name, params } = await aCompany()
  await aSeal(api, id, { name })
  const own = async (as: string) => (await api.call(calls.listOwnSeals, {}, as)).seals.map((one) => one.name)
  expect(await own(ben.as)).toEqual([])
  const granted = await api.call(
    calls.addSealMembers,
    { params, body: { members: [ben.email, anna.email] } },
    anna.as,
  )
  expect(granted).toMatchObject({ nMembers: 2, nApi: 0 })
  // A member who has the right keeps it, and nothing is recorded.
  await api.call(calls.addSealMembers, { params, body: { members: [ben.email.toUpperCase()] } }, anna.as)
  expect(await own(ben.as)).toEqual([name])
  const { signatureQualities } = await api.call(getUser, { query: { v2: 'true' } }, ben.as)
  expect(signatureQualities.seal).toEqual({ aes: true, qes: false })
  const seen = await api.call(calls.getSeal, { params }, ben.as)
  expect(seen.members.map(({ email }) => email)).toEqual([ben.email])
  expect(seen.nMembers).toBe(2)
  expect(await api.ask(calls.getSeal, { params }, dora.as)).toMatchObject({ status: 404 })
  expect(
    await api.ask(calls.addSealMembers, { params, body: { members: [ben.email] } }, ben.as),
  ).toMatchObject({ status: 403, error: { key: 'business.not_allowed' } })
  expect(
    await api.ask(calls.addSealMembers, { params, body: { members: [ben.email, dora.email] } }, anna.as),
  ).toMatchObject({ status: 400, error: { fields: [{ field: 'members.1', code: 'unknown' }] } })
  const id0 = granted.members.find(({ email }) => email === ben.email)?.id ?? ''
  await api.call(calls.removeSealMembers, { params, body: { members: [id0] } }, anna.as)
  expect(await own(ben.as)).toEqual([])
  const events = await listBusinessEvents(api.context.db, id)
  expect(
    events.filter(({ type }) => type.startsWith('seal_right')).map(({ type, data }) => [type, data.email]),
  ).toEqual([
    ['seal_right_granted', ben.email],
    ['seal_right_granted', anna.email],
    ['seal_right_withdrawn', ben.email],
  ])
})

test('a seal counts the programs that can use it', async () => {
  const { anna, id, name, params } = await aCompany()
  await aSeal(api, id, { name })
  const nApi = async () => (await api.call(calls.getSeal, { params }, anna.as)).nApi
  expect(await nApi()).toBe(0)
  const program = { admin: anna, businessId: id }
  const { username } = await anApiUser(api, { ...program, scopes: ['seals', 'activities'] })
  await anApiUser(api, { ...program, scopes: ['signature_requests'] })
  await anApiUser(api, { ...program, scopes: ['seals'], environment: 'DEMO' })
  expect(await nApi()).toBe(1)
  await api.call(deleteApiUser, { params: { id, username } }, anna.as)
  expect(await nApi()).toBe(0)
})

test('a seal has a label, and a picture that was looked at', async () => {
  const { anna, ben, id, name, params } = await aCompany()
  const { id: sealId } = await aSeal(api, id, { name })
  const changed = await api.call(
    calls.updateSeal,
    { params: { id, sealId }, body: { label: 'Lindenhof, Bern', certifies: true } },
    anna.as,
  )
  expect(changed).toMatchObject({ name, label: 'Lindenhof, Bern', data: { certifies: true } })
  const set = (image: string) => api.ask(calls.setSealImage, { params, body: { image } }, anna.as)
  expect(await set(Buffer.from('<svg/>').toString('base64'))).toMatchObject({
    status: 422,
    error: { key: 'image.invalid' },
  })
  expect(await api.ask(calls.getSealImage, { params }, ben.as)).toMatchObject({ status: 404 })
  const image = (await strokes().jpeg().toBuffer()).toString('base64')
  expect(await set(image)).toMatchObject({
    ok: true,
    body: { hasImage: true, image: `/v1/businesses/${id}/seals/${name}/image` },
  })
  const picture = await api.call(calls.getSealImage, { params }, ben.as)
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG')
  const without = await api.call(calls.deleteSealImage, { params }, anna.as)
  expect(without).toMatchObject({ hasImage: false, image: null })
})
