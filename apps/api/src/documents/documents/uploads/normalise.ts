import { type Inspection, inspect } from '@countersign/pdf-signature/inspect.ts'
import { PdfError } from '@countersign/pdf-signature/pdf-error.ts'
import { rewriteDocument } from '@countersign/pdf-signature/rewrite.ts'
import { looksTheSame } from '../pages/compare-rendering.ts'

export interface NormalisedFile {
  readonly content: Uint8Array<ArrayBuffer>
  readonly inspection: Inspection
}

/**
 * Writes an unsigned file again: a broken one with a sound cross-reference, one that opens without a password without
 * its encryption, on request one without its scripts. Null where what comes out is not sound, or does not look as before.
 */
export async function normalise(
  content: Uint8Array,
  before: Inspection,
  { removeScripts = false } = {},
): Promise<NormalisedFile | null> {
  const rewritten = rewrite(content, removeScripts)
  if (!rewritten) return null
  const inspection = inspect(rewritten)
  if (inspection.encrypted || inspection.needsNormalising || inspection.problem) return null
  if (inspection.signatures.length > 0 || !samePages(before, inspection)) return null
  return (await looksTheSame(content, rewritten)) ? { content: rewritten, inspection } : null
}

function rewrite(content: Uint8Array, removeScripts: boolean): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(rewriteDocument(content, { removeScripts }))
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

function samePages(before: Inspection, after: Inspection): boolean {
  return (
    before.pageCount === after.pageCount &&
    before.pages.every(({ width, height }, index) => {
      const page = after.pages[index]
      return page?.width === width && page.height === height
    })
  )
}
