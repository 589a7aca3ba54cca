import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { inParts } from '#api/platform/values/in-parts.ts'
import { digestHeads, firstPreviousDigest, type Heads } from './heads.ts'
import { noteHeads, refuseMissingHeads } from './newest-heads.ts'
import { add, findLast, listMoved, type SignedHeads } from './heads-repository.ts'

// An action's time is taken before its transaction ends: the look-back covers the longest transaction and clock skew.
const lookBackMilliseconds = 10 * 60 * 1000
const form = 2
const longestSetBack = 24 * 60 * 60 * 1000
/** Of one tree: a path through it is computed in some milliseconds. */
const headsAtOnce = 5_000

/**
 * The hourly job: signs and time-stamps the heads of the chains that moved since it last ran. From then on the events
 * up to these heads cannot be removed, changed, cut or rewritten unseen: that the heads themselves are there shows the note
 * of the newest in the document store.
 * Answers how many heads were signed.
 */
export async function signHeads(context: Context): Promise<number> {
  const takenAt = context.now()
  await refuseMissingHeads(context.db, context.documentStore)
  const last = await findLast(context.db)
  // After an update from the form before, all are signed once more in this one.
  const since = last?.form === form ? lookFrom(last.takenAt, takenAt) : null
  const moved = await listMoved(context.db, since)
  const signed: Omit<SignedHeads, 'id'>[] = []
  let previousDigest = last?.digest ?? firstPreviousDigest
  for (const part of inParts(moved, headsAtOnce)) {
    const heads: Heads = Object.fromEntries(
      part.map(({ requestId, seq, hash }) => [requestId, { seq, hash }]),
    )
    const digest = digestHeads({ form, heads, takenAt }, previousDigest)
    const signature = await signDigest(context, digest)
    signed.push({ form, takenAt, heads, previousDigest, digest, signature })
    previousDigest = digest
  }
  // Also where nothing moved: the process may have ended between the heads and their note.
  const newest = signed.at(-1) ?? last
  // Another process signed the same heads at this moment: its signature is as good, and it notes its own.
  if (signed.length > 0 && !(await transaction(context.db, (tx) => add(tx, signed)))) return 0
  if (newest) await noteHeads(context.documentStore, newest)
  return moved.length
}

/** Where the clock was put back since the last time, what happened meanwhile bears earlier times than that. */
function lookFrom(last: Date, now: Date): Date {
  const isBack = last > now
  return new Date((isBack ? now : last).getTime() - (isBack ? longestSetBack : lookBackMilliseconds))
}

/** The service's own signature over a digest, time-stamped. */
export async function signDigest(context: Context, digest: Uint8Array): Promise<Buffer> {
  const { cms } = await context.trustService.sign({
    digest,
    quality: 'SES',
    signer: { name: 'Countersign', email: '' },
    timestamp: async (stamped) => (await context.timestampAuthority.timestamp(stamped)).token,
  })
  return Buffer.from(cms)
}
