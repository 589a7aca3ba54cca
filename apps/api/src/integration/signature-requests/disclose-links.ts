import type { ApiUserActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { lockForNoKeyUpdate } from '#api/signing/signature-requests/repository.ts'
import { actingAccount } from '../acting-account.ts'
import type { KnownToProgram } from './known-to-program.ts'
import type { ShownRequest } from './presenter.ts'
import { markDisclosed } from './repository.ts'

/**
 * An API user is given the personal links of its signers, to embed them. Anyone who has a link can sign, so the evidence says,
 * once for each link, that it was given out.
 */
export async function discloseLinks(
  context: Context,
  actor: ApiUserActor,
  given: readonly { readonly request: ShownRequest; readonly known: KnownToProgram }[],
): Promise<void> {
  for (const { request, known } of given) {
    const linked = request.signatures.filter(({ link }) => link)
    const hidden = linked.map(({ id }) => id).filter((id) => !known.isDisclosed(id))
    if (hidden.length > 0) await recordDisclosure(context, actor, request.id, hidden)
  }
}

async function recordDisclosure(
  context: Context,
  actor: ApiUserActor,
  requestId: string,
  signatureIds: readonly string[],
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const request = await lockForNoKeyUpdate(tx, requestId)
    const there = signatureIds.filter((id) => request?.signatures.some((signature) => signature.id === id))
    for (const signatureId of await markDisclosed(tx, there, context.now()))
      await appendEvent(tx, requestId, {
        type: 'link_disclosed',
        at: context.now(),
        actor: eventActor(actingAccount(actor)),
        data: { signatureId, email: request?.signatures.find(({ id }) => id === signatureId)?.email },
      })
  })
}
