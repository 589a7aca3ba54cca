import type { ChainVerdict } from '../cms/chain.ts'
import { commonName, isProvable, judgeChain } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import type { SignedField } from './signed-fields.ts'
import { verdictOfChain } from './verdict.ts'
import type { Verdict } from './verdict.ts'
import type { Check } from './verify-field.ts'

/** PAdES baseline levels (ETSI EN 319 142-1 §6). */
export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

export interface SignatureValidation extends Verdict {
  readonly fieldName: string
  readonly kind: 'signature' | 'document_timestamp'
  /** All that speaks against it, in words for a log. */
  readonly problems: readonly string[]
  /** What was appended to the file since: nothing, what may follow a signature, or anything else. */
  readonly laterChanges: 'none' | 'permitted' | 'changed_after_signing' | 'unknown'
  readonly subFilter: string
  /** Common name in the signer's (or the time-stamp authority's) certificate. */
  readonly signerName?: string
  /** DER. */
  readonly certificate?: Uint8Array
  /** Time of a timestamp that verifies and whose authority is trusted: the signature's, or the document timestamp itself. */
  readonly timestampTime?: Date
  readonly claimedTime?: Date
  readonly claimedName?: string
  readonly reason?: string
  readonly location?: string
  /** Null for a document timestamp, for what is no PAdES baseline signature, and for one that is broken. */
  readonly level: BaselineLevel | null
}

/** A signed field with all that was found out about it before its certificate is judged. */
export interface Verified {
  readonly field: SignedField
  readonly check: Check
  readonly laterChanges: SignatureValidation['laterChanges']
}

/** By when the field is proven to have existed, and whether a trusted document timestamp is what proves it. */
export interface Proof {
  readonly time: Date
  readonly archived: boolean
}

/** The verdict on one field; a document timestamp that holds also proves an earlier time for all before it. */
export function judge(
  { field, check, laterChanges }: Verified,
  evidence: Evidence,
  proof: Proof,
): { validation: SignatureValidation; proof: Proof } {
  const stampChain = trustedStamp(check, evidence, proof.time)
  const stampedTime = stampChain && check.stamp?.info?.time
  const isSignature = field.kind === 'signature'
  const chain =
    check.certificate &&
    (isSignature
      ? judgeChain(evidence, check.certificate, check.carried, stampedTime ?? proof.time)
      : judgeChain(evidence, check.certificate, check.carried, proof.time))
  const verdict = decide(check, chain, laterChanges)
  const level = isSignature && check.isBaseline && !check.failure ? levelOf(chain, stampChain, proof) : null
  const validation: SignatureValidation = {
    ...described(field),
    ...verdict,
    problems: [...check.problems, ...(chain?.problems ?? []).map(({ message }) => message)],
    laterChanges,
    level,
    ...(check.certificate
      ? { signerName: commonName(check.certificate), certificate: check.certificate.raw }
      : {}),
    ...(stampedTime ? { timestampTime: stampedTime } : {}),
  }
  const proves = !isSignature && stampedTime && verdict.status !== 'invalid'
  return { validation, proof: proves ? { time: stampedTime, archived: true } : proof }
}

function described({ fieldName, kind, subFilter, claimedTime, claimedName, reason, location }: SignedField) {
  return {
    fieldName,
    kind,
    subFilter,
    ...(claimedTime ? { claimedTime } : {}),
    ...(claimedName === undefined ? {} : { claimedName }),
    ...(reason === undefined ? {} : { reason }),
    ...(location === undefined ? {} : { location }),
  }
}

/** The path of the timestamp's authority, if the timestamp verifies and the authority was trusted at that time. */
function trustedStamp({ stamp, carried }: Check, evidence: Evidence, at: Date): ChainVerdict | undefined {
  if (!stamp?.valid || !stamp.signerCertificate) return undefined
  const certificates = [...carried.certificates, ...stamp.certificates]
  const chain = judgeChain(evidence, stamp.signerCertificate, { ...carried, certificates }, at)
  return chain.trusted && chain.revocation !== 'revoked' ? chain : undefined
}

function decide(
  check: Check,
  chain: ChainVerdict | undefined,
  laterChanges: Verified['laterChanges'],
): Verdict {
  if (check.failure) return check.failure
  if (laterChanges === 'changed_after_signing')
    return { status: 'invalid', subIndication: 'changed_after_signing' }
  if (!chain) return { status: 'indeterminate', subIndication: 'no_signing_certificate_found' }
  const verdict = verdictOfChain(chain)
  if (verdict.status !== 'valid') return verdict
  if (check.stamp && !check.stamp.valid)
    return { status: 'indeterminate', subIndication: 'timestamp_invalid' }
  if (laterChanges === 'unknown') return { status: 'indeterminate', subIndication: 'changed_after_signing' }
  return verdict
}

function levelOf(
  chain: ChainVerdict | undefined,
  stampChain: ChainVerdict | undefined,
  proof: Proof,
): BaselineLevel {
  if (!stampChain) return 'B-B'
  if (!chain || !isProvable(chain) || !isProvable(stampChain)) return 'B-T'
  return proof.archived ? 'B-LTA' : 'B-LT'
}
