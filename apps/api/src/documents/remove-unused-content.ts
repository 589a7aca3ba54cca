import type { Context } from '#api/context.ts'
import type { Reader } from '#api/db/transaction.ts'
import { isContentAttached } from '#api/attachments/repository.ts'
import { isContentHandedOver } from '#api/hand-overs/repository.ts'
import { isContentInTemplate } from '#api/templates/repository.ts'
import { isContentUsed } from './repository.ts'

const day = 24 * 60 * 60_000

/**
 * Acts that were cut short leave content that nothing has. It goes after a day: by then whoever wrote it has made a
 * document or an attachment of it, or never will.
 */
export function removeUnusedContent(context: Context): Promise<number> {
  const before = new Date(Date.now() - day)
  return context.documentStore.sweep(before, (sha256) => isContentInUse(context.db, sha256))
}

/** Does anything refer to this content: a document, an attachment, a template, what was handed in? */
export async function isContentInUse(db: Reader, sha256: string): Promise<boolean> {
  return (
    (await isContentUsed(db, sha256)) ||
    (await isContentAttached(db, sha256)) ||
    (await isContentHandedOver(db, sha256)) ||
    (await isContentInTemplate(db, sha256))
  )
}
