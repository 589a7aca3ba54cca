import { createPublicKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyChain } from './chain.ts'
import { parseCertificate } from './certificate.ts'
import type { Certificate } from './certificate.ts'
import { children, readElement } from '../der/der-reader.ts'
import {
  bitString,
  nullValue,
  oid,
  printableString,
  sequence,
  setOf,
  tlv,
  utf8String,
} from '../der/der-writer.ts'
import { authorityConstraints, extendedKeyUsage, extension, keyUsage } from './extension-encoding.ts'
import { oids } from '../der/object-identifiers.ts'
import {
  aCrl,
  aHolder,
  anOcspResponse,
  aPki,
  authorityExtensions,
  daysFromNow,
  ellipticKeys,
  rsaKeys,
} from '../testing/sample-authority.ts'
import type { Holder } from '../testing/sample-authority.ts'
import { pem, withOpenssl } from '../testing/openssl.ts'

const { root, issuing, signer, responder } = aPki()
const now = new Date()
const der = (...holders: Holder[]): Uint8Array[] => holders.map(({ certificate }) => certificate.raw)

function chainOf(
  leaf: Holder,
  intermediates: Holder[],
  anchors: Holder[],
  at = now,
  crls: Uint8Array[] = [],
  ocsps: Uint8Array[] = [],
) {
  return verifyChain(leaf.certificate.raw, der(...intermediates), der(...anchors), at, { crls, ocsps })
}
const codes = (...args: Parameters<typeof chainOf>): string[] =>
  chainOf(...args)
    .problems.map(({ code }) => code)
    .filter((code) => code !== 'revocation_unknown')

const nameOf = (organisation: Uint8Array, commonName: Uint8Array): Uint8Array =>
  sequence(setOf([sequence(oid('2.5.4.10'), organisation)]), setOf([sequence(oid('2.5.4.3'), commonName)]))
const attributesOf = (organisation: string, commonName: string): Uint8Array[] => [
  setOf([sequence(oid('2.5.4.10'), utf8String(organisation))]),
  setOf([sequence(oid('2.5.4.3'), utf8String(commonName))]),
]

describe('a path', () => {
  test('is found through the intermediates, in any order and among others', () => {
    const other = aHolder({ name: 'Issuing', extensions: authorityExtensions() })
    const verdict = chainOf(signer, [other, responder, issuing], [root])
    expect(verdict.trusted).toBe(true)
    expect(verdict.path.map(({ subject }) => subject.split(',')[0])).toEqual([
      'CN=Anna Muster',
      'CN=Issuing',
      'CN=Root',
    ])
  })

  test('may be the anchor itself', () => {
    const self = aHolder({ name: 'Demonstration' })
    expect(chainOf(self, [], [self])).toMatchObject({ trusted: true, revocation: 'good' })
    expect(codes(self, [], [root])).toEqual(['no_path'])
  })

  test.each([
    ['in a string of another type', nameOf(printableString('Example AG'), printableString('Root'))],
    ['in other letters and spaces', nameOf(utf8String(' example  ag'), printableString('ROOT'))],
  ])('is found where a certificate has its issuer’s name %s', (_, issuerName) => {
    const leaf = aHolder({ name: 'Anna Muster', issuer: root, issuerName })
    const verdict = chainOf(leaf, [], [root], now, [aCrl(root)], [])
    expect(verdict).toMatchObject({ trusted: true, revocation: 'good' })
    const ocsp = anOcspResponse(leaf, root, root)
    expect(chainOf(leaf, [], [root], now, [], [ocsp])).toMatchObject({ trusted: true, revocation: 'good' })
  })

  test.each([
    ['another name', nameOf(printableString('Example AG'), printableString('Roots'))],
    [
      'a name in a type that is compared byte for byte',
      nameOf(utf8String('Example AG'), tlv(0x16, Buffer.from('Root'))),
    ],
    ['the same attributes in another order', sequence(...attributesOf('Example AG', 'Root').toReversed())],
    ['text that is no UTF-8', nameOf(utf8String('Example AG'), tlv(0x0c, Uint8Array.of(0xff, 0xfe)))],
  ])('isn’t found where a certificate has %s for its issuer', (_, issuerName) => {
    const leaf = aHolder({ name: 'Anna Muster', issuer: root, issuerName })
    expect(codes(leaf, [], [root])).toEqual(['no_path'])
  })

  test('without its anchor or a link is none', () => {
    expect(codes(signer, [issuing], [])).toEqual(['no_path'])
    expect(codes(signer, [], [root])).toEqual(['no_path'])
    const impostor = aHolder({ name: 'Root', extensions: authorityExtensions() })
    expect(codes(signer, [issuing], [impostor])).toEqual(['no_path'])
  })

  test('goes around a cross-certificate that has ended', () => {
    const keys = ellipticKeys()
    const old = aHolder({ name: 'Old root', extensions: authorityExtensions() })
    const extensions = authorityExtensions()
    const ended = aHolder({
      name: 'Bridge',
      issuer: old,
      extensions,
      keys,
      notBefore: daysFromNow(-9),
      notAfter: daysFromNow(-1),
    })
    const bridge = aHolder({ name: 'Bridge', issuer: root, extensions, keys })
    const leaf = aHolder({ name: 'Erin', issuer: bridge })
    expect(codes(leaf, [ended, bridge], [old, root])).toEqual([])
    expect(codes(leaf, [ended], [old, root])).toEqual(['expired'])
  })

  test('ends where certificates certify each other in a circle', () => {
    const [left, right] = [ellipticKeys(), ellipticKeys()]
    const extensions = authorityExtensions()
    const first = aHolder({ name: 'Left', keys: left, extensions })
    const second = aHolder({ name: 'Right', keys: right, extensions, issuer: first })
    const back = aHolder({ name: 'Left', keys: left, extensions, issuer: second })
    expect(codes(aHolder({ name: 'Leaf', issuer: back }), [first, second, back], [root])).toEqual(['no_path'])
  })

  test.each([
    ['by one that is no authority', [keyUsage('keyCertSign')], 'not_an_authority'],
    ['by a key that may not sign certificates', [authorityConstraints(), keyUsage('crlSign')], 'key_usage'],
    [
      'with a critical extension nobody knows',
      [...authorityExtensions(), extension('1.2.3.4', nullValue(), true)],
      'unsupported_extension',
    ],
  ])('%s is not trusted', (_name, extensions, code) => {
    const issuer = aHolder({ name: 'Wrong', issuer: root, extensions })
    expect(codes(aHolder({ name: 'Leaf', issuer }), [issuer], [root])).toEqual([code])
  })

  test('longer than an authority allows is not trusted', () => {
    const below = aHolder({ name: 'Below', issuer: issuing, extensions: authorityExtensions() })
    expect(codes(aHolder({ name: 'Leaf', issuer: below }), [issuing, below], [root])).toEqual([
      'path_too_long',
    ])
  })

  test('may have an authority that certifies another key of its own, beyond the length it allows', () => {
    const renewed = aHolder({ name: 'Issuing', issuer: issuing, extensions: authorityExtensions(0) })
    expect(codes(aHolder({ name: 'Leaf', issuer: renewed }), [issuing, renewed], [root])).toEqual([])
  })

  test('may have one that writes its own name in two ways, beyond the length that an authority allows', () => {
    const renewed = aHolder({
      name: 'Issuing',
      subject: [
        ['O', 'EXAMPLE AG'],
        ['CN', 'issuing'],
      ],
      issuer: issuing,
      extensions: authorityExtensions(0),
    })
    expect(codes(aHolder({ name: 'Leaf', issuer: renewed }), [issuing, renewed], [root])).toEqual([])
  })

  test('holds in the first and in the last second of its certificates', () => {
    const { notBefore, notAfter } = signer.certificate
    const [old, lasting] = [daysFromNow(-30), daysFromNow(4000)]
    const extensions = authorityExtensions()
    const anchor = aHolder({ name: 'Lasting', extensions, notBefore: old, notAfter: lasting })
    const leaf = aHolder({ name: 'Leaf', issuer: anchor, notBefore, notAfter })
    for (const at of [notBefore, notAfter]) expect(codes(leaf, [], [anchor], at)).toEqual([])
  })

  test('by an RSA key that is short today was reliable until 2013', () => {
    const [notBefore, notAfter] = [new Date('2010-01-01'), new Date('2020-01-01')]
    const extensions = authorityExtensions()
    const anchor = aHolder({ name: 'Short', keys: rsaKeys(1024), extensions, notBefore, notAfter })
    const leaf = aHolder({ name: 'Leaf', issuer: anchor, notBefore, notAfter })
    expect(codes(leaf, [], [anchor], new Date('2013-12-31'))).toEqual([])
    expect(codes(leaf, [], [anchor], new Date('2014-01-01'))).toEqual(['algorithm_weak'])
  })

  test('holds at the time that is asked about', () => {
    expect(codes(signer, [issuing], [root], daysFromNow(-2))).toContain('not_yet_valid')
    expect(codes(signer, [issuing], [root], daysFromNow(400))).toContain('expired')
  })

  test('of bytes that are no certificate is a problem, not an exception', () => {
    const junk = Buffer.from('certificate')
    expect(verifyChain(junk, [junk], [junk], now, { crls: [junk], ocsps: [junk] }).problems[0]?.code).toBe(
      'malformed',
    )
    expect(verifyChain(signer.certificate.raw, [junk, issuing.certificate.raw], der(root), now).trusted).toBe(
      true,
    )
  })
})

describe('revocation', () => {
  const statusOf = (ocsps: Uint8Array[], crls: Uint8Array[], at = now) =>
    chainOf(signer, [issuing], [root], at, crls, ocsps).revocation
  const { serialNumber } = signer.certificate
  const rootCrl = aCrl(root)
  const good = anOcspResponse(signer, issuing, responder)

  test('is good when each certificate has a good status', () => {
    expect(statusOf([good], [rootCrl])).toBe('good')
    expect(statusOf([], [rootCrl, aCrl(issuing)])).toBe('good')
    expect(statusOf([good], [])).toBe('unknown')
    expect(statusOf([], [rootCrl])).toBe('unknown')
  })

  test('is good by an answer of the same second that names no end, and not by an earlier one', () => {
    const second = Math.floor(now.getTime() / 1000) * 1000
    const later = new Date(second + 900)
    const answered = (at: number) => anOcspResponse(signer, issuing, responder, 'good', new Date(at), null)
    expect(statusOf([answered(second)], [rootCrl], later)).toBe('good')
    expect(statusOf([answered(second - 1000)], [rootCrl], later)).toBe('unknown')
  })

  test('counts from its date on', () => {
    const crl = aCrl(issuing, [{ serialNumber, revokedAt: daysFromNow(-0.5), reason: 1 }])
    const ocsp = anOcspResponse(signer, issuing, responder, { revokedAt: daysFromNow(-0.5), reason: 1 })
    for (const [ocsps, crls] of [
      [[ocsp], [rootCrl]],
      [[], [rootCrl, crl]],
    ] as const) {
      const verdict = chainOf(signer, [issuing], [root], now, [...crls], [...ocsps])
      expect(verdict.revocation).toBe('revoked')
      expect(verdict.statuses[0]?.reason).toBe(1)
      expect(statusOf([...ocsps], [...crls], daysFromNow(-0.7))).toBe('good')
    }
    expect(statusOf([good], [rootCrl, crl])).toBe('revoked')
  })

  test('counts from the earliest of several dates, whichever is found first', () => {
    const revokedAt = (days: number) => ({ revokedAt: daysFromNow(days), reason: 1 })
    const dated = [-0.2, -0.6].map((days) => anOcspResponse(signer, issuing, responder, revokedAt(days)))
    const at = daysFromNow(-0.4)
    expect([statusOf(dated, [rootCrl], at), statusOf(dated.toReversed(), [rootCrl], at)]).toEqual([
      'revoked',
      'revoked',
    ])
  })

  test('of an authority counts for all below it', () => {
    const crl = aCrl(root, [{ serialNumber: issuing.certificate.serialNumber, revokedAt: daysFromNow(-0.5) }])
    expect(statusOf([good], [crl])).toBe('revoked')
  })

  test('is unknown from material that had ended by then', () => {
    expect(statusOf([good], [rootCrl], daysFromNow(3))).toBe('unknown')
  })

  test('is unknown from lists made after the certificate ended, which need not name it any longer', () => {
    const oldRoot = aHolder({ name: 'Old', extensions: authorityExtensions(), notBefore: daysFromNow(-30) })
    const leaf = aHolder({
      name: 'Leaf',
      issuer: oldRoot,
      notBefore: daysFromNow(-30),
      notAfter: daysFromNow(-10),
    })
    const at = daysFromNow(-20)
    const revocation = (crl: Uint8Array) => chainOf(leaf, [], [oldRoot], at, [crl]).revocation
    expect(revocation(aCrl(oldRoot, [], daysFromNow(-15)))).toBe('good')
    expect(revocation(aCrl(oldRoot, [], daysFromNow(-5)))).toBe('unknown')
    const { serialNumber } = leaf.certificate
    expect(revocation(aCrl(oldRoot, [{ serialNumber, revokedAt: daysFromNow(-25) }], daysFromNow(-5)))).toBe(
      'revoked',
    )
  })

  test('is unknown from a responder its issuer did not appoint', () => {
    const self = aHolder({ name: 'Responder', extensions: [extendedKeyUsage([oids.ocspSigning])] })
    const plain = aHolder({ name: 'Plain', issuer: issuing })
    const elsewhere = aHolder({
      name: 'Elsewhere',
      issuer: root,
      extensions: [extendedKeyUsage([oids.ocspSigning])],
    })
    for (const wrong of [self, plain, elsewhere])
      expect(statusOf([anOcspResponse(signer, issuing, wrong)], [rootCrl])).toBe('unknown')
    expect(statusOf([anOcspResponse(signer, issuing, issuing)], [rootCrl])).toBe('good')
  })

  test('is unknown from a responder whose certificate was not valid when it answered', () => {
    const responderFor = (from: number, until: number) =>
      aHolder({
        name: 'Responder',
        issuer: issuing,
        extensions: [extendedKeyUsage([oids.ocspSigning])],
        notBefore: daysFromNow(from),
        notAfter: daysFromNow(until),
      })
    const answered = (by: Holder) => statusOf([anOcspResponse(signer, issuing, by)], [rootCrl])
    expect([responderFor(0.1, 9), responderFor(-9, -0.1), responderFor(-9, 9)].map(answered)).toEqual([
      'unknown',
      'unknown',
      'good',
    ])
  })

  test('is unknown from a responder that was revoked, unless nobody has to ask for its status', () => {
    const extensions = [extendedKeyUsage([oids.ocspSigning])]
    const asked = aHolder({ name: 'Responder', issuer: issuing, extensions })
    const answered = (by: Holder) => {
      const { serialNumber } = by.certificate
      const crl = aCrl(issuing, [{ serialNumber, revokedAt: daysFromNow(-0.5) }], daysFromNow(-0.4), 0.1)
      return statusOf([anOcspResponse(signer, issuing, by)], [rootCrl, crl])
    }
    expect([answered(asked), answered(responder)]).toEqual(['unknown', 'good'])
  })

  test('is unknown from an answer that is signed with a short RSA key', () => {
    const keys = rsaKeys(1024)
    const extensions = [extendedKeyUsage([oids.ocspSigning])]
    const short = aHolder({ name: 'Responder', issuer: issuing, keys, extensions })
    expect(statusOf([anOcspResponse(signer, issuing, short)], [rootCrl])).toBe('unknown')
  })

  test('is unknown from a responder whose certificate is signed by SHA-1', () => {
    const authority = aHolder({
      name: 'RSA',
      issuer: root,
      keys: rsaKeys(2048),
      extensions: authorityExtensions(),
    })
    const extensions = [extendedKeyUsage([oids.ocspSigning])]
    const appointed = aHolder({ name: 'Responder', issuer: authority, extensions })
    const [tbs] = children(readElement(appointed.certificate.raw))
    const body = Buffer.from(tbs?.raw ?? [])
    const [sha1, sha256] = [oid(oids.sha1WithRsa), oid(oids.sha256WithRsa)]
    body.set(sha1, body.indexOf(sha256))
    const weak = sequence(body, sequence(sha1, nullValue()), bitString(sign('sha1', body, authority.key)))
    const leaf = aHolder({ name: 'Leaf', issuer: authority })
    const answered = (certificate: Certificate) => {
      const answer = anOcspResponse(leaf, authority, { ...appointed, certificate })
      return chainOf(leaf, [authority], [root], now, [rootCrl], [answer]).revocation
    }
    expect([parseCertificate(weak), appointed.certificate].map(answered)).toEqual(['unknown', 'good'])
  })

  test('is unknown from an answer that says so', () => {
    expect(statusOf([anOcspResponse(signer, issuing, responder, 'unknown')], [rootCrl])).toBe('unknown')
  })

  test('is unknown from an answer about a certificate of that number of another authority', () => {
    const keys = { publicKey: createPublicKey(issuing.key), privateKey: issuing.key }
    const others = [
      aHolder({ name: 'Issuing', extensions: authorityExtensions() }),
      aHolder({ name: 'Issuing too', extensions: authorityExtensions(), keys }),
    ]
    for (const issuer of others) {
      const other = aHolder({ name: 'Other', issuer, serialNumber })
      expect(statusOf([anOcspResponse(other, issuer, responder)], [rootCrl])).toBe('unknown')
    }
  })

  test('is unknown from a list of an authority of another name, or whose key is not for lists', () => {
    const keys = { publicKey: createPublicKey(issuing.key), privateKey: issuing.key }
    const renamed = aHolder({ name: 'Issuing too', extensions: authorityExtensions(), keys })
    expect(statusOf([], [rootCrl, aCrl(renamed)])).toBe('unknown')
    const extensions = [authorityConstraints(), keyUsage('keyCertSign')]
    const unlisted = aHolder({ name: 'Without lists', issuer: root, extensions })
    const leaf = aHolder({ name: 'Leaf', issuer: unlisted })
    expect(chainOf(leaf, [unlisted], [root], now, [rootCrl, aCrl(unlisted)]).revocation).toBe('unknown')
  })

  test('is good to the end of an answer, and not after it', () => {
    const made = new Date(Math.floor(now.getTime() / 1000) * 1000)
    const end = new Date(made.getTime() + 60_000)
    const answer = anOcspResponse(signer, issuing, responder, 'good', made, end)
    expect(statusOf([answer], [rootCrl], end)).toBe('good')
    expect(statusOf([answer], [rootCrl], new Date(end.getTime() + 1))).toBe('unknown')
  })

  test('is unknown from a list with a changed signature', () => {
    const crl = Uint8Array.from(aCrl(issuing))
    crl[crl.length - 1] = (crl.at(-1) ?? 0) ^ 1
    expect(statusOf([], [rootCrl, crl])).toBe('unknown')
  })
})

test('one changed bit anywhere never throws, and never makes an answer out of none', () => {
  const pieces = [
    signer.certificate.raw,
    issuing.certificate.raw,
    aCrl(root),
    anOcspResponse(signer, issuing, responder),
  ]
  const answers = new Set<string>()
  for (const [which, piece] of pieces.entries())
    for (let at = 0; at < piece.length; at++) {
      const [leaf = piece, above = piece, crl = piece, ocsp = piece] = pieces.map((each, index) =>
        index === which
          ? each.map((byte, position) => (position === at ? byte ^ (1 << (at % 8)) : byte))
          : each,
      )
      const { trusted, revocation } = verifyChain(leaf, [above], der(root), now, {
        crls: [crl],
        ocsps: [ocsp],
      })
      answers.add(`${which < 2 ? 'certificate' : 'status'}: ${trusted} ${revocation}`)
    }
  // A bit outside of what is signed (the responder's certificate, when it is not the signer) may change nothing.
  expect(
    [...answers].filter((answer) => answer.startsWith('certificate') && answer.includes('true')),
  ).toEqual([])
  expect(answers).not.toContain('status: true revoked')
})

test('OpenSSL agrees with certificates, lists and responses that are issued here', () => {
  const revoked = [
    { serialNumber: responder.certificate.serialNumber, revokedAt: daysFromNow(-0.1), reason: 4 },
  ]
  const files = {
    'root.pem': pem(root.certificate.raw),
    'issuing.pem': pem(issuing.certificate.raw),
    'leaf.pem': pem(signer.certificate.raw),
    'revoked.pem': pem(responder.certificate.raw),
    'crls.pem': pem(aCrl(root), 'X509 CRL') + pem(aCrl(issuing, revoked), 'X509 CRL'),
    'ocsp.der': anOcspResponse(signer, issuing, responder),
  }
  withOpenssl(files, (openssl) => {
    const verify =
      'verify -x509_strict -crl_check_all -CAfile root.pem -untrusted issuing.pem -CRLfile crls.pem'.split(
        ' ',
      )
    expect(openssl(...verify, 'leaf.pem')).toContain('leaf.pem: OK')
    expect(() => openssl(...verify, 'revoked.pem')).toThrow(/certificate revoked/)
    const ocsp = 'ocsp -respin ocsp.der -issuer issuing.pem -cert leaf.pem -CAfile root.pem -no_nonce'.split(
      ' ',
    )
    const answer = openssl(...ocsp)
    expect(answer).toContain('Response verify OK')
    expect(answer).toContain('leaf.pem: good')
  })
})
