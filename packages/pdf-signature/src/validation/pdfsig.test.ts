import { expect, test } from 'vitest'
import { aHolder, anOcspResponse, aPki, rsaKeys } from '../cms/testing/sample-authority.ts'
import { joined, signAll, validationData } from '../testing/ceremony.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { withPdfsig } from '../testing/pdfsig.ts'
import { validatePdf } from '../validate.ts'

// Signatures that another product makes (Poppler with NSS), alone, one after the other, and after ours.

const pki = aPki()
const signer = aHolder({ name: 'Other Signer', issuer: pki.issuing, keys: rsaKeys(3072) })
const chain = [pki.issuing.certificate.raw, pki.root.certificate.raw]
const { certificates, ocsps, crls } = validationData(pki)
const cache = {
  certificates,
  ocsps: [...ocsps, anOcspResponse(signer, pki.issuing, pki.responder)],
  crls,
}
const policy = { anchors: [pki.root.certificate.raw], cache, at: new Date(), isThorough: true }
const found = (bytes: Uint8Array) =>
  validatePdf(bytes, policy).signatures.map(({ indication, format, type, signer: by, errors }) => [
    type,
    format,
    by?.displayName,
    indication,
    ...errors.map(({ code }) => code),
  ])

test.each(['table', 'object_streams'] as const)(
  'signatures of another product in a file with %s hold, and leave ours as they are',
  (style) => {
    withPdfsig(signer, chain, (sign) => {
      const once = sign(aPdf({ style }))
      expect(found(once)).toEqual([['signature', 'CMS', 'Other Signer', 'TOTAL_PASSED']])
      const twice = sign(once)
      expect(found(twice)).toEqual([
        ['signature', 'CMS', 'Other Signer', 'TOTAL_PASSED'],
        ['signature', 'CMS', 'Other Signer', 'TOTAL_PASSED'],
      ])
      const afterOurs = sign(joined(signAll(aPdf({ style }), pki)))
      expect(found(afterOurs)).toEqual([
        ['signature', 'PADES', 'Anna Muster', 'TOTAL_PASSED'],
        ['timestamp', 'TIMESTAMP', 'Time-stamps', 'TOTAL_PASSED'],
        ['signature', 'CMS', 'Other Signer', 'TOTAL_PASSED'],
      ])
    })
  },
)
