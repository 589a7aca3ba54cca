import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '../append-event.ts'
import type { EventType } from '#api/evidence/event.ts'
import { setMembersDelivery } from '../signers/members-repository.ts'
import { lockRowForNoKeyUpdate } from '../lock-repository.ts'
import { type Delivery, setDeliveryOfMail } from '../signers/signer-repository.ts'

interface DeliveryOutcome {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly request_id: string | null
  readonly signature_id: string | null
  readonly member_id: string | null
}

/**
 * Shows on the signer how the last mail went; an invitation that went out, and any mail that did not, is evidence as well.
 * Locks the request, so it comes first in its transaction.
 */
export async function recordDelivery(
  context: Context,
  tx: Transaction,
  mail: DeliveryOutcome,
  delivery: Delivery,
): Promise<void> {
  if (!mail.request_id || (!mail.signature_id && delivery.state !== 'failed')) return
  if (!(await lockRowForNoKeyUpdate(tx, mail.request_id))) return
  const type = eventOf(mail, delivery.state)
  if (type) {
    await appendEvent(tx, mail.request_id, {
      type,
      at: context.now(),
      actor: systemActor,
      data: {
        ...(mail.signature_id ? { signatureId: mail.signature_id } : {}),
        email: mail.recipient,
        ...(type === 'mail_failed' ? { kind: mail.kind } : {}),
        ...(delivery.message ? { reason: delivery.message } : {}),
      },
    })
  }
  if (!mail.signature_id) return
  if (mail.member_id) return setMembersDelivery(tx, [mail.member_id], delivery)
  await setDeliveryOfMail(tx, mail.signature_id, mail.id, delivery)
}

function eventOf({ kind }: DeliveryOutcome, state: 'pending' | 'sent' | 'failed'): EventType | null {
  if (state === 'pending') return null
  if (kind === 'invitation') return state === 'sent' ? 'invitation_sent' : 'invitation_failed'
  return state === 'failed' ? 'mail_failed' : null
}
