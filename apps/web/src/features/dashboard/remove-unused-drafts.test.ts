import { beforeEach, expect, test, vi } from 'vitest'
import { aRequest } from '#web/testing/signature-request.ts'
import { CallError } from '#web/lib/calls/call-error.ts'

const call = vi.hoisted(() => vi.fn<(endpoint: { name: string }, input: object) => Promise<unknown>>())
vi.mock('#web/lib/calls/api.ts', () => ({ call }))
const kept = vi.hoisted(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
  const request = (_: string, __: object, run: (lock: object) => Promise<void>) => run({})
  vi.stubGlobal('navigator', { locks: { request } })
  return entries
})
const { removeUnusedDrafts } = await import('./remove-unused-drafts.ts')

const unused = 'countersign.unused-drafts'
const empty = aRequest({ status_overall: 'DRAFT', documents: [] })

/** What became of a draft that was left without a file, as it stands now. */
async function removed(found: () => Promise<unknown>): Promise<boolean> {
  call.mockImplementation(({ name }) => (name === 'getSignatureRequest' ? found() : Promise.resolve({})))
  await removeUnusedDrafts()
  return call.mock.calls.some(([{ name }]) => name === 'deleteSignatureRequest')
}

beforeEach(() => {
  call.mockReset()
  kept.set(unused, 'r')
})

test('a draft that was left without a file is removed', async () => {
  expect(await removed(async () => empty)).toBe(true)
  expect(kept.has(unused)).toBe(false)
})

const { documents } = aRequest()
const email = 'olga@example.org'
test.each([
  ['a document', { documents }],
  ['a signer', { signatures: [{}] }],
  ['an observer', { observers: [{ email }] }],
  ['an attachment', { attachments: [{}] }],
  ['a message', { message: 'Please sign' }],
  ['another state', { status_overall: 'OPEN' }],
])('a draft that has %s by now, from another place, is kept and no longer looked at', async (_, change) => {
  expect(await removed(async () => ({ ...empty, ...change }))).toBe(false)
  expect(kept.has(unused)).toBe(false)
})

test('a draft that can’t be read is looked at another time, one that is gone is not', async () => {
  const failing = (status: number, key: string) => () =>
    Promise.reject(new CallError({ key, status, message: '' }))
  expect(await removed(failing(0, 'network'))).toBe(false)
  expect(kept.get(unused)).toBe('r')
  expect(await removed(failing(404, 'not_found'))).toBe(false)
  expect(kept.has(unused)).toBe(false)
})
