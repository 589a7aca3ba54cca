import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { requestedQuality } from '#api/signing/qualities/find-signing-option.ts'
import { enables } from '#api/signing/qualities/quality.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import { findRequestsToProveFor } from './open-requests-repository.ts'
import type { Evidence, Identification } from '../identification.ts'

/**
 * A success is evidence in every open request whose signature of this person it may open. A failure is nobody’s business
 * but the person’s own. Of what was found it says which party found it and how it can be asked: no document, no date of
 * birth.
 */
export async function recordInRequests(
  context: Context,
  tx: Transaction,
  one: Identification,
): Promise<void> {
  const { evidence } = one
  if (!evidence) return
  // A delegation holds the request’s lock: what is found once the requests are locked is still true when it is recorded.
  for (const { requestId } of await findRequestsToProveFor(tx, one.holder))
    await lockRowForNoKeyUpdate(tx, requestId)
  for (const { requestId, signatureId, ...requested } of await findRequestsToProveFor(tx, one.holder)) {
    const identity = { legislation: one.legislation, level: evidence.level }
    if (!enables(requestedQuality(requested), identity)) continue
    await appendEvent(tx, requestId, {
      type: 'identified',
      at: context.now(),
      actor: actorOf(one, evidence, signatureId),
      data: {
        signatureId,
        provider: one.provider,
        method: one.method,
        legislation: one.legislation,
        level: evidence.level,
        evidenceId: evidence.evidenceId,
      },
    })
  }
}

/** The provider told it, with the name that it found, not the one that was typed: there is no address and no browser. */
function actorOf(
  { holder }: Identification,
  { givenName, surname }: Evidence,
  signatureId: string,
): EventActor {
  const name = `${givenName} ${surname}`.trim()
  const from = { name, email: holder.email, address: null, userAgent: null }
  return holder.kind === 'account'
    ? { kind: 'account', accountId: holder.accountId, ...from }
    : { kind: 'link', signatureId, ...from }
}
