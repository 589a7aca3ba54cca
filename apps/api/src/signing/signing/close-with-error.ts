import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { closeSigning } from './close-signing.ts'
import type { Signing } from './repository.ts'

/** Ends a signing without a signature; the signer sees why, and may try again. */
export async function closeWithError(
  context: Context,
  tx: Transaction,
  signing: Signing,
  error: string,
): Promise<void> {
  const at = context.now()
  if (!(await closeSigning(tx, signing.id, { status: 'ERROR', error, at }))) return
  await appendEvent(tx, signing.request_id, {
    type: 'signing_failed',
    at,
    actor: signing.actor,
    data: { signatureId: signing.signature_id, signingId: signing.id, error },
  })
}
