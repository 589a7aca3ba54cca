import type { ChainVerdict } from '../cms/certificates/chain.ts'
import { weakFinding } from './algorithm-uses.ts'
import { isProvable, judgeChain } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import type { Check } from './verify-field.ts'
import type { VerifiedField } from './verified-field.ts'

/** By when the field is proven to have existed, and the trusted document timestamps that prove it. */
export interface Proof {
  readonly time: Date
  /** For each of them, newest first, what the file held to validate by when it was made. */
  readonly archives: readonly Evidence[]
}

/** All that one field is judged by. */
export interface Assessment {
  readonly check: Check
  readonly changes: VerifiedField['changes']
  /** Of the timestamp's authority, where the timestamp verifies. */
  readonly stampChain?: ChainVerdict
  /** The time of the timestamp, where its authority is trusted too. */
  readonly stampedTime?: Date
  readonly provenAt: Date
  readonly chain?: ChainVerdict
  readonly proof: Proof
}

/** Judges the certificates of a field and of its timestamp by what is known, at the times that are proven. */
export function assess(
  { field, check, changes }: VerifiedField,
  evidence: Evidence,
  proof: Proof,
): Assessment {
  const { stamp, certificate, carried } = check
  const stampChain = judgeAuthority(check, evidence, proof.time)
  const isTrusted =
    stampChain?.trusted === true &&
    stampChain.revocation !== 'revoked' &&
    !weakFinding(stamp?.strengths ?? [], proof.time)
  const stampedTime = isTrusted ? stamp?.info?.time : undefined
  const provenAt = (field.kind === 'signature' ? stampedTime : undefined) ?? proof.time
  const chain =
    field.kind === 'document_timestamp'
      ? stampChain
      : certificate && judgeChain(evidence, certificate, carried, provenAt)
  return {
    check,
    changes,
    proof,
    provenAt,
    ...(stampChain ? { stampChain } : {}),
    ...(stampedTime ? { stampedTime } : {}),
    ...(chain ? { chain } : {}),
  }
}

/** The chain of the timestamp's authority at a time, where the timestamp verifies. */
function judgeAuthority({ stamp, carried }: Check, evidence: Evidence, at: Date): ChainVerdict | undefined {
  if (!stamp?.valid || !stamp.signerCertificate) return undefined
  const own = {
    certificates: [...carried.certificates, ...stamp.certificates],
    ocsps: [...carried.ocsps, ...(stamp.ocsps ?? [])],
    crls: [...carried.crls, ...(stamp.crls ?? [])],
  }
  return judgeChain(evidence, stamp.signerCertificate, own, at)
}

/**
 * Whether the evidence it was assessed by is all that it takes to validate the signature (B-LT, ETSI EN 319 142-1 §6.3). The authority of its
 * timestamp is judged at the time of that: a status that has run out since still shows that it was good then.
 */
export function isLongTerm(
  { check, chain, stampChain, stampedTime }: Assessment,
  evidence: Evidence,
): boolean {
  const authority = stampedTime ? judgeAuthority(check, evidence, stampedTime) : stampChain
  return chain !== undefined && isProvable(chain) && (authority === undefined || isProvable(authority))
}
