import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { Signing } from './repository.ts'
import { giveUpTurn, type InTurn, listWithoutTurn, passTurn, takeTurn } from './turn-repository.ts'

const waitingAtMost = 500

/** Adds the job that makes the signature. It is the signing's turn, or the job finds out itself. */
export function enqueueSignature(tx: Transaction, { id, party }: InTurn, at?: Date): Promise<void> {
  return enqueue(
    tx,
    party ? 'apply-service-signature' : 'apply-signature',
    { signingId: id },
    { key: `signature:${id}`, maxAttempts: 1000, priority: -10, ...(at ? { at } : {}) },
  )
}

/**
 * Nothing is left but to make the signature. Those of one request are made one after the other: the job is added now, or
 * when the one before ends. The request's row is locked.
 */
export async function enqueueInTurn(tx: Transaction, signing: InTurn): Promise<void> {
  if ((await takeTurn(tx, signing)) === 'TAKEN') await enqueueSignature(tx, signing)
}

/** Adds the job of the signing that has waited longest, where nothing of its request is being signed. */
export async function enqueueNext(tx: Transaction, requestId: string): Promise<boolean> {
  await lockRowForNoKeyUpdate(tx, requestId)
  const next = await passTurn(tx, requestId)
  if (next) await enqueueSignature(tx, next)
  return next !== null
}

/** The signing pauses: others of its request are signed meanwhile. The request's row is locked. */
export async function letOthersSign(
  tx: Transaction,
  { id, request_id: requestId }: Pick<Signing, 'id' | 'request_id'>,
): Promise<void> {
  await giveUpTurn(tx, id)
  await enqueueNext(tx, requestId)
}

/** Whether it is this signing's turn, for a job that comes back after a pause. If not, it is added again in its turn. */
export function isInTurn(context: Context, signing: Signing): Promise<boolean> | boolean {
  if (signing.turn === 'TAKEN') return true
  return transaction(context.db, async (tx) => {
    await lockRowForNoKeyUpdate(tx, signing.request_id)
    return (await takeTurn(tx, signing)) === 'TAKEN'
  })
}

/**
 * The job of every minute: signings that wait although nothing of their request is being signed. There are none, unless an
 * older release, which knows no turns, has ended the one before.
 */
export async function resumeWaitingSignings(context: Context): Promise<void> {
  for (const requestId of await listWithoutTurn(context.db, waitingAtMost))
    if (await transaction(context.db, (tx) => enqueueNext(tx, requestId)))
      context.log.warn({ requestId }, 'a signing that waited for its turn goes on')
}
