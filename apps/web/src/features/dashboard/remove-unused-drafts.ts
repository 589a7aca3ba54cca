import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { forgetUnusedDraft, ifNotShown, unusedDrafts } from '#web/lib/browser/begun-drafts.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { removeRequest } from '#web/lib/requests/remove-request.ts'
import { readRequest } from './row-actions.ts'

/** Removes drafts that were left without a single file, after their page was closed. Answers whether there were any. */
export async function removeUnusedDrafts(): Promise<boolean> {
  let isAnyRemoved = false
  for (const id of unusedDrafts()) {
    await ifNotShown(id, async () => {
      if (await removeUnused(id)) isAnyRemoved = true
    })
  }
  return isAnyRemoved
}

async function removeUnused(id: string): Promise<boolean> {
  try {
    const isUnused = isWithoutContent(await readRequest({ id }))
    if (isUnused) await removeRequest(id, 'deleted')
    forgetUnusedDraft(id)
    return isUnused
  } catch (failure) {
    // Another time; unless it is gone, or another account's.
    if (isCallError(failure, 'not_found')) forgetUnusedDraft(id)
    return false
  }
}

/** Something may have been added in another place. */
function isWithoutContent(request: SignatureRequest): boolean {
  const { status_overall, documents, signatures, observers, attachments, message } = request
  return (
    status_overall === 'DRAFT' &&
    [documents, signatures, observers, attachments].every((list) => list.length === 0) &&
    message === ''
  )
}
