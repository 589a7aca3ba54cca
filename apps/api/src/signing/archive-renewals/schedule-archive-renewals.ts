import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { enqueueAll } from '#api/platform/jobs/enqueue.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { readArchive } from './archive-thread.ts'
import * as repository from './repository.ts'
import type { ArchivedDocument } from './repository.ts'

const day = 24 * 60 * 60_000
/** A timestamp is renewed so long before it proves nothing any longer. */
const margin = 90 * day
const atOnce = 200
/** The rest has its turn in the nights after: all of them within a third of the margin, however many become due at once. */
const renewalsAtLeast = 1000
const nights = 30
/** What was tried in this night isn't tried again in it. */
const betweenTries = 20 * 60 * 60_000
const timeLimit = 60_000

export const dueBefore = (now: Date): Date => new Date(now.getTime() + margin)

/** The nightly job: notes how long each signed document is protected, and has renewed what will not be for long. */
export async function scheduleArchiveRenewals(context: Context): Promise<void> {
  const anchors = await allAnchors(context)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const unseen = await repository.listUnseen(context.db, after, atOnce)
    for (const document of unseen) await see(context, anchors, document)
    const last = unseen.at(-1)
    if (!last || unseen.length < atOnce) break
    after = last.documentId
  }
  const now = context.now()
  const before = dueBefore(now)
  const most = Math.max(
    renewalsAtLeast,
    Math.ceil((await repository.countDueRequests(context.db, before)) / nights),
  )
  const triedBefore = new Date(now.getTime() - betweenTries)
  const due = await repository.listDueRequests(context.db, { before, triedBefore }, most)
  const jobs = due.map((requestId) => ({ payload: { requestId }, key: `renew-archive:${requestId}` }))
  await transaction(context.db, (tx) =>
    enqueueAll(tx, 'renew-archive', jobs, { maxAttempts: 5, priority: 10 }),
  )
}

/** A document that cannot be read does not keep the others from being seen; it is tried again the next night. */
async function see(
  context: Context,
  anchors: readonly Uint8Array[],
  { versionId, sha256 }: ArchivedDocument,
): Promise<void> {
  try {
    const file = await context.documentStore.file(sha256)
    const found = await context.threads.inspect.run(readArchive, { file, anchors }, { timeLimit })
    await repository.note(context.db, versionId, found?.weakensAt ?? null)
  } catch (error) {
    // One that is missing may come back, with its disk or from a backup. Those deleted on purpose aren't listed.
    context.log.error({ err: error, versionId }, 'the archive timestamp of a document could not be read')
  }
}
