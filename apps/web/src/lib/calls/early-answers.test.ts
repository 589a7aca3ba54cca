import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'
import { send } from './send.ts'

const request = (authorization: string) => ({
  method: 'GET',
  address: '/v1/direct/user?v2=true',
  headers: { accept: 'application/json', authorization },
  body: undefined,
  signal: undefined,
  onProgress: undefined,
})
const early = (authorization: string, response: Promise<Response>, askedAt = Date.now()) =>
  vi.stubGlobal('earlyAnswers', new Map([['/v1/direct/user?v2=true', { authorization, response, askedAt }]]))
afterEach(() => vi.unstubAllGlobals())

test('a call that was made early is taken once, and made again after that', async () => {
  early('Basic anna', Promise.resolve(new Response('{"from":"early"}')))
  vi.stubGlobal('fetch', async () => new Response('{"from":"now"}'))
  expect(await (await send(request('Basic anna'))).json()).toEqual({ from: 'early' })
  expect(await (await send(request('Basic anna'))).json()).toEqual({ from: 'now' })
})

test('what was read early is no answer to a change of the same', async () => {
  early('Basic anna', Promise.resolve(new Response('{"from":"early"}')))
  vi.stubGlobal('fetch', async () => new Response('{"from":"now"}'))
  expect(await (await send({ ...request('Basic anna'), method: 'PUT' })).json()).toEqual({ from: 'now' })
})

test('an early answer is nobody else’s', async () => {
  early('Basic anna', Promise.resolve(new Response('{}')))
  expect(await takeEarlyAnswer('/v1/direct/user?v2=true', 'Basic ben')).toBeUndefined()
})

test.each([
  ['did not arrive', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['was not allowed yet', async () => new Response('{}', { status: 403 })],
])('an early call that %s is made again by the app', async (_, response) => {
  early('Basic anna', response())
  vi.stubGlobal('fetch', async () => new Response('{"from":"now"}'))
  expect(await (await send(request('Basic anna'))).json()).toEqual({ from: 'now' })
})

test('a link that there is not is not asked for twice', async () => {
  early('Basic anna', Promise.resolve(new Response('{}', { status: 404 })))
  expect((await send(request('Basic anna'))).status).toBe(404)
})

test('an early answer that nobody took for a while is no longer how things are', async () => {
  early('Basic anna', Promise.resolve(new Response('{}')), Date.now() - 20_001)
  expect(await takeEarlyAnswer('/v1/direct/user?v2=true', 'Basic anna')).toBeUndefined()
})
