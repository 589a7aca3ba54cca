import { randomBytes } from 'node:crypto'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import {
  readTimestampToken,
  verifyTimestampToken,
} from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { describe, expect, test } from 'vitest'
import { TimestampUnavailable } from './port.ts'
import type { TimestampAuthority } from './port.ts'

export const timestampFaults = ['status_503', 'refused', 'bad_signature', 'wrong_imprint'] as const

export interface TimestampStage {
  readonly authority: TimestampAuthority
  /** Makes the far side meet every call in this way, until `healAll`. */
  readonly fail: (kind: (typeof timestampFaults)[number] | 'timeout') => void
  readonly healAll: () => void
}

/**
 * What every time-stamp adapter has to do; `stage` is called in each test. An impatient one waits for an answer only
 * shortly; the others long enough for a busy machine.
 */
export function timestampConformance(
  name: string,
  stage: (patience?: 'impatient') => Promise<TimestampStage>,
): void {
  describe(`${name} is a time-stamp authority`, () => {
    test('a token is over the digest, of now, and chains to an anchor', async () => {
      const { authority } = await stage()
      const digest = randomBytes(32)
      const { token } = await authority.timestamp(digest)
      const { problems, info, signerCertificate, certificates } = verifyTimestampToken(token, digest)
      expect(problems).toEqual([])
      const time = info?.time ?? new Date(0)
      expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(60_000)
      const intermediates = certificates.map(({ raw }) => raw)
      const leaf = signerCertificate?.raw ?? new Uint8Array()
      expect(verifyChain(leaf, intermediates, await authority.anchors(), time).trusted).toBe(true)
    })

    test('its validation material tells a good status of the whole chain', async () => {
      const { authority } = await stage()
      const { token } = await authority.timestamp(randomBytes(32))
      const { certificates, ...material } = await authority.validation(token)
      const { info, signerCertificate } = readTimestampToken(token)
      const leaf = signerCertificate?.raw ?? new Uint8Array()
      const chain = verifyChain(
        leaf,
        certificates,
        await authority.anchors(),
        info?.time ?? new Date(0),
        material,
      )
      expect(chain).toMatchObject({ trusted: true, revocation: 'good', problems: [] })
    })

    test.each(timestampFaults)('%s gives no token but an error that names the authority', async (kind) => {
      const { authority, fail, healAll } = await stage()
      fail(kind)
      const failed = authority.timestamp(randomBytes(32))
      await expect(failed).rejects.toBeInstanceOf(TimestampUnavailable)
      await expect(failed).rejects.toThrow(/http:\/\/127\.0\.0\.1/)
      healAll()
      const digest = randomBytes(32)
      expect(verifyTimestampToken((await authority.timestamp(digest)).token, digest).problems).toEqual([])
    })

    test('an authority that never answers is given up and named', async () => {
      const { authority, fail } = await stage('impatient')
      fail('timeout')
      await expect(authority.timestamp(randomBytes(32))).rejects.toThrow(/127\.0\.0\.1.*no answer within/)
    })

    test('something that is no token of its own has no validation material', async () => {
      const { authority } = await stage()
      await expect(authority.validation(randomBytes(64))).rejects.toBeInstanceOf(TimestampUnavailable)
    })

    test('many at once each get their own token', async () => {
      const { authority } = await stage()
      const digests = Array.from({ length: 20 }, () => randomBytes(32))
      const tokens = await Promise.all(digests.map((digest) => authority.timestamp(digest)))
      const verified = tokens.map(
        ({ token }, index) => verifyTimestampToken(token, digests[index] ?? token).valid,
      )
      expect(verified).toEqual(digests.map(() => true))
    })
  })
}
