import type { ApiUserActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { lockForNoKeyUpdate } from '#api/signing/signature-requests/repository.ts'
import { actingAccount } from '../acting-account.ts'
import type { KnownToProgram } from './known-to-program.ts'
import type { ShownRequest } from './shown-request.ts'
import { markDisclosed, type SignerLink } from './signer-repository.ts'

/**
 * An API user is given the personal links of its signers, to embed them. Anyone who has a link can sign, so the evidence says,
 * once for each link, that it was given out. A delegated signature has another link.
 */
export async function discloseLinks(
  context: Context,
  actor: ApiUserActor,
  given: readonly { readonly request: ShownRequest; readonly known: KnownToProgram }[],
): Promise<void> {
  for (const { request, known } of given) {
    const hidden = request.signatures.flatMap(({ id, link }) =>
      link && !known.isDisclosed(id) ? [{ signatureId: id, linkHash: link.hash }] : [],
    )
    if (hidden.length > 0) await recordDisclosure(context, actor, request.id, hidden)
  }
}

async function recordDisclosure(
  context: Context,
  actor: ApiUserActor,
  requestId: string,
  links: readonly SignerLink[],
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const request = await lockForNoKeyUpdate(tx, requestId)
    const signatures = new Map(request?.signatures.map((signature) => [signature.id, signature]))
    // A link that has been replaced since it was read opens nothing, and the new one was not given out.
    const current = links.filter(({ signatureId, linkHash }) =>
      signatures.get(signatureId)?.link?.hash.equals(linkHash),
    )
    for (const signatureId of await markDisclosed(tx, current, context.now()))
      await appendEvent(tx, requestId, {
        type: 'link_disclosed',
        at: context.now(),
        actor: eventActor(actingAccount(actor)),
        data: { signatureId, email: signatures.get(signatureId)?.email },
      })
  })
}
