import type { Certificate } from '../cms/certificates/certificate.ts'
import { algorithmUses, weakFinding } from './algorithm-uses.ts'
import { qualifySignature } from '../trust-lists/qualification.ts'
import { claimed, describeAssessment } from './reports/describe-signature.ts'
import { type Evidence, withStore } from './evidence.ts'
import { assess, isLongTerm } from './assessment.ts'
import type { Assessment, Proof } from './assessment.ts'
import type { VerifiedField } from './verified-field.ts'
import { forbiddenFindings, noticesOf, warningsOf } from './findings.ts'
import type { BaselineLevel, Finding, SignatureReport } from './reports/report.ts'
import { failedBy, findingsOfChain, passed, undecidedBy, verdictOfChain } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** Clocks of authorities differ: no order of events is read from less. */
const clockTolerance = 60_000

/**
 * The verdict on one field, at the time by which it is proven to have existed (ETSI EN 319 102-1 §5.5, §5.6); a document
 * timestamp that holds also proves an earlier time for all before it.
 */
export function judge(
  entry: VerifiedField,
  evidence: Evidence,
  proof: Proof,
  validatedAt: Date,
): { report: SignatureReport; proof: Proof } {
  const assessment = assess(entry, evidence, proof)
  const { verdict, errors } = decide(entry, assessment)
  const warnings = warningsOf(entry, assessment)
  const isTimestamp = entry.field.kind === 'document_timestamp'
  const qualified = isTimestamp
    ? undefined
    : qualifySignature(assessment.chain, evidence.trustLists, assessment.provenAt)
  // As with the timestamp of a signature: an authority that nobody says was revoked proves a time.
  const holds = verdict.indication === 'TOTAL_PASSED' || verdict.subIndication === 'TRY_LATER'
  const proves = isTimestamp && assessment.stampedTime && holds
  const report: SignatureReport = {
    ...verdict,
    ...claimed(entry),
    ...describeAssessment(entry, assessment, evidence, qualified?.qualification),
    withReservation: verdict.indication === 'TOTAL_PASSED' && warnings.length > 0,
    level: levelOf(entry, assessment, evidence),
    algorithms: algorithmUses(entry, assessment.stamp, assessment.provenAt, proof.time),
    errors,
    warnings,
    infos: noticesOf(entry, assessment, validatedAt, evidence.trustLists, qualified),
  }
  if (!proves) return { report, proof }
  const archive = entry.storeThen ? withStore(evidence, entry.storeThen) : (evidence.ofFile ?? evidence)
  return { report, proof: { time: assessment.stampedTime, archives: [archive, ...proof.archives] } }
}

function decide(
  entry: VerifiedField,
  assessment: Assessment,
): { verdict: Verdict; errors: readonly Finding[] } {
  const { check, changes, chain, stampedTime, futureTime, provenAt, proof } = assessment
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
  if (weak)
    found(
      undecidedBy(
        wasWeakAtOnce(weak, leaf) ? 'CRYPTO_CONSTRAINTS_FAILURE' : 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
      ),
      weak,
    )
  if (futureTime)
    found(undecidedBy('TIMESTAMP_ORDER_FAILURE'), {
      code: 'timestamp_in_future',
      parameters: { time: futureTime.toISOString() },
    })
  if (
    stampedTime &&
    proof.archives.length > 0 &&
    stampedTime.getTime() > proof.time.getTime() + clockTolerance
  )
    found(undecidedBy('TIMESTAMP_ORDER_FAILURE'), { code: 'timestamp_order' })
  if (changes === 'unknown' && !check.failure)
    found(undecidedBy('GENERIC'), { code: 'changes_not_understood' })
  if (!entry.isReadAlike) found(undecidedBy('GENERIC'), { code: 'structure_ambiguous' })
  return { verdict: worstOf(verdicts), errors }
}

/** What failed, else what was found first. That a later status decides is said where that is all that is missing. */
const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ indication }) => indication === 'TOTAL_FAILED') ??
  verdicts.find(({ subIndication }) => subIndication !== 'TRY_LATER') ??
  verdicts[0] ??
  passed

/** Nothing can prove that a signature is from before its own certificate: then its algorithm was weak when it was made. */
function wasWeakAtOnce({ parameters }: Finding, certificate: Certificate | undefined): boolean {
  const end = parameters?.reliableUntil
  return end !== undefined && certificate !== undefined && certificate.notBefore >= new Date(end)
}

/**
 * The PAdES baseline level a signature has by what the file holds alone (ETSI EN 319 142-1 §6); null for what is none.
 * A document timestamp counts as the signature's own, and makes it B-LTA where it covers what the signature is validated by.
 */
function levelOf(entry: VerifiedField, assessment: Assessment, evidence: Evidence): BaselineLevel | null {
  const { check, field } = entry
  if (field.kind !== 'signature' || !check.isBaseline || check.failure) return null
  const { proof } = assessment
  const ofFile = evidence.ofFile ?? evidence
  const own = evidence.ofFile ? assess(entry, ofFile, proof) : assessment
  if (!own.stampedTime && proof.archives.length === 0) return 'B-B'
  if (!isLongTerm(own, ofFile)) return 'B-T'
  const isArchived = proof.archives.some(
    (archive) => archive === ofFile || isLongTerm(assess(entry, archive, proof), archive),
  )
  return isArchived ? 'B-LTA' : 'B-LT'
}
