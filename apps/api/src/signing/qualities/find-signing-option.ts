import { isPlainName } from '@countersign/contract/plain-name.ts'
import type { Participant } from '#api/platform/actor.ts'
import { findBusinessOfSender } from '#api/business/businesses/find-business-of.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import { requestedSignerOf, ownSignatures } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { anybody, type RequestedQuality, type Offer, resolveQuality, type SigningOption } from './quality.ts'
import { readSigner } from './read-signer.ts'
import { nameGivenTo } from '#api/signing/signature-requests/signature-request.ts'

/** How this signer would sign with the level that is requested, and which requirements are unmet. */
export async function findSigningOption(
  context: Context,
  db: Reader,
  actor: Participant,
  wanted: RequestedQuality,
  requested: RequestedSigner,
): Promise<SigningOption> {
  // Anyone who clicks is not looked up.
  const isClick = wanted.quality === 'SES' || wanted.quality === 'DEMO'
  const signer = isClick ? anybody : await readSigner(context, db, actor, requested)
  const offer = isClick ? context.trustServices : await offerFor(context, db, actor)
  return resolveQuality(wanted, signer, offer, context.now())
}

/** A business may keep those who come by a link from being led to a trust service's own page. */
async function offerFor(context: Context, db: Reader, actor: Participant): Promise<Offer> {
  const { trustServices } = context
  if (actor.kind === 'account' || !trustServices.all().some(({ redirects }) => redirects))
    return trustServices
  const business = await findBusinessOfSender(db, actor.requestId)
  if (business?.settings.mabDirectSign.enabled ?? true) return trustServices
  return {
    nameFor: (level, legislation) => {
      const name = trustServices.nameFor(level, legislation)
      return name !== null && trustServices.named(name)?.redirects ? null : name
    },
  }
}

/** The same for the person who looks at a request that still waits for their signature; null where none does. */
export async function findOwnSigningOption(
  context: Context,
  actor: Participant,
  request: SignatureRequest,
): Promise<SigningOption | null> {
  if (request.status !== 'OPEN') return null
  const own = ownSignatures(request, actor)
    .filter(({ status }) => status === 'OPEN' || status === 'WAITING')
    .map((signature) => requestedSignerOf(signature, actor))
    .find((requested) => requested !== undefined)
  if (!own) return null
  const option = await findSigningOption(context, context.db, actor, requestedQuality(request), own)
  // A click takes no more than a name: anyone who came by the link and has none says it first.
  const isNameless = actor.kind === 'link' && !isPlainName(nameGivenTo(own))
  return option.approval === null && isNameless ? { ...option, unmet: [...option.unmet, 'name'] } : option
}

export function requestedQuality(
  request: Pick<SignatureRequest, 'quality' | 'legislation'>,
): RequestedQuality {
  // The database holds nothing else: its rows are checked when they are written.
  return request as RequestedQuality
}
