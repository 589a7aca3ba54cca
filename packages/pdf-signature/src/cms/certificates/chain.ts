import { parseCertificate, sameBytes } from './certificate.ts'
import type { Certificate } from './certificate.ts'
import { sameName } from './same-name.ts'
import { attempt } from '../cms-error.ts'
import { isAnchor, pathProblems } from './path-validation.ts'
import type { Anchors, ChainProblem } from './path-validation.ts'
import { isIssuedBy, parseRevocationMaterial, revocationStatus } from '../revocation/revocation.ts'
import type { RevocationMaterial, RevocationStatus } from '../revocation/revocation.ts'

export interface ChainVerdict {
  /** A path to an anchor exists, and everything on it holds at that time; says nothing of revocation. */
  readonly trusted: boolean
  /** Over the path without its anchor: revoked if one is, good if all are that have a status. */
  readonly revocation: 'good' | 'revoked' | 'unknown'
  /** From the leaf to the anchor, both included; the best there is when there is none to an anchor. */
  readonly path: readonly Certificate[]
  /** Status of each certificate of the path but the last. */
  readonly statuses: readonly RevocationStatus[]
  readonly problems: readonly ChainProblem[]
}

export interface ChainMaterial {
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

const maximumPathLength = 8
const maximumSteps = 200

/**
 * Builds the path from a certificate to one of the anchors and validates it at a time (RFC 5280 §6.1): signatures,
 * validity, basicConstraints, path length, keyUsage, critical extensions, and the status of each certificate from the
 * OCSP responses and CRLs given. Name and policy constraints are not processed: a critical one refuses the path.
 * All certificates and material are DER. Never throws on hostile bytes: what is wrong is in `problems`.
 */
export function verifyChain(
  leaf: Uint8Array,
  intermediates: readonly Uint8Array[],
  anchors: readonly Uint8Array[],
  at: Date,
  material: ChainMaterial = { ocsps: [], crls: [] },
): ChainVerdict {
  const [certificate] = parseReadable([leaf])
  if (!certificate) {
    const problem: ChainProblem = { code: 'malformed', message: 'The certificate cannot be read' }
    return { trusted: false, revocation: 'unknown', path: [], statuses: [], problems: [problem] }
  }
  const certificates = parseReadable(anchors)
  const issuers = [...certificates, ...parseReadable(intermediates)]
  const known = { anchors: { certificates }, issuers, material: parseRevocationMaterial(material) }
  return judgePath(certificate, known, at)
}

/** All that certificates are judged by, read once for many of them. */
export interface PathKnowledge {
  readonly anchors: Anchors
  /** Possible issuers, the anchors among them. */
  readonly issuers: readonly Certificate[]
  readonly material: RevocationMaterial
}

/** As `verifyChain`, on what has been read already. */
export function judgePath(certificate: Certificate, known: PathKnowledge, at: Date): ChainVerdict {
  const search: Search = { issuers: known.issuers, anchors: known.anchors, at, steps: 0 }
  const path = findPath([certificate], search) ?? search.longest ?? [certificate]
  const problems = pathProblems(path, known.anchors, at)
  const isTrusted = problems.length === 0
  const statuses = path
    .slice(0, -1)
    .map((each, index) => revocationStatus(each, path[index + 1] ?? each, at, known.material))
  for (const [index, { status, revokedAt }] of statuses.entries()) {
    const subject = path[index]?.subject
    if (status === 'revoked')
      problems.push({
        code: 'revoked',
        message: `Revoked at ${revokedAt?.toISOString() ?? 'an unknown time'}`,
        subject,
      })
    if (status === 'unknown')
      problems.push({
        code: 'revocation_unknown',
        message: 'Nothing usable tells whether it was revoked',
        subject,
      })
  }
  return { trusted: isTrusted, revocation: overallRevocation(isTrusted, statuses), path, statuses, problems }
}

/** The certificates that can be read; the others prove nothing. */
export const parseReadable = (ders: readonly Uint8Array[]): Certificate[] =>
  ders.flatMap((der) => attempt(() => parseCertificate(der)) ?? [])

/** Without a path to an anchor nobody vouches for the material either. */
function overallRevocation(
  isTrusted: boolean,
  statuses: readonly RevocationStatus[],
): ChainVerdict['revocation'] {
  if (statuses.some(({ status }) => status === 'revoked')) return 'revoked'
  return isTrusted && statuses.every(({ status }) => status !== 'unknown') ? 'good' : 'unknown'
}

interface Search {
  readonly issuers: readonly Certificate[]
  readonly anchors: Anchors
  readonly at: Date
  steps: number
  longest?: readonly Certificate[]
}

/** Depth first, issuers by key identifier first; a path with problems is kept only when there is no better one. */
function findPath(path: readonly Certificate[], search: Search): readonly Certificate[] | undefined {
  const last = path.at(-1)
  if (!last) return undefined
  if (isAnchor(last, search.anchors)) {
    if (pathProblems(path, search.anchors, search.at).length === 0) return path
    search.longest = path
    return undefined
  }
  const best = search.longest
  if (!best || (path.length > best.length && !isAnchor(best.at(-1), search.anchors))) search.longest = path
  if (path.length >= maximumPathLength) return undefined
  for (const issuer of candidates(last, search.issuers)) {
    if (search.steps++ > maximumSteps) return undefined
    if (path.some(({ raw }) => sameBytes(raw, issuer.raw)) || !attempt(() => isIssuedBy(last, issuer)))
      continue
    const found = findPath([...path, issuer], search)
    if (found) return found
  }
  return undefined
}

function candidates(certificate: Certificate, issuers: readonly Certificate[]): Certificate[] {
  const { authorityKeyIdentifier: identifier } = certificate
  const named = issuers.filter(({ subjectName }) => sameName(subjectName, certificate.issuerName))
  const matches = ({ subjectKeyIdentifier: own }: Certificate): boolean =>
    identifier !== undefined && own !== undefined && sameBytes(own, identifier)
  return named.toSorted((a, b) => Number(matches(b)) - Number(matches(a)))
}
