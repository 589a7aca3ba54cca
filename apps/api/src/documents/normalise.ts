import { type Inspection, inspect } from '@countersign/pdf-signature/inspect.ts'
import { PDF } from '@libpdf/core'

export interface Normal {
  readonly content: Uint8Array<ArrayBuffer>
  readonly inspection: Inspection
}

/**
 * Writes an unsigned file anew: a broken one with a sound cross-reference, one that opens without a password without
 * its encryption. Null where that cannot be done without losing something; what was signed would lose its signatures.
 */
export async function normalise(content: Uint8Array, before: Inspection): Promise<Normal | null> {
  const rewritten = await rewrite(content, before.encrypted)
  if (!rewritten) return null
  const inspection = inspect(rewritten)
  if (inspection.encrypted || inspection.needsNormalising || inspection.problem) return null
  if (inspection.signatures.length > 0 || !samePages(before, inspection)) return null
  return { content: rewritten, inspection }
}

async function rewrite(content: Uint8Array, encrypted: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const pdf = await PDF.load(content)
    if (encrypted) {
      // It could not read the encryption, or it takes a password.
      if (!pdf.isEncrypted || !pdf.isAuthenticated || pdf.recoveredViaBruteForce) return null
      // Everything read from it is deciphered already; this way it is not enciphered again.
      pdf.context.info.isEncrypted = false
      pdf.context.info.securityHandler = null
    }
    // Without a change it would hand back the bytes it was given.
    pdf.setProducer('Countersign')
    return new Uint8Array(await pdf.save())
  } catch {
    return null
  }
}

/** Nothing could be told of an encrypted file before. */
function samePages(before: Inspection, after: Inspection): boolean {
  if (before.encrypted) return true
  return (
    before.pageCount === after.pageCount &&
    before.pages.every(({ width, height }, index) => {
      const page = after.pages[index]
      return page?.width === width && page.height === height
    })
  )
}
