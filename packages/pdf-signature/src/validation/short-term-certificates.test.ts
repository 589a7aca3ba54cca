import { describe, expect, test } from 'vitest'
import {
  authorityInformationAccess,
  crlDistributionPoint,
  extension,
  keyUsage,
  noRevAvail,
  validityAssuredShortTerm,
} from '../cms/certificates/extension-encoding.ts'
import { nullValue } from '../cms/der/der-writer.ts'
import { oids } from '../cms/der/object-identifiers.ts'
import {
  aCrl,
  aHolder,
  anOcspResponse,
  aPki,
  authorityExtensions,
  daysFromNow,
} from '../cms/testing/sample-authority.ts'
import { joined, signAll } from '../testing/ceremony.ts'
import { aPdf } from '../testing/pdf-builder.ts'
import { validatePdf } from '../validate.ts'
import { addValidationData } from '../validation-data.ts'

interface Circumstances {
  /** Of the signer's certificate, which ends in an hour. */
  readonly own?: readonly Uint8Array[]
  /** Of the certificate of the authority that issued it. */
  readonly authority?: readonly Uint8Array[]
  readonly isAuthorityTold?: boolean
  readonly isRevoked?: boolean
}

/** What is said two days later of a signature for whose certificate nobody gave a status. */
function judged({ own = [], authority = [], isAuthorityTold = true, isRevoked }: Circumstances) {
  const { root, ...others } = aPki()
  const issuing = aHolder({
    name: 'Issuing',
    issuer: root,
    extensions: [...authorityExtensions(0), ...authority],
  })
  const signer = aHolder({
    name: 'Anna Muster',
    issuer: issuing,
    notAfter: daysFromNow(1 / 24),
    extensions: [keyUsage('digitalSignature', 'nonRepudiation'), ...own],
  })
  const pki = { ...others, root, issuing, signer }
  const chunks = signAll(aPdf(), pki, { level: 'B-T' })
  const revokedAt = new Date(Date.now() - 3_600_000)
  const revoked = [{ serialNumber: signer.certificate.serialNumber, revokedAt }]
  chunks.push(
    addValidationData(chunks, {
      certificates: [root, issuing, others.issuing].map(({ certificate }) => certificate.raw),
      ocsps: [
        anOcspResponse(others.timestamper, others.issuing, others.responder),
        anOcspResponse(others.issuing, root, root),
        ...(isAuthorityTold ? [anOcspResponse(issuing, root, root)] : []),
      ],
      crls: isRevoked ? [aCrl(issuing, revoked)] : [],
    }),
  )
  const policy = { anchors: [root.certificate.raw], at: daysFromNow(2) }
  const [signature] = validatePdf(joined(chunks), policy).signatures
  return {
    says: `${signature?.subIndication ?? signature?.indication} ${signature?.level}`,
    errors: signature?.errors.map(({ code }) => code),
    revocation: signature?.chain[0]?.revocation,
  }
}

describe('a certificate whose issuer publishes no status', () => {
  test.each([
    ['because there is none (RFC 9608)', [noRevAvail()]],
    [
      'and tells where its own certificate is',
      [noRevAvail(), authorityInformationAccess({ issuer: 'http://ca.example/ca.cer' })],
    ],
    ['as it ends too soon for one (ETSI EN 319 412-1)', [validityAssuredShortTerm()]],
    ['though it names a list', [validityAssuredShortTerm(), crlDistributionPoint('http://ca.example/crl')]],
  ])('%s needs none', (_, own) => {
    expect(judged({ own })).toEqual({ says: 'TOTAL_PASSED B-LT', errors: [], revocation: 'none' })
  })

  test('is revoked all the same where its issuer says so', () => {
    const own = [validityAssuredShortTerm()]
    expect(judged({ own, isRevoked: true })).toMatchObject({ errors: ['certificate_revoked'] })
  })

  test.each([
    ['a list', crlDistributionPoint('http://ca.example/crl')],
    ['a list of changes', extension(oids.freshestCrl, nullValue())],
    [
      'a responder',
      authorityInformationAccess({ issuer: 'http://ca.example/ca', ocsp: 'ldap://ca.example' }),
    ],
  ])('is invalid where it names %s', (_, named) => {
    expect(judged({ own: [noRevAvail(), named] })).toMatchObject({
      says: 'CHAIN_CONSTRAINTS_FAILURE B-T',
      errors: ['certificate_contradictory', 'revocation_unknown'],
    })
  })
})

test('any other certificate needs a status', () => {
  expect(judged({})).toEqual({
    says: 'TRY_LATER B-T',
    errors: ['revocation_unknown'],
    revocation: 'unknown',
  })
})

describe('an authority', () => {
  test.each([
    ['without extensions', []],
    ['that ends too soon', [validityAssuredShortTerm()]],
  ])('%s needs a status, whatever it issued', (_, authority) => {
    const own = [noRevAvail()]
    expect(judged({ own, authority, isAuthorityTold: false })).toMatchObject({
      says: 'TRY_LATER B-T',
      errors: ['revocation_unknown'],
    })
    expect(judged({ own, authority })).toMatchObject({ says: 'TOTAL_PASSED B-LT' })
  })

  test('that publishes no status of itself is invalid (RFC 9608 §3)', () => {
    expect(judged({ own: [noRevAvail()], authority: [noRevAvail()] })).toMatchObject({
      says: 'CHAIN_CONSTRAINTS_FAILURE B-T',
      errors: ['certificate_contradictory'],
    })
  })
})
