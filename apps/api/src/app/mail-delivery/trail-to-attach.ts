import { findTrail, insertTrail, type MailedTrail } from '#api/mail/audit-trail-repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { find } from '#api/signing/signature-requests/repository.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import { recordTrail, renderTrail } from '#api/app/audit-trail/make-protocol.ts'
import type { ProtocolLanguage } from '#api/app/audit-trail/protocol.ts'

interface TrailOfRequest extends MailedTrail {
  readonly language: ProtocolLanguage
}

/** In this process, by request and language. */
const beingMade = new Map<string, Promise<void>>()

/**
 * The audit trail that goes with the emails about a completed request. It discloses the same to everybody (decision 121), so one for each
 * language is made, signed and timestamped, with the first email that needs it. A process that is killed meanwhile leaves nothing; of
 * several processes that make one at the same time, the first to store it wins.
 */
export async function trailToAttach(context: Context, trail: TrailOfRequest): Promise<Buffer> {
  const key = `${trail.requestId} ${trail.language}`
  for (;;) {
    const kept = await findTrail(context.db, trail)
    if (kept) return kept
    const making = beingMade.get(key) ?? makeTrail(context, trail).finally(() => beingMade.delete(key))
    beingMade.set(key, making)
    await making
  }
}

async function makeTrail(context: Context, { requestId, language }: TrailOfRequest): Promise<void> {
  const order = { requestId, language, type: 'PDF', actor: null } as const
  const made = await renderTrail(context, order)
  await transaction(context.db, async (tx) => {
    await lockRowForNoKeyUpdate(tx, requestId)
    const request = await find(tx, requestId)
    // Deleted meanwhile: nothing of it is kept.
    if (!request || request.retention?.deletedAt) throw new Refusal('not_found')
    if (!(await insertTrail(tx, { requestId, language }, Buffer.from(made.content)))) return
    await recordTrail(context, tx, order, made)
  })
}
