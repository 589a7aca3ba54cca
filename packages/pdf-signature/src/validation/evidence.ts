import { verifyChain } from '../cms/chain.ts'
import type { ChainVerdict } from '../cms/chain.ts'
import type { Certificate } from '../cms/certificate.ts'
import { readName } from '../cms/distinguished-name.ts'
import type { ValidationData } from '../validation-data.ts'

/** What certificates are judged by: the trust anchors, and all the document security store holds. */
export interface Evidence {
  readonly anchors: readonly Uint8Array[]
  readonly store: ValidationData
}

interface Carried {
  readonly certificates: readonly Certificate[]
  readonly ocsps?: readonly Uint8Array[]
  readonly crls?: readonly Uint8Array[]
}

/** Judges a certificate at a time, with what its CMS carries as well. */
export function judgeChain(
  evidence: Evidence,
  certificate: Certificate,
  carried: Carried,
  at: Date,
): ChainVerdict {
  const intermediates = [...evidence.store.certificates, ...carried.certificates.map(({ raw }) => raw)]
  return verifyChain(certificate.raw, intermediates, evidence.anchors, at, {
    ocsps: [...evidence.store.ocsps, ...(carried.ocsps ?? [])],
    crls: [...evidence.store.crls, ...(carried.crls ?? [])],
  })
}

/** Whether path and status of every certificate on it can be shown from what the file itself holds. */
export const isProvable = (chain: ChainVerdict): boolean => chain.trusted && chain.revocation === 'good'

/** The common name, or the whole subject where there is none. */
export function commonName(certificate: Certificate): string {
  const named = readName(certificate.subjectName).find(({ type }) => type === 'CN')
  return named?.value ?? certificate.subject
}
