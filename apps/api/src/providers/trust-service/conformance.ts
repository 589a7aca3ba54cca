import { createHash, randomBytes } from 'node:crypto'
import { verifyChain } from '@countersign/pdf-signature/cms/certificates/chain.ts'
import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import { describe, expect, test } from 'vitest'
import type { SignatureOrder, TrustService } from './port.ts'

export interface TrustServiceStage {
  readonly trustService: TrustService
  /** Gives tokens that verify. */
  readonly timestamp: (digest: Uint8Array) => Promise<Uint8Array>
  /** What this adapter signs with. */
  readonly qualities: readonly SignatureOrder['quality'][]
}

/** What every trust-service adapter has to do; `stage` is called in each test. */
export function trustServiceConformance(name: string, stage: () => Promise<TrustServiceStage>): void {
  const anna = { name: 'Anna Müller', email: 'anna@example.test' }

  describe(`${name} is a trust service`, () => {
    test('a signature verifies, is stamped, and chains to an anchor with a known status', async () => {
      const { trustService, timestamp, qualities } = await stage()
      for (const quality of qualities) {
        const digest = randomBytes(32)
        const signed = await trustService.sign({ digest, quality, signer: anna, timestamp })
        const verdict = verifySignedData(signed.cms, digest)
        expect(verdict).toMatchObject({ problems: [], departures: [], timestamp: { problems: [] } })
        expect(Buffer.from(verdict.signerCertificate?.raw ?? []).equals(signed.certificate)).toBe(true)
        const { certificates, ...material } = signed.validation
        const at = verdict.timestamp?.info?.time ?? new Date(0)
        const anchors = await trustService.anchors()
        const chain = verifyChain(signed.certificate, certificates, anchors, at, material)
        expect(chain).toMatchObject({ trusted: true, revocation: 'good', problems: [] })
      }
    })

    test('the time-stamp is taken over the signature value, once', async () => {
      const { trustService, timestamp, qualities } = await stage()
      const stamped: Uint8Array[] = []
      const watching = (digest: Uint8Array) => {
        stamped.push(digest)
        return timestamp(digest)
      }
      const [quality = 'SES'] = qualities
      const order = { digest: randomBytes(32), quality, signer: anna, timestamp: watching }
      const { signature = new Uint8Array() } = verifySignedData(
        (await trustService.sign(order)).cms,
        order.digest,
      )
      const expected = createHash('sha256').update(signature).digest('hex')
      expect(stamped.map((digest) => Buffer.from(digest).toString('hex'))).toEqual([expected])
    })

    test('without a time-stamp there is no signature', async () => {
      const { trustService, qualities } = await stage()
      const outage = new Error('the time-stamp authority is away')
      const timestamp = () => Promise.reject(outage)
      for (const quality of qualities)
        await expect(
          trustService.sign({ digest: randomBytes(32), quality, signer: anna, timestamp }),
        ).rejects.toBe(outage)
    })

    test('a digest that is not SHA-256 is refused', async () => {
      const { trustService, timestamp, qualities } = await stage()
      const [quality = 'SES'] = qualities
      await expect(
        trustService.sign({ digest: randomBytes(20), quality, signer: anna, timestamp }),
      ).rejects.toMatchObject({ name: 'SigningFailed', code: 'order_invalid' })
    })

    test('many at once are all signed', async () => {
      const { trustService, timestamp, qualities } = await stage()
      const [quality = 'SES'] = qualities
      const digests = Array.from({ length: 20 }, () => randomBytes(32))
      const signed = await Promise.all(
        digests.map((digest) => trustService.sign({ digest, quality, signer: anna, timestamp })),
      )
      const valid = signed.map(({ cms }, index) => verifySignedData(cms, digests[index] ?? cms).valid)
      expect(valid).toEqual(digests.map(() => true))
    })
  })
}
