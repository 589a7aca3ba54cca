import { signatureStrengths } from '../algorithm-strength.ts'
import { judgePath } from '../certificates/chain.ts'
import type { Certificate } from '../certificates/certificate.ts'
import type { TimestampVerdict } from './timestamp-verification.ts'

/**
 * Until when a token proves its time: the first end of a certificate on its authority's path, or of an algorithm of the token,
 * its imprint or that path (ETSI EN 319 142-1 annex A). `known`: where the path's certificates are besides the token.
 */
export function endOfToken(
  { info, certificates, strengths = [] }: Pick<TimestampVerdict, 'info' | 'certificates' | 'strengths'>,
  unit: Certificate,
  known: { readonly anchors: readonly Certificate[]; readonly others: readonly Certificate[] },
): Date {
  const issuers = [...known.anchors, ...certificates, ...known.others]
  const material = { ocsps: [], crls: [] }
  const anchors = { certificates: known.anchors }
  const { path } = judgePath(unit, { anchors, issuers, material }, info?.time ?? unit.notBefore)
  const ends = [
    ...path.map(({ notAfter }) => notAfter),
    ...[...strengths, ...path.flatMap(strengthsOf)].flatMap(({ reliableUntil }) => reliableUntil ?? []),
  ]
  return new Date(Math.min(...ends.map(Number)))
}

/** What its issuer signed the certificate with. That of the last one is trusted, not verified. */
const strengthsOf = (certificate: Certificate, index: number, path: readonly Certificate[]) => {
  const issuer = path[index + 1]
  return issuer ? signatureStrengths(certificate.signatureAlgorithm, issuer) : []
}
