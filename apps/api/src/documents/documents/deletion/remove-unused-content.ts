import type { Context } from '#api/providers/context.ts'
import type { SweepPlan } from '#api/providers/document-store/port.ts'
import { isContentInUse } from './content-repository.ts'
import { pageImagesIn, removeImagesOf } from '../pages/image-cache.ts'

const day = 24 * 60 * 60_000
const inTrashFor = 30 * day

type CleanUpContext = Pick<Context, 'config' | 'db' | 'documentStore' | 'installation' | 'log' | 'now'>

// Acts are cut short now and then, and people delete documents. What goes beyond that has a reason that a person has to find first.
const alwaysAllowed = 50
const largestShare = 0.1

/** The clean-up would remove more than interrupted operations can explain. */
export class CleanUpTooLarge extends Error {
  override name = 'CleanUpTooLarge'
}

/**
 * Acts that were cut short leave content that nothing has. It goes to the trash after a day: by then anyone who wrote it has
 * made a document or an attachment of it, or never will. The images of its pages go with it. What has been in the trash for
 * 30 days is deleted.
 */
export function removeUnusedContent(
  context: CleanUpContext,
  /** So many unused files a person has found to be right. */
  expected = 0,
): Promise<number> {
  const { documentStore, installation, log } = context
  const now = context.now().getTime()
  return installation.cleanUp(async () => {
    const isUsed = (sha256: string) => isContentInUse(context.db, sha256)
    const isUsedOrForgotten = async (sha256: string) => {
      if (await isUsed(sha256)) return true
      await removeImagesOf(pageImagesIn(context.config), sha256)
      return false
    }
    // First: what was promised to be deleted doesn't wait for a person to look at the rest.
    const deleted = await documentStore.emptyTrash(new Date(now - inTrashFor), isUsed)
    if (deleted > 0) log.info({ deleted }, 'files were deleted whose 30 days in the trash are over')
    const allow = (plan: SweepPlan) => refuseTooMany(plan, expected)
    const removed = await documentStore.sweep(new Date(now - day), isUsedOrForgotten, allow)
    log.info({ removed, deleted }, 'cleaned up the document store')
    return removed
  })
}

export interface CleanUpPlan extends SweepPlan {
  /** Files that have been in the trash for so long that they are deleted. */
  readonly inTrash: number
  /** More than would be removed: the clean-up would refuse. */
  readonly isTooLarge: boolean
}

/** What the clean-up would remove at this moment. Nothing is changed. */
export async function planCleanUp(
  { db, documentStore }: Pick<Context, 'db' | 'documentStore'>,
  now: Date,
): Promise<CleanUpPlan> {
  let plan: SweepPlan = { unused: 0, total: 0 }
  await documentStore.sweep(
    new Date(now.getTime() - day),
    (sha256) => isContentInUse(db, sha256),
    (found) => {
      plan = found
      return false
    },
  )
  const inTrash = await documentStore.countInTrash(new Date(now.getTime() - inTrashFor))
  return { ...plan, inTrash, isTooLarge: isTooMany(plan) }
}

const isTooMany = ({ unused, total }: SweepPlan): boolean =>
  unused > alwaysAllowed && unused > total * largestShare

function refuseTooMany(plan: SweepPlan, expected: number): boolean {
  const { unused, total } = plan
  if (!isTooMany(plan) || unused <= expected) return true
  throw new CleanUpTooLarge(
    `The clean-up moves nothing to the trash: no document refers to ${unused} of ${total} files in the store. ` +
      'Is this the right database, and is it whole? Compare it with your backups (docs/operating.md, "Clean-up"). ' +
      `If people have deleted so many documents: countersign prune --yes --expect ${unused}`,
  )
}
