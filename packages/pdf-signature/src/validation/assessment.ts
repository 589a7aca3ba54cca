import type { ChainVerdict } from '../cms/certificates/chain.ts'
import type { TimestampVerdict } from '../cms/timestamps/timestamp-verification.ts'
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

/** A timestamp with what is known of its authority. */
interface JudgedStamp {
  /** Of the signature's timestamps the earliest that is trusted, else the first that verifies, else the first. */
  readonly stamp?: TimestampVerdict
  /** Of the timestamp's authority, where the timestamp verifies. */
  readonly stampChain?: ChainVerdict
  /** The time of the timestamp, where its authority is trusted too. */
  readonly stampedTime?: Date
  /** Its time in place of `stampedTime`, where that has not come yet. */
  readonly futureTime?: Date
}

/** All that one field is judged by. */
export interface Assessment extends JudgedStamp {
  readonly check: Check
  readonly changes: VerifiedField['changes']
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
  const { certificate, carried } = check
  const judged = bestOf(check.stamps.map((stamp) => judgeStamp(stamp, carried, evidence, proof)))
  const provenAt = (field.kind === 'signature' ? judged.stampedTime : undefined) ?? proof.time
  const chain =
    field.kind === 'document_timestamp'
      ? judged.stampChain
      : certificate && judgeChain(evidence, certificate, carried, provenAt)
  return { check, changes, proof, provenAt, ...judged, ...(chain ? { chain } : {}) }
}

/**
 * Nothing proves an existence at a time that has not come yet (ETSI EN 319 102-1 §5.5.4, §5.6.2.3). So much may the clock of a
 * time-stamp authority be ahead of ours when we sign.
 */
const futureTolerance = 5 * 60_000

/** Each is validated for itself; the earliest proof counts (ETSI EN 319 102-1 §5.5.4). */
function bestOf(stamps: readonly JudgedStamp[]): JudgedStamp {
  const trusted = stamps.filter(({ stampedTime }) => stampedTime)
  const [earliest] = trusted.toSorted((a, b) => Number(a.stampedTime) - Number(b.stampedTime))
  return (
    earliest ??
    stamps.find(({ futureTime }) => futureTime) ??
    stamps.find(({ stamp }) => stamp?.valid) ??
    stamps[0] ??
    {}
  )
}

function judgeStamp(
  stamp: TimestampVerdict,
  carried: Check['carried'],
  evidence: Evidence,
  { time: at, archives }: Proof,
): JudgedStamp {
  const stampChain = judgeAuthority(stamp, carried, evidence, at)
  if (!stampChain) return { stamp }
  const isTrusted =
    stampChain.trusted && stampChain.revocation !== 'revoked' && !weakFinding(stamp.strengths ?? [], at)
  const time = isTrusted ? stamp.info?.time : undefined
  if (!time) return { stamp, stampChain }
  // Where document timestamps follow, the order of all of them is looked at.
  const isAhead = archives.length === 0 && time.getTime() > at.getTime() + futureTolerance
  return { stamp, stampChain, ...(isAhead ? { futureTime: time } : { stampedTime: time }) }
}

/** The chain of a timestamp's authority at a time, where the timestamp verifies. */
function judgeAuthority(
  { valid, signerCertificate, certificates, ocsps = [], crls = [] }: TimestampVerdict,
  carried: Check['carried'],
  evidence: Evidence,
  at: Date,
): ChainVerdict | undefined {
  if (!valid || !signerCertificate) return undefined
  const own = {
    certificates: [...carried.certificates, ...certificates],
    ocsps: [...carried.ocsps, ...ocsps],
    crls: [...carried.crls, ...crls],
  }
  return judgeChain(evidence, signerCertificate, own, at)
}

/**
 * Whether the evidence it was assessed by is all that it takes to validate the signature (B-LT, ETSI EN 319 142-1 §6.3). The
 * authority of its timestamp is judged at the time of that: a status that has run out since still shows that it was good then.
 */
export function isLongTerm(
  { check, chain, stamp, stampChain, stampedTime }: Assessment,
  evidence: Evidence,
): boolean {
  const authority =
    stamp && stampedTime ? judgeAuthority(stamp, check.carried, evidence, stampedTime) : stampChain
  return chain !== undefined && isProvable(chain) && (authority === undefined || isProvable(authority))
}
