import type { Validation } from '@countersign/contract/validations.ts'
import type { Context } from '#api/providers/context.ts'
import { removeImagesOf } from '#api/documents/documents/pages/image-cache.ts'
import { pagesOf, revisionImagesIn } from '#api/documents/documents/pages/pages.ts'
import { ContentMissing } from '#api/providers/document-store/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { find, type StoredValidation, remove } from './repository.ts'
import { removeContent } from './remove-old-validations.ts'
import { expiryOf } from './validation.ts'

export async function openValidation(context: Context, id: string): Promise<StoredValidation> {
  const found = await find(context.db, hashToken('validation', id), context.now())
  if (!found) throw new Refusal('not_found')
  return found
}

/** As the engine reports it, with what is known of the file here. */
export function presentValidation(stored: StoredValidation): Validation {
  const report = stored.report as unknown as Validation
  const { file } = report
  return {
    ...report,
    name: stored.name,
    expires_at: expiryOf(stored.created_at).toISOString(),
    file: {
      ...file,
      revisions: file.revisions.map((revision, index) => ({
        ...revision,
        pages: [...(stored.revisions[index]?.pages ?? [])],
      })),
    },
  }
}

/** The image of a page as it was in a revision, WebP. */
export async function renderRevision(
  context: Context,
  wanted: { readonly id: string; readonly revision: number; readonly n: number },
  scale: number,
): Promise<Uint8Array> {
  const stored = await openValidation(context, wanted.id)
  const revision = stored.revisions[wanted.revision - 1]
  const page = revision?.pages.find(({ index }) => index === wanted.n)
  if (!revision || !page) throw new Refusal('not_found')
  const file = await context.validationStore.file(stored.sha256).catch((error: unknown) => {
    // The person who uploaded the same file has just deleted theirs.
    throw error instanceof ContentMissing ? new Refusal('not_found') : error
  })
  const { sha256, end: size } = revision
  return pagesOf(context)
    .revisionImage({ file, sha256, size }, page, scale)
    .catch(async (error: unknown) => {
      // It may have been deleted while the page was drawn.
      await openValidation(context, wanted.id)
      throw error
    })
}

/** Deletes the file and all that was found, at once. */
export async function deleteValidation(context: Context, id: string): Promise<void> {
  const stored = await openValidation(context, id)
  await remove(context.db, stored.id)
  await removeContent(context, stored.sha256)
  for (const { sha256 } of stored.revisions) await removeImagesOf(revisionImagesIn(context.config), sha256)
}
