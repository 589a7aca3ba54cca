import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { isLegibleOnEach, isShownOnEach } from '#api/signing/part11/is-shown.ts'
import { isUnderPart11, part11Signers } from '#api/signing/part11/is-under-part11.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { allPeopleOf, peopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { refuseFeature } from '#api/billing/usage/refuse-feature.ts'
import { requestedQuality } from './find-signing-option.ts'
import { isOffered, legislationOf } from './quality.ts'

/**
 * What nobody could sign here is not sent. Answers the request under the law that holds where nobody named one. Part 11
 * is for senders and signers whose business has turned it on (21 CFR 11.100), if signatures have their place on the
 * page.
 */
export async function refuseNotOffered(
  context: Context,
  db: Reader,
  request: SignatureRequest,
): Promise<SignatureRequest> {
  const requested = requestedQuality(request)
  if (!isOffered(requested, context.trustServices)) throw new Refusal('signing.quality_unavailable')
  if (requested.quality === 'PART11') await refuseOutsidePart11(context, db, request)
  return { ...request, legislation: legislationOf(requested) }
}

async function refuseOutsidePart11(context: Context, db: Reader, request: SignatureRequest): Promise<void> {
  const business = await findBusinessOf(db, request.owner.id)
  if (!business?.settings.part11.enabled) throw new Refusal('signing.quality_unavailable')
  await refuseFeature(context, db, business.id, 'part11')
  const able = await accountsUnderPart11(db, request)
  const fields = request.signatures.flatMap((signature, index): WrongField[] => {
    const field = `signatures.${index}`
    const wrong: WrongField[] = []
    if (!peopleOf(signature).every(({ accountId }) => able.has(accountId)))
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

async function accountsUnderPart11(db: Reader, { signatures }: SignatureRequest) {
  const able = new Set<string | null>()
  for (const accountId of new Set(allPeopleOf(signatures).map((person) => person.accountId)))
    if (await isUnderPart11(db, accountId)) able.add(accountId)
  return able
}
