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
const early = (authorization: string, response: Promise<Response>, askedAt = performance.now()) =>
  vi.stubGlobal('earlyAnswers', new Map([['/v1/direct/user?v2=true', { authorization, response, askedAt }]]))
afterEach(() => vi.unstubAllGlobals())

test('a call that was made early is taken once, and made again after that', async () => {
  early('Basic anna', Promise.resolve(new Response('{"from":"early"}')))
  vi.stubGlobal('fetch', async () => new Response('{"from":"now"}'))
  expect(await (await send(request('Basic anna'))).json()).toEqual({ from: 'early' })
  expect(await (await send(request('Basic anna'))).json()).toEqual({ from: 'now' })
})

test('an early answer is nobody else’s', () => {
  early('Basic anna', Promise.resolve(new Response('{}')))
  expect(takeEarlyAnswer('/v1/direct/user?v2=true', 'Basic ben')).toBeUndefined()
})

test('an early call that did not arrive is one without an answer: the app tries again', async () => {
  early('Basic anna', Promise.reject(new TypeError('Failed to fetch')))
  expect((await send(request('Basic anna'))).status).toBe(0)
})

test('an early answer that nobody took for a while is no longer how things are', () => {
  early('Basic anna', Promise.resolve(new Response('{}')), performance.now() - 20_001)
  expect(takeEarlyAnswer('/v1/direct/user?v2=true', 'Basic anna')).toBeUndefined()
})
