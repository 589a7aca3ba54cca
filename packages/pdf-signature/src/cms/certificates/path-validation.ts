import { signatureStrengths, weakestAt } from '../algorithm-strength.ts'
import { keyUsageBits } from './certificate-extensions.ts'
import { sameBytes } from './certificate.ts'
import type { Certificate } from './certificate.ts'
import { isSelfIssued } from './same-name.ts'
import { oids } from '../der/object-identifiers.ts'

export type ChainProblemCode =
  | 'malformed'
  | 'no_path'
  | 'expired'
  | 'not_yet_valid'
  | 'not_an_authority'
  | 'path_too_long'
  | 'key_usage'
  | 'unsupported_extension'
  | 'contradictory'
  | 'algorithm_weak'
  | 'revoked'
  | 'revocation_unknown'

export interface ChainProblem {
  readonly code: ChainProblemCode
  readonly message: string
  /** Subject of the certificate it is about. */
  readonly subject?: string
}

/** Where trust begins. */
export interface Anchors {
  readonly certificates: readonly Certificate[]
  /** Those of them that are trusted by a list's word, which states when: their own dates do not matter. */
  readonly listed?: readonly Certificate[]
}

export const isAnchor = (certificate: Certificate | undefined, { certificates }: Anchors): boolean =>
  certificate !== undefined && isAmong(certificate, certificates)

const isAmong = (certificate: Certificate, certificates: readonly Certificate[]): boolean =>
  certificates.some(({ raw }) => sameBytes(raw, certificate.raw))

// Critical extensions whose meaning is honoured, or that ask for nothing here (RFC 5280 §4.2).
const understood = new Set<string>([
  oids.basicConstraints,
  oids.keyUsage,
  oids.extendedKeyUsage,
  oids.certificatePolicies,
  oids.crlDistributionPoints,
  oids.inhibitAnyPolicy,
  oids.subjectAlternativeName,
  oids.qualifiedCertificateStatements,
  oids.noRevAvail,
  oids.validityAssuredShortTerm,
])

/** All that speaks against a path, leaf first, at a time (RFC 5280 §6.1); nothing of revocation. */
export function pathProblems(path: readonly Certificate[], anchors: Anchors, at: Date): ChainProblem[] {
  const problems = path.flatMap((certificate, index) => [
    ...(isAmong(certificate, anchors.listed ?? []) ? [] : certificateProblems(certificate, at)),
    ...(index > 0 ? authorityProblems(certificate, path.slice(1, index)) : []),
    ...algorithmProblems(certificate, path[index + 1], at),
  ])
  if (!isAnchor(path.at(-1), anchors))
    problems.push({
      code: 'no_path',
      message: 'No trusted authority stands behind it',
      subject: path.at(-1)?.subject,
    })
  return problems
}

function certificateProblems(
  { notBefore, notAfter, extensions, revocationData, subject }: Certificate,
  at: Date,
): ChainProblem[] {
  const problems: ChainProblem[] = []
  if (at < notBefore)
    problems.push({ code: 'not_yet_valid', message: `Valid from ${notBefore.toISOString()}`, subject })
  if (at > notAfter)
    problems.push({ code: 'expired', message: `Valid until ${notAfter.toISOString()}`, subject })
  for (const [name, { critical }] of extensions)
    if (critical && !understood.has(name))
      problems.push({
        code: 'unsupported_extension',
        message: `Critical extension ${name} is not processed`,
        subject,
      })
  // RFC 9608 §3: such a certificate is invalid.
  if (revocationData === 'contradictory')
    problems.push({
      code: 'contradictory',
      message: 'It says that its status is not published, and is an authority or says where to ask',
      subject,
    })
  return problems
}

/** RFC 5280 §6.1.4 (k) to (n); `below` are the authorities between it and the leaf. */
function authorityProblems(certificate: Certificate, below: readonly Certificate[]): ChainProblem[] {
  const { subject, keyUsage, pathLength, isAuthority } = certificate
  const problems: ChainProblem[] = []
  if (!isAuthority)
    problems.push({ code: 'not_an_authority', message: 'It may not issue certificates', subject })
  if (keyUsage && !keyUsage.includes(keyUsageBits.keyCertSign))
    problems.push({ code: 'key_usage', message: 'Its key may not sign certificates', subject })
  if (pathLength !== undefined && below.filter((each) => !isSelfIssued(each)).length > pathLength)
    problems.push({ code: 'path_too_long', message: 'More authorities below it than it allows', subject })
  return problems
}

/** A signature over a certificate must have been made with what was still reliable at the time. */
function algorithmProblems(
  certificate: Certificate,
  issuer: Certificate | undefined,
  at: Date,
): ChainProblem[] {
  const weak = issuer && weakestAt(signatureStrengths(certificate.signatureAlgorithm, issuer), at)
  if (!weak) return []
  const message = `${weak.name} was reliable until ${weak.reliableUntil?.toISOString()}`
  return [{ code: 'algorithm_weak', message, subject: certificate.subject }]
}
