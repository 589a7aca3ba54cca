import { describe, expect, test } from 'vitest'
import { coversCertificates, findCrlEntry, isListFor, parseCrl } from './crl.ts'
import { explicit, implicit, integer, sequence, tlv } from '../der/der-writer.ts'
import { extension } from '../certificates/extension-encoding.ts'
import { revocationStatus } from './revocation.ts'
import { issueCrl } from '../certificates/issuing.ts'
import { encodeName } from '../certificates/name-encoding.ts'
import { oids } from '../der/object-identifiers.ts'
import { aHolder, authorityExtensions, day } from '../testing/sample-authority.ts'

const issuer = aHolder({ name: 'Root', extensions: authorityExtensions() })
const thisUpdate = new Date('2026-11-20T12:00:00Z')
const content = {
  issuer: issuer.certificate,
  number: 7,
  thisUpdate,
  nextUpdate: new Date(thisUpdate.getTime() + day),
}
const serialOf = (number: number): string => (0x4000_0000_0000 + number).toString(16)

test('a list of ten thousand is read, and tells each of them apart', () => {
  const revoked = Array.from({ length: 10_000 }, (_, index) => ({
    serialNumber: serialOf(index * 2),
    revokedAt: new Date('2026-01-02T03:04:05Z'),
    reason: index % 2 ? 4 : 0,
  }))
  const crl = parseCrl(issueCrl({ ...content, revoked }, issuer.key))
  expect(findCrlEntry(crl, serialOf(19_998))).toEqual({
    revokedAt: new Date('2026-01-02T03:04:05Z'),
    reason: 4,
  })
  expect(findCrlEntry(crl, serialOf(4))).toEqual({
    revokedAt: new Date('2026-01-02T03:04:05Z'),
    reason: undefined,
  })
  expect(findCrlEntry(crl, serialOf(19_999))).toBeUndefined()
  expect(crl.nextUpdate).toEqual(content.nextUpdate)
})

describe('a list that does not speak for all certificates of its issuer', () => {
  const crl = parseCrl(issueCrl({ ...content, revoked: [] }, issuer.key))
  const flag = (number: number) => implicit(number, Uint8Array.of(0xff))
  const covers = (value: Uint8Array, areAuthorities: boolean, type: string = oids.issuingDistributionPoint) =>
    coversCertificates({ ...crl, extensions: new Map([[type, { critical: true, value }]]) }, areAuthorities)

  test('answers for the kind it names', () => {
    expect([covers(sequence(flag(1)), false), covers(sequence(flag(1)), true)]).toEqual([true, false])
    expect([covers(sequence(flag(2)), false), covers(sequence(flag(2)), true)]).toEqual([false, true])
    expect(covers(sequence(explicit(0, explicit(0))), false)).toBe(true)
  })

  test.each([
    ['for some reasons only', sequence(implicit(3, Uint8Array.of(0, 0x80)))],
    ['indirect', sequence(flag(4))],
    ['for attribute certificates', sequence(flag(5))],
  ])('%s answers nothing', (_name, value) => {
    expect(covers(value, false)).toBe(false)
  })

  test('that is a delta, or has a critical extension nobody knows, answers nothing', () => {
    expect(covers(integer(3), false, oids.deltaCrlIndicator)).toBe(false)
    expect(covers(integer(3), false, '1.2.3.4')).toBe(false)
  })
})

describe('a list of one distribution point', () => {
  const shard = (number: number) => implicit(6, Buffer.from(`http://ca.test/shard-${number}.crl`))
  const fullName = (...names: Uint8Array[]) => explicit(0, explicit(0, Buffer.concat(names)))
  const listOf = (value: Uint8Array) => ({
    ...parseCrl(issueCrl({ ...content, revoked: [] }, issuer.key)),
    extensions: new Map([[oids.issuingDistributionPoint, { critical: true, value: sequence(value) }]]),
  })
  const withPoints = (...points: Uint8Array[]) =>
    aHolder({
      name: 'Eve',
      issuer,
      extensions: [
        extension(oids.crlDistributionPoints, sequence(...points.map((point) => sequence(point)))),
      ],
    }).certificate

  test('says of certificates of another that it knows nothing', () => {
    const eve = withPoints(fullName(shard(1)))
    expect(isListFor(listOf(fullName(shard(2))), eve)).toBe(false)
    expect(isListFor(listOf(fullName(shard(1))), eve)).toBe(true)
    expect(isListFor(listOf(fullName(shard(2), shard(1))), eve)).toBe(true)
    expect(isListFor(listOf(fullName(shard(2))), withPoints(fullName(shard(3)), fullName(shard(2))))).toBe(
      true,
    )
  })

  test('that has the name of its issuer is for certificates that name no point', () => {
    const { certificate } = aHolder({ name: 'Ben', issuer })
    expect(isListFor(listOf(fullName(explicit(4, certificate.issuerName))), certificate)).toBe(true)
    expect(isListFor(listOf(fullName(shard(1))), certificate)).toBe(false)
    expect(isListFor(listOf(fullName(explicit(4, certificate.subjectName))), certificate)).toBe(false)
  })

  test('may be named by the authority that publishes it in place of an address', () => {
    const point = (name: Uint8Array) => withPoints(tlv(0xa2, explicit(4, name)))
    const { subjectName } = issuer.certificate
    const list = listOf(fullName(explicit(4, subjectName)))
    expect(
      [point(subjectName), point(encodeName([['CN', 'Other']]))].map((eve) => isListFor(list, eve)),
    ).toEqual([true, false])
  })

  test('is for a certificate that writes the name in another way', () => {
    const written = encodeName([
      ['O', 'EXAMPLE AG'],
      ['CN', 'root'],
    ])
    const list = listOf(fullName(explicit(4, written)))
    const { certificate } = aHolder({ name: 'Ben', issuer })
    expect(isListFor(list, certificate)).toBe(true)
    expect(isListFor(list, withPoints(fullName(explicit(4, issuer.certificate.subjectName))))).toBe(true)
    expect(isListFor(list, withPoints(fullName(explicit(4, certificate.subjectName))))).toBe(false)
  })

  test('is not taken as the status of another’s certificate, and its revocations are', () => {
    const eve = withPoints(fullName(shard(1)))
    const status = (revoked: Parameters<typeof issueCrl>[0]['revoked']) =>
      revocationStatus(eve, issuer.certificate, thisUpdate, {
        ocsps: [],
        crls: [
          {
            ...parseCrl(issueCrl({ ...content, revoked }, issuer.key)),
            extensions: listOf(fullName(shard(2))).extensions,
          },
        ],
      }).status
    expect(status([])).toBe('unknown')
    expect(status([{ serialNumber: eve.serialNumber, revokedAt: thisUpdate }])).toBe('revoked')
  })
})
