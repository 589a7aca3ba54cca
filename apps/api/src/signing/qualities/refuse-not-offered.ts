import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { isLegibleOnEach, isShownOnEach } from '#api/signing/part11/is-shown.ts'
import { isUnderPart11, part11Signers } from '#api/signing/part11/is-under-part11.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import type { Signature, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { refuseFeature } from '#api/billing/usage/refuse-feature.ts'
import { requestedQuality } from './find-signing-option.ts'
import { isOffered, legislationOf } from './quality.ts'

/**
 * What nobody could sign here is not sent. Answers the request under the law that holds where nobody named one. Part 11
 * is for senders and signers whose business has turned it on (21 CFR 11.100), if signatures have their place on the
 * page. Of a request that was sent, signers who were asked `before` may have lost it since: that is for them to resolve.
 */
export async function refuseNotOffered(
  context: Context,
  db: Reader,
  request: SignatureRequest,
  before?: SignatureRequest,
): Promise<SignatureRequest> {
  const requested = requestedQuality(request)
  if (!isOffered(requested, context.trustServices)) throw new Refusal('signing.quality_unavailable')
  if (requested.quality === 'PART11') await refuseOutsidePart11(context, db, request, before)
  return { ...request, legislation: legislationOf(requested) }
}

async function refuseOutsidePart11(
  context: Context,
  db: Reader,
  request: SignatureRequest,
  before: SignatureRequest | undefined,
): Promise<void> {
  const business = await findBusinessOf(db, request.owner.id)
  if (!business?.settings.part11.enabled) throw new Refusal('signing.quality_unavailable')
  await refuseFeature(context, db, business.id, 'part11')
  const asked = before?.quality === 'PART11' ? new Set(before.signatures.map(({ id }) => id)) : null
  const added = request.signatures.filter(({ id }) => !asked?.has(id))
  const unable = await unableOf(db, added)
  const fields = request.signatures.flatMap((signature, index): WrongField[] => {
    const field = `signatures.${index}`
    const wrong: WrongField[] = []
    if (unable.has(signature.id))
      wrong.push({ field: `${field}.account_email`, code: 'account_required', message: part11Signers })
    if (!isShownOnEach(signature))
      wrong.push({
        field: `${field}.document_signatures`,
        code: 'place_required',
        message: 'Name, reason and time have to stand on each document',
      })
    if (!isLegibleOnEach(signature))
      wrong.push({
        field: `${field}.document_signatures`,
        code: 'place_too_small',
        message: 'Under Part 11 a signature field is at least 120 by 40 points large',
      })
    return wrong
  })
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
}

/** The signatures that one of those who are asked could not make. */
async function unableOf(db: Reader, signatures: readonly Signature[]): Promise<Set<string>> {
  const unable = new Set<string>()
  for (const person of allPeopleOf(signatures))
    if (!(await isUnderPart11(db, person.accountId))) unable.add(person.id)
  return unable
}
