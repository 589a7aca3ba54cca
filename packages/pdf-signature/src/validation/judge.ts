import type { ChainVerdict } from '../cms/chain.ts'
import { qualifySignature, qualifyTimestamp } from '../trust-lists/qualification.ts'
import { algorithmUses, weakFinding } from './algorithm-uses.ts'
import { describeChain, describeSigner, sha256Hex } from './describe-certificates.ts'
import { isProvable, judgeChain } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { forbiddenFindings, infosOf, warningsOf } from './remarks.ts'
import type { BaselineLevel, Change, Finding, SignatureReport } from './report.ts'
import type { SignedField } from './signed-fields.ts'
import { failedBy, findingsOfChain, passed, undecidedBy, verdictOfChain } from './verdict.ts'
import type { Verdict } from './verdict.ts'
import type { Check } from './verify-field.ts'

/** A signed field with all that was found out about it before its certificate is judged. */
export interface Verified {
  readonly field: SignedField
  readonly check: Check
  readonly changes: readonly Change[] | 'unknown'
  readonly revision: number | null
  readonly coversWholeFile: boolean
}

/** By when the field is proven to have existed, and whether a trusted document timestamp is what proves it. */
export interface Proof {
  readonly time: Date
  readonly archived: boolean
}

/** All that one field is judged by. */
export interface Hearing {
  readonly check: Check
  readonly changes: Verified['changes']
  /** Of the timestamp's authority, where the timestamp verifies. */
  readonly stampChain?: ChainVerdict
  /** The time of the timestamp, where its authority is trusted too. */
  readonly stampedTime?: Date
  readonly provenAt: Date
  readonly chain?: ChainVerdict
  readonly proof: Proof
}

/** Clocks of authorities differ: no order of events is read from less. */
const clockTolerance = 60_000

/**
 * The verdict on one field, at the time by which it is proven to have existed (ETSI EN 319 102-1 §5.5, §5.6); a document
 * timestamp that holds also proves an earlier time for all before it.
 */
export function judge(
  entry: Verified,
  evidence: Evidence,
  proof: Proof,
  validatedAt: Date,
): { report: SignatureReport; proof: Proof } {
  const hearing = hear(entry, evidence, proof)
  const { verdict, errors } = decide(entry, hearing)
  const warnings = warningsOf(entry, hearing)
  const isTimestamp = entry.field.kind === 'document_timestamp'
  // As with the timestamp of a signature: an authority that nobody says was revoked proves a time.
  const holds = verdict.indication === 'TOTAL_PASSED' || verdict.subIndication === 'TRY_LATER'
  const proves = isTimestamp && hearing.stampedTime && holds
  const report: SignatureReport = {
    ...verdict,
    ...claimed(entry),
    ...weighed(entry, hearing, evidence),
    withReservation: verdict.indication === 'TOTAL_PASSED' && warnings.length > 0,
    level:
      !isTimestamp && entry.check.isBaseline && !entry.check.failure
        ? levelOf(evidence.ofFile ? hear(entry, evidence.ofFile, proof) : hearing)
        : null,
    algorithms: algorithmUses(entry, hearing.provenAt, proof.time),
    errors,
    warnings,
    infos: infosOf(entry, hearing, validatedAt, evidence.trustLists),
  }
  return { report, proof: proves ? { time: hearing.stampedTime, archived: true } : proof }
}

function hear({ field, check, changes }: Verified, evidence: Evidence, proof: Proof): Hearing {
  const { stamp, certificate, carried } = check
  const own = stamp && {
    certificates: [...carried.certificates, ...stamp.certificates],
    ocsps: [...carried.ocsps, ...(stamp.ocsps ?? [])],
    crls: [...carried.crls, ...(stamp.crls ?? [])],
  }
  const stampChain =
    stamp?.valid && stamp.signerCertificate && own
      ? judgeChain(evidence, stamp.signerCertificate, own, proof.time)
      : undefined
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

function decide(entry: Verified, hearing: Hearing): { verdict: Verdict; errors: readonly Finding[] } {
  const { check, changes, chain, stampedTime, provenAt, proof } = hearing
  const errors = [...check.errors]
  const verdicts: Verdict[] = check.failure ? [check.failure] : []
  const found = (verdict: Verdict, ...findings: Finding[]): void => {
    verdicts.push(verdict)
    errors.push(...findings)
  }
  const forbidden = changes === 'unknown' ? [] : changes.filter(({ permitted }) => !permitted)
  if (forbidden.length > 0)
    found(
      failedBy('FORMAT_FAILURE'),
      { code: 'changed_after_signing' },
      ...forbiddenFindings(forbidden, entry.field),
    )
  if (!check.failure && !chain) found(undecidedBy('NO_SIGNING_CERTIFICATE_FOUND'))
  const [leaf] = chain?.path ?? []
  if (leaf && stampedTime && stampedTime < leaf.notBefore)
    found(failedBy('NOT_YET_VALID'), { code: 'timestamp_before_certificate' })
  if (chain) {
    const ofChain = verdictOfChain(chain)
    if (ofChain.indication !== 'TOTAL_PASSED') found(ofChain, ...findingsOfChain(chain))
  }
  const weak = weakFinding(check.strengths, provenAt)
  if (weak) found(undecidedBy('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), weak)
  if (stampedTime && proof.archived && stampedTime.getTime() > proof.time.getTime() + clockTolerance)
    found(undecidedBy('TIMESTAMP_ORDER_FAILURE'), { code: 'timestamp_order' })
  if (changes === 'unknown' && !check.failure)
    found(undecidedBy('GENERIC'), { code: 'changes_not_understood' })
  const verdict = verdicts.find(({ indication }) => indication === 'TOTAL_FAILED') ?? verdicts[0] ?? passed
  return { verdict, errors }
}

function claimed({ field, check, changes, revision, coversWholeFile }: Verified) {
  const { fieldName, kind, subFilter, claimedName, reason, location, contact } = field
  const isSignature = kind === 'signature'
  const format = !isSignature
    ? 'TIMESTAMP'
    : subFilter === 'ETSI.CAdES.detached'
      ? 'PADES'
      : subFilter.startsWith('adbe.pkcs7.')
        ? 'CMS'
        : 'UNKNOWN'
  return {
    field: fieldName,
    type: isSignature ? 'signature' : 'timestamp',
    subFilter,
    format,
    signedAt: field.claimedTime ?? check.claimedTime ?? null,
    claims: {
      ...(claimedName === undefined ? {} : { name: claimedName }),
      ...(reason === undefined ? {} : { reason }),
      ...(location === undefined ? {} : { location }),
      ...(contact === undefined ? {} : { contact }),
    },
    revision,
    coversWholeFile,
    certifies: field.certifies ?? null,
    changesAfter: changes === 'unknown' ? [] : changes,
    id: sha256Hex(field.cms),
  } as const
}

function weighed({ field, check }: Verified, hearing: Hearing, { trustLists }: Evidence) {
  const { chain, stampChain, stampedTime, provenAt, proof } = hearing
  const authority = stampChain?.path[0]
  const isSignature = field.kind === 'signature'
  const stampQualification = stampedTime ? qualifyTimestamp(stampChain, trustLists, stampedTime) : null
  const provenBy =
    isSignature && stampedTime
      ? ('timestamp' as const)
      : proof.archived
        ? ('document_timestamp' as const)
        : ('validation_time' as const)
  return {
    signer: check.certificate ? describeSigner(check.certificate, chain) : null,
    chain: chain ? describeChain(chain) : [],
    timestampAt: stampedTime ?? null,
    timestampAuthority: authority ? describeSigner(authority, stampChain) : null,
    provenAt,
    provenBy,
    qualification: isSignature
      ? qualifySignature(chain, trustLists, provenAt)
      : (stampQualification ?? { result: 'NOT_KNOWN' as const, legislation: null }),
    timestampQualification: stampQualification,
  }
}

function levelOf({ chain, stampedTime, stampChain, proof }: Hearing): BaselineLevel {
  if (!stampedTime || !stampChain) return 'B-B'
  if (!chain || !isProvable(chain) || !isProvable(stampChain)) return 'B-T'
  return proof.archived ? 'B-LTA' : 'B-LT'
}
