import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { lock } from './repository.ts'
import { appendEvent, systemActor } from '#api/evidence/append-event.ts'

interface Delivered {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly request_id: string | null
  readonly signature_id: string | null
}

/**
 * Shows on the signer how the last mail went; an invitation that went out, or did not, is evidence as well. Locks the
 * request, so it comes first in its transaction.
 */
export async function recordDelivery(
  context: Context,
  tx: Transaction,
  mail: Delivered,
  delivery: { readonly state: 'pending' | 'sent' | 'failed'; readonly message: string | null },
): Promise<void> {
  if (!mail.request_id || !mail.signature_id) return
  if (!(await lock(tx, mail.request_id))) return
  if (mail.kind === 'invitation' && delivery.state !== 'pending') {
    await appendEvent(tx, mail.request_id, {
      type: delivery.state === 'sent' ? 'invitation_sent' : 'invitation_failed',
      at: context.now(),
      actor: systemActor,
      data: {
        signatureId: mail.signature_id,
        email: mail.recipient,
        ...(delivery.message ? { reason: delivery.message } : {}),
      },
    })
  }
  await tx
    .updateTable('signatures')
    .set({ delivery_state: delivery.state, delivery_message: delivery.message })
    .where('id', '=', mail.signature_id)
    // A signature that was handed on has dropped the mails to whoever had it before.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('mails').select('id').where('id', '=', mail.id).where('state', '=', 'pending')),
    )
    .execute()
}
