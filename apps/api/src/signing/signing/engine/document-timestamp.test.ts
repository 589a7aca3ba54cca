import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { aPki, aTimestampToken, sha256 } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { stampDocument } from './document-timestamp.ts'

const { timestamper } = aPki()
const digest = sha256(Buffer.from('a signed file'))
const signedAt = new Date('2026-11-30T10:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: signedAt }))
afterEach(() => void vi.useRealTimers())

/** Its clock differs from ours by so many milliseconds; it gives whole seconds. */
function anAuthority(ahead: number) {
  let asked = 0
  return {
    asked: () => asked,
    timestamp: (given: Uint8Array) => {
      asked += 1
      const time = new Date(Date.now() + ahead)
      return Promise.resolve({ token: aTimestampToken(timestamper, given, undefined, time) })
    },
  }
}

async function stamped(authority: ReturnType<typeof anAuthority>, notBefore: Date | null = signedAt) {
  const outcome = stampDocument(authority, digest, notBefore).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  const token = await outcome
  if (!(token instanceof Uint8Array)) throw token
  return readTimestampToken(token).info?.time.getTime() ?? 0
}

test('a document timestamp that follows the signature’s own is taken as it is', async () => {
  const authority = anAuthority(0)
  expect(await stamped(authority)).toBeGreaterThanOrEqual(signedAt.getTime())
  expect(authority.asked()).toBe(1)
})

test.each([
  ['two seconds before the signature’s own', -2000, signedAt],
  ['in the same second, without its fraction,', 0, new Date(signedAt.getTime() + 700)],
])('a document timestamp from %s is asked for again', async (_, ahead, notBefore) => {
  const authority = anAuthority(ahead)
  expect(await stamped(authority, notBefore)).toBeGreaterThanOrEqual(notBefore.getTime())
  expect(authority.asked()).toBeGreaterThan(1)
})

test('an authority whose clock is a minute behind gives no timestamp for the document', async () => {
  await expect(stamped(anAuthority(-60_000))).rejects.toThrow(TimestampUnavailable)
})

test('a signature without a timestamp of its own has none to follow', async () => {
  const authority = anAuthority(-60_000)
  expect(await stamped(authority, null)).toBeLessThan(signedAt.getTime())
  expect(authority.asked()).toBe(1)
})
