import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { Signing } from './repository.ts'
import { giveUpTurn, type InTurn, listTaken, listWithoutTurn, passTurn, takeTurn } from './turn-repository.ts'

const waitingAtMost = 500

const keyOf = (signingId: string) => `signature:${signingId}`

/** Adds the job that makes the signature. It is the signing's turn, or the job finds out itself. */
export function enqueueSignature(tx: Transaction, { id, party }: InTurn, at?: Date): Promise<void> {
  return enqueue(
    tx,
    party ? 'apply-service-signature' : 'apply-signature',
    { signingId: id },
    { key: keyOf(id), maxAttempts: 1000, priority: -10, ...(at ? { at } : {}) },
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
 * The job of every minute: signings that wait although nothing of their request is being signed, and those that have the turn
 * and no job. There are none, unless an older release, which knows no turns, has ended the one before, or a job was taken from a
 * process that still ran it. `listKeys`: of the jobs there are, asked after the signings, each of which has come with its job.
 */
export async function resumeWaitingSignings(
  context: Context,
  listKeys: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const taken = await listTaken(context.db)
  const keys = taken.length > 0 ? await listKeys() : new Set<string>()
  for (const signing of taken.filter(({ id }) => !keys.has(keyOf(id)))) {
    context.log.warn({ requestId: signing.request_id }, 'a signing whose job is gone goes on')
    await transaction(context.db, (tx) => enqueueSignature(tx, signing))
  }
  for (const requestId of await listWithoutTurn(context.db, waitingAtMost))
    if (await transaction(context.db, (tx) => enqueueNext(tx, requestId)))
      context.log.warn({ requestId }, 'a signing that waited for its turn goes on')
}
