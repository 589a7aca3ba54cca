import type { Holder } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import {
  aCrl,
  aHolder,
  aPki,
  aTimestampToken,
  daysFromNow,
  rsaKeys,
  timestampingExtensions,
} from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { embedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import { joined, signAll, validationData } from '@countersign/pdf-signature/testing/ceremony.ts'
import { expect, test } from 'vitest'
import { aPdf } from '#api/testing/pdf.ts'
import { checkRenewalTask, prepareRenewalTask } from './archive-thread.ts'

const pki = aPki()
const base = joined(signAll(aPdf(), pki))

/** Renews the file with a timestamp by that unit, of whose status the file says nothing, and checks it. */
function renewedBy(unit: Holder, stampedDigest?: Uint8Array, crls: readonly Uint8Array[] = []): void {
  const data = validationData(pki)
  const { store, prepared } = prepareRenewalTask({
    base,
    validation: { ...data, crls: [...data.crls, ...crls] },
  })
  const token = aTimestampToken(unit, stampedDigest ?? prepared.digest)
  const tail = joined([store, embedSignature(prepared, token)])
  checkRenewalTask({ base, tail, anchors: [pki.root.certificate.raw], at: new Date() })
}
const aUnit = (keys?: ReturnType<typeof rsaKeys>) =>
  aHolder({
    name: 'Younger time-stamps',
    issuer: pki.issuing,
    notAfter: daysFromNow(360),
    extensions: timestampingExtensions(),
    ...(keys ? { keys } : {}),
  })

test('a renewal by a new certificate counts, though nothing in the file tells its status yet', () => {
  expect(() => renewedBy(aUnit())).not.toThrow()
})

test('a renewal that proves no time is refused', () => {
  expect(() => renewedBy(aUnit(), Buffer.alloc(32))).toThrow('The new timestamp is HASH_FAILURE')
  expect(() => renewedBy(aPki().timestamper)).toThrow('The new timestamp is NO_CERTIFICATE_CHAIN_FOUND')
  expect(() => renewedBy(aUnit(rsaKeys(1024)))).toThrow('The new timestamp is CRYPTO_CONSTRAINTS_FAILURE')
})

test('a renewal by a certificate that was revoked is refused', () => {
  const unit = aUnit()
  const { serialNumber } = unit.certificate
  const list = aCrl(pki.issuing, [{ serialNumber, revokedAt: daysFromNow(-0.5) }])
  expect(() => renewedBy(unit, undefined, [list])).toThrow('The new timestamp is REVOKED_NO_POE')
})
