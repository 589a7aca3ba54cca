import type { Signing } from './repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'

/** Nothing is left but to make the signature. Those of one request are made one after the other. */
export function enqueueSignature(
  tx: Transaction,
  { id, request_id, party }: Pick<Signing, 'id' | 'request_id' | 'party'>,
  at?: Date,
): Promise<void> {
  return enqueue(
    tx,
    party ? 'apply-service-signature' : 'apply-signature',
    { signingId: id },
    {
      key: `signature:${id}`,
      queue: `request:${request_id}`,
      maxAttempts: 1000,
      priority: -10,
      ...(at ? { at } : {}),
    },
  )
}
