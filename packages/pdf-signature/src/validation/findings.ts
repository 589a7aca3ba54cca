import { notRelied } from '../trust-lists/listed-anchors.ts'
import type { SignatureQualification } from '../trust-lists/qualification.ts'
import type { TrustList } from '../trust-lists/trust-list.ts'
import { parametersOf } from './algorithm-uses.ts'
import type { Assessment } from './assessment.ts'
import type { VerifiedField } from './verified-field.ts'
import type { Change, Finding } from './reports/report.ts'
import type { SignedField } from './objects/signed-fields.ts'

const hour = 3_600_000

/** What a person should look at before relying on a signature that holds. */
export function warningsOf(
  { field, check }: VerifiedField,
  { changes, stamp, stampedTime, futureTime, stampChain }: Assessment,
): Finding[] {
  const warnings: Finding[] =
    changes === 'unknown' ? [] : [...visibleChanges(changes), ...coverings(changes), ...misleading(changes)]
  if (field.kind === 'signature' && stamp && !stamp.valid) warnings.push({ code: 'timestamp_invalid' })
  if (field.kind === 'signature' && stamp?.valid && !stampedTime && !futureTime) {
    const authority = stampChain?.path[0]?.subject
    warnings.push({ code: 'timestamp_untrusted', ...(authority ? { parameters: { authority } } : {}) })
  }
  const claimedTime = field.claimedTime ?? check.claimedTime
  const after = claimedTime && stampedTime ? claimedTime.getTime() - stampedTime.getTime() : 0
  if (claimedTime && stampedTime && (after > hour || after < -24 * hour))
    warnings.push({
      code: 'claimed_time_implausible',
      parameters: { claimed: claimedTime.toISOString(), proven: stampedTime.toISOString() },
    })
  return warnings
}

/** Permitted, and yet the pages do not look as they did when the signer signed. */
function visibleChanges(changes: readonly Change[]): Finding[] {
  return changes
    .filter(({ permitted, visible, isForeseen }) => permitted && visible && !isForeseen)
    .map(({ kind, field, page }): Finding => {
      const parameters = {
        ...(field === undefined ? {} : { field }),
        ...(page === undefined ? {} : { page: String(page) }),
      }
      const code = kind === 'signature_added' ? 'signature_field_added_visibly' : 'changed_visibly'
      return { code, parameters }
    })
}

/** A signature of that part of a page is larger than any that is beside what it signs. */
const largestBeside = 0.25

/** Later signatures, and fields filled in, that take up so much of a page that they can only are on what was signed. */
function coverings(changes: readonly Change[]): Finding[] {
  return changes
    .filter(({ kind, permitted, isForeseen }) => permitted && (kind === 'signature_added' || isForeseen))
    .flatMap(({ kind, field = '', areas = [] }) =>
      areas
        .filter(({ left, top, right, bottom }) => (right - left) * (bottom - top) >= largestBeside)
        .map(({ page }) => coveringFinding({ field, page, isFilled: kind !== 'signature_added' })),
    )
}

/** Where something is drawn over what was signed: a later signature, or a field that was filled in. */
export interface Covering {
  readonly field: string
  readonly page: number
  readonly isFilled?: boolean
}

export const coveringFinding = ({ field, page, isFilled }: Covering): Finding => ({
  code: isFilled ? 'field_covers_content' : 'signature_covers_content',
  parameters: { field, page: String(page) },
})

/** Fields filled in since that show nothing of it, or that hide others, or are hidden. */
const misleading = (changes: readonly Change[]): Finding[] =>
  changes.flatMap((change) => (change.permitted ? [...differenceFindings(change), ...overlapOf(change)] : []))

const differenceFindings = ({ field, showsOtherValue }: Change): Finding[] =>
  showsOtherValue && field !== undefined ? [{ code: 'field_value_differs', parameters: { field } }] : []

const overlapOf = ({ field, overlaps: other }: Change): Finding[] =>
  field !== undefined && other !== undefined ? [{ code: 'fields_overlap', parameters: { field, other } }] : []

/** What was not permitted, in more than one word where there is one for it. */
export function forbiddenFindings(changes: readonly Change[], { certifies }: SignedField): Finding[] {
  const findings = changes.flatMap((change): Finding[] => {
    const { kind, field, page, objects = [] } = change
    if (kind === 'structure_broken') return [{ code: 'structure_broken' }]
    if (kind === 'hidden_objects_added')
      return [{ code: 'hidden_objects_added', parameters: { objects: objects.join(', ') } }]
    if (kind === 'annotation_added')
      return [
        { code: 'annotation_overlays_content', ...(page ? { parameters: { page: String(page) } } : {}) },
      ]
    if (kind === 'form_changed' && field !== undefined)
      return [{ code: 'form_field_added', parameters: { field } }]
    if (change.showsOtherValue) return differenceFindings(change)
    if (change.overlaps !== undefined) return overlapOf(change)
    if ((kind === 'form_filled' || kind === 'signature_added') && field !== undefined)
      return [{ code: 'locked_field_changed', parameters: { field } }]
    return []
  })
  return certifies === 1 ? [{ code: 'certified_no_changes' }, ...findings] : findings
}

/** Filled in by others, as the signer left it to them. */
const foreseen = (changes: readonly Change[]): Finding[] =>
  changes.flatMap(({ permitted, isForeseen, field }) =>
    permitted && isForeseen && field !== undefined
      ? [{ code: 'form_filled_as_permitted', parameters: { field } }]
      : [],
  )

/** What else there is to say. */
export function noticesOf(
  { check }: VerifiedField,
  { changes, provenAt }: Assessment,
  validatedAt: Date,
  trustLists: readonly TrustList[],
  qualified: SignatureQualification | undefined,
): Finding[] {
  const infos: Finding[] = [...check.departures, ...(changes === 'unknown' ? [] : foreseen(changes))]
  if (!qualified) return infos
  if (check.stamps.length === 0) infos.push({ code: 'no_timestamp' })
  for (const strength of check.strengths)
    if (strength.reliableUntil && strength.reliableUntil > validatedAt)
      infos.push({ code: 'algorithm_ends_soon', parameters: parametersOf(strength) })
  const { qualification, uncertainService: service } = qualified
  const { result } = qualification
  if (result === 'NOT_KNOWN') infos.push({ code: 'legal_weight_not_known' })
  if (result === 'ADES') infos.push({ code: 'not_qualified' })
  if (service !== undefined) infos.push({ code: 'trust_list_criteria_unknown', parameters: { service } })
  for (const { name, status } of check.certificate ? notRelied(check.certificate, trustLists, provenAt) : [])
    infos.push({ code: 'trust_service_not_granted', parameters: { service: name, status } })
  return infos
}
