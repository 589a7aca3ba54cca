import { exportSignatureActivities } from '@countersign/contract/activity.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { isCallError } from './call-error.ts'
import { download } from './download.ts'

vi.mock('../account/session.ts', () => ({ session: { get: () => ({ token: 'abc' }) } }))
afterEach(() => vi.unstubAllGlobals())

const input = { params: { id: '0b0f6a3e-6f0e-4a63-9f0a-0d8c5a1f2b3c' }, query: {} }

function answering(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void, status = 200) {
  const headers = { 'content-disposition': 'attachment; filename="signatures.csv"' }
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(new ReadableStream({ pull }), { status, headers })),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const start = (signal = new AbortController().signal, onReceived: (bytes: number) => void = () => {}) =>
  download(exportSignatureActivities, input, { signal, onReceived })

test('a file as it comes: its name, how much there is, and all of it in order', async () => {
  const parts = ['a,b\r\n', '1,2\r\n']
  const fetched = answering((stream) => {
    const part = parts.shift()
    if (part === undefined) stream.close()
    else stream.enqueue(new TextEncoder().encode(part))
  })
  const received: number[] = []
  const file = await start(undefined, (bytes) => received.push(bytes))
  expect([file.name, await file.text()]).toEqual(['signatures.csv', 'a,b\r\n1,2\r\n'])
  expect(received).toEqual([5, 10])
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer abc' })
})

test('a file that breaks off is none', async () => {
  answering((stream) => stream.error(new TypeError('network error')))
  await expect(start()).rejects.toSatisfy((failure) => isCallError(failure, 'network'))
})

test('a file that one has stopped is no lost connection', async () => {
  const stop = new AbortController()
  answering((stream) => {
    stop.abort()
    stream.error(stop.signal.reason)
  })
  await expect(start(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refusal is told by its key', async () => {
  answering((stream) => {
    stream.enqueue(new TextEncoder().encode('{"key":"business.not_allowed","message":"No."}'))
    stream.close()
  }, 403)
  await expect(start()).rejects.toSatisfy((failure) => isCallError(failure, 'business.not_allowed'))
})
