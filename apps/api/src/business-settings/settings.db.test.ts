import * as calls from '@countersign/contract/business-settings.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
}, 60_000)
afterAll(() => api?.stop())

async function aCompany() {
  const [anna, ben, dora] = await Promise.all(
    ['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!anna || !ben || !dora) throw new Error('nobody came')
  const id = await aBusiness(api, { admins: [anna], members: [ben] })
  return { anna, ben, dora, id, params: { id } }
}

/** Of a picture with more in it than what is to be seen. */
const aLogo = (width = 1600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: { create: { width: width / 2, height: height / 2, channels: 3, background: '#1d3f8f' } } },
    ])
    .withExif({ IFD0: { Copyright: 'hidden words' } })
    .jpeg()
    .toBuffer()
const base64 = async (picture: Promise<Buffer>) => (await picture).toString('base64')

test('a logo is decoded and written anew, small, and is there for everybody who knows its address', async () => {
  const { anna, params } = await aCompany()
  const body = { image: await base64(aLogo()) }
  const { settings } = await api.call(calls.setLogo, { params, body }, anna.as)
  const { logo } = settings.companyBranding
  expect(logo?.width).toBe(600)
  expect(logo?.height).toBeLessThan(240)
  const answer = await fetch(api.url + logo?.url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const kept = Buffer.from(await answer.arrayBuffer())
  expect(kept.includes('hidden words')).toBe(false)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 600, height: logo?.height })

  await api.call(calls.deleteLogo, { params }, anna.as)
  expect((await fetch(api.url + logo?.url)).status).toBe(404)
})

test('what is no picture is refused, and so is whoever may not', async () => {
  const { anna, ben, dora, params } = await aCompany()
  const set = async (image: string, as: string) => api.ask(calls.setLogo, { params, body: { image } }, as)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await set(svg.toString('base64'), anna.as)).toMatchObject({ error: { key: 'image.invalid' } })
  const good = await base64(aLogo(200, 200))
  expect(await set(good, ben.as)).toMatchObject({ status: 403, error: { key: 'business.not_allowed' } })
  expect(await set(good, dora.as)).toMatchObject({ status: 404 })
})

test('who changed what and when is told to the admins, and what is on since when', async () => {
  const { anna, ben, params } = await aCompany()
  const change = (settings: businesses.SettingsChange) =>
    api.call(businesses.updateBusinessSettings, { params, body: { settings } }, anna.as)
  await change({ signatureRequests: { part11: { enabled: true } } })
  await change({ signerGroups: { maxGroups: 3 }, affiliate: { enabled: true } })
  await api.call(calls.setLogo, { params, body: { image: await base64(aLogo(200, 200)) } }, anna.as)

  const { items, total_items } = await api.call(calls.listSettingsChanges, { params }, anna.as)
  expect(total_items).toBe(3)
  expect(items.map(({ by, changes, logo }) => ({ by: by?.email, changes, logo }))).toEqual([
    { by: anna.email, changes: [], logo: 'set' },
    {
      by: anna.email,
      changes: [
        { setting: 'signerGroups.maxGroups', before: null, after: 3 },
        { setting: 'affiliate.enabled', before: false, after: true },
      ],
      logo: null,
    },
    {
      by: anna.email,
      changes: [{ setting: 'signatureRequests.part11.enabled', before: false, after: true }],
      logo: null,
    },
  ])
  const { extras } = await api.call(calls.getCustomExtras, { params }, anna.as)
  const on = extras.filter(({ enabled }) => enabled).map(({ name, since }) => [name, since])
  expect(on).toEqual([
    ['part11', items[2]?.at],
    ['branding', items[0]?.at],
  ])
  expect(await api.ask(calls.listSettingsChanges, { params }, ben.as)).toMatchObject({ status: 403 })
})
