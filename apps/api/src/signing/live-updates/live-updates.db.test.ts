import { logout } from '@countersign/contract/sessions.ts'
import {
  createSignatureRequest,
  deleteSignatureRequest,
  removeSignature,
} from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'
import type { RecentChanges } from './recent-changes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

/** Listens as a browser does; `heard` is what came in so far. */
async function listen(as: string): Promise<{ heard: string[]; ended: Promise<void>; stop(): void }> {
  const end = new AbortController()
  const response = await fetch(`${api.url}/v3/changes`, {
    headers: { authorization: as },
    signal: end.signal,
  })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const heard: string[] = []
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? [])
      for (const [, data] of decoder.decode(chunk).matchAll(/^data: \{"requestId":"(.+)"\}$/gm))
        heard.push(data ?? '')
  }
  return { heard, ended: read().catch(() => {}), stop: () => end.abort() }
}

test('anyone who has a part in a request hears of it, and nobody else', async () => {
  const [ben, anna, dora] = await Promise.all(
    ['Ben', 'Anna', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  const [atBens, atAnnas, atDoras] = await Promise.all([ben, anna, dora].map((one) => listen(one?.as ?? '')))
  const { id, signatures } = await aSignatureRequest(api, {
    owner: ben as Person,
    signers: [{ email: anna?.email ?? '' }, { email: 'carla@example.org' }],
  })
  await expect.poll(() => atBens?.heard).toContain(id)
  await expect.poll(() => atAnnas?.heard).toContain(id)

  // To be taken out of it is a change too.
  atAnnas?.heard.splice(0)
  await api.call(removeSignature, { params: { id, sigId: signatures[0]?.sid ?? '' } }, ben?.as)
  await expect.poll(() => atAnnas?.heard).toContain(id)

  // What Dora hears first is her own: nothing of the above was on its way to her.
  const own = await api.call(createSignatureRequest, { body: { title: 'Mine' } }, dora?.as)
  await expect.poll(() => atDoras?.heard).toContain(own.id)
  expect(atDoras?.heard).not.toContain(id)
  atDoras?.heard.splice(0)
  await api.call(deleteSignatureRequest, { params: { id: own.id } }, dora?.as)
  await expect.poll(() => atDoras?.heard).toContain(own.id)
  for (const one of [atBens, atAnnas, atDoras]) one?.stop()
})

/** The first event of a stream. */
async function recentOf(as: string): Promise<RecentChanges> {
  const response = await fetch(`${api.url}/v3/changes`, { headers: { authorization: as } })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk)
    const [, data] = /^event: recent\ndata: (.+)\n\n/m.exec(text) ?? []
    if (data) return JSON.parse(data) as RecentChanges
  }
  throw new Error('ended before its first event')
}

test('anyone who begins to listen is told of their own changes before that, and how far back these reach', async () => {
  const [ben, dora] = await Promise.all(['Ben', 'Dora'].map((firstName) => api.person({ firstName })))
  const before = performance.now()
  const { id } = await api.call(createSignatureRequest, { body: { title: 'Mine' } }, ben?.as)
  await expect
    .poll(async () => (await recentOf(ben?.as ?? '')).changes.map((one) => one.requestId))
    .toEqual([id])
  const { heardFor, changes } = await recentOf(ben?.as ?? '')
  expect(changes[0]?.ago).toBeLessThanOrEqual(performance.now() - before)
  expect(heardFor).toBeGreaterThanOrEqual(changes[0]?.ago ?? NaN)
  expect((await recentOf(dora?.as ?? '')).changes).toEqual([])
})

test('a client listens by session alone, and not too often', async () => {
  expect((await fetch(`${api.url}/v3/changes`)).status).toBe(401)
  const ida = await api.person({ firstName: 'Ida' })
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(ida.as)))
  const beyond = await fetch(`${api.url}/v3/changes`, { headers: { authorization: ida.as } })
  expect(beyond.status).toBe(429)
  expect(beyond.headers.get('retry-after')).toBe('60')
  open[0]?.stop()
  // The place of one that went away is free again.
  await expect.poll(async () => (await listen(ida.as).catch(() => null)) !== null).toBe(true)
  await api.call(logout, {}, ida.as)
  expect((await fetch(`${api.url}/v3/changes`, { headers: { authorization: ida.as } })).status).toBe(401)
  for (const one of open) one.stop()
})

test('a service that is shut down ends what it was saying', async () => {
  const other = await startTestApi()
  const eva = await other.person({ firstName: 'Eva' })
  const response = await fetch(`${other.url}/v3/changes`, { headers: { authorization: eva.as } })
  const text = response.text()
  await other.stop()
  expect(await text).toContain('retry: 3000')
})
