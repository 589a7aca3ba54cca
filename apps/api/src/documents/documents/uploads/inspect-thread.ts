import { readFile } from 'node:fs/promises'
import { type Inspection, inspect } from '@countersign/pdf-signature/inspect.ts'
import { refusal, type RefusalCode } from '@countersign/pdf-signature/refusal.ts'
import { rehearseSigning } from '@countersign/pdf-signature/rehearse.ts'
import type { FormField, PageSize } from '#api/platform/db/tables.ts'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { isKeepable, type ReadForm, readForm } from './read-form.ts'
import type { ImageInput, LargeImage } from '#api/documents/images/run-image-task.ts'
import type { ContentKind } from './sniff.ts'

export interface InspectUpload extends ImageInput {
  readonly file: string
  readonly kind: ContentKind
  /** The sender asked for that. */
  readonly removeScripts?: boolean
}

export type InspectionResult =
  | { readonly refused: RefusalCode | 'too_complex' | 'not_signable' | 'image_too_large' }
  | ({
      readonly pages: PageSize[]
      readonly signatureFields: FormField[]
      /** What takes the place of the upload: the image as a PDF, or the PDF written again. */
      readonly replacement: Uint8Array<ArrayBuffer> | null
      readonly scriptsRemoved: boolean
      /** Names of signature fields in which nobody can sign here, because of what they demand. */
      readonly seedValueFields: string[]
    } & ReadForm)

// What only some uploads need is loaded for those: a thread is there sooner without it.

/** Can this upload be signed, and what is in it? */
export async function inspectUpload({
  file,
  kind,
  removeScripts = false,
  decodeLarge = false,
}: InspectUpload): Promise<Transferred<InspectionResult> | InspectionResult | LargeImage> {
  const content = await readFile(file)
  if (kind !== 'pdf') return inspectImage(content, decodeLarge)
  const inspection = inspect(content)
  const refused = refusal(inspection)
  const isScripted = removeScripts && refused !== null && refusedForScripts.includes(refused)
  const needsNormalising = inspection.encrypted || inspection.needsNormalising || isScripted
  // What is signed can't be written again.
  const isSigned = inspection.signatures.length > 0
  if (refused !== null && (!isScripted || isSigned)) return describe(inspection, content, null)
  if (!needsNormalising) {
    const problems = rehearseSigning(content, inspection)
    // Some readers find other objects in it, which shows only where it is followed to its end.
    if (isSigned || !problems.includes('structure_ambiguous'))
      return refusedBy(problems) ?? describe(inspection, content, null)
  }
  const { normalise } = await import('./normalise.ts')
  const normal = await normalise(content, inspection, { removeScripts: isScripted })
  return normal
    ? rehearsed(normal.inspection, normal.content, normal.content, isScripted ? content : undefined)
    : { refused: refused ?? 'damaged' }
}

async function inspectImage(
  content: Uint8Array,
  decodeLarge: boolean,
): Promise<Transferred<InspectionResult> | InspectionResult | LargeImage> {
  const { measureImage } = await import('#api/documents/images/image-size.ts')
  const size = await measureImage(content)
  if (size === null) return { refused: 'damaged' }
  if (size === 'too_large') return { refused: 'image_too_large' }
  if (size === 'large' && !decodeLarge) return { isLarge: true }
  const { imageToPdf } = await import('./image-to-pdf.ts')
  const pdf = await imageToPdf(content)
  return typeof pdf === 'string' ? { refused: pdf } : describe(inspect(pdf), pdf, pdf)
}

/** What may be taken in once its scripts are removed. */
const refusedForScripts: readonly RefusalCode[] = ['active_content', 'dynamic_form']

/** `scripted`: the file as it was with scripts, where these were removed. */
function rehearsed(
  inspection: Inspection,
  content: Uint8Array,
  replacement: Uint8Array<ArrayBuffer> | null,
  scripted?: Uint8Array,
): Transferred<InspectionResult> | InspectionResult {
  if (inspection.problem || refusal(inspection)) return describe(inspection, content, null)
  return (
    refusedBy(rehearseSigning(content, inspection)) ?? describe(inspection, content, replacement, scripted)
  )
}

/** What can be read may still make our own validator refuse each of its signatures: better now than when people sign. */
function refusedBy(problems: ReturnType<typeof rehearseSigning>): InspectionResult | null {
  if (problems.includes('too_complex')) return { refused: 'too_complex' }
  return problems.length > 0 ? { refused: 'not_signable' } : null
}

function describe(
  inspection: Inspection,
  content: Uint8Array,
  replacement: Uint8Array<ArrayBuffer> | null,
  scripted?: Uint8Array,
): Transferred<InspectionResult> | InspectionResult {
  const refused = inspection.problem === 'too_complex' ? 'too_complex' : refusal(inspection)
  if (refused) return { refused }
  const pages = inspection.pages.map(({ index, width, height }) => ({ index, width, height }))
  const described: InspectionResult = {
    pages,
    signatureFields: signatureFields(inspection),
    ...readForm(content, inspection, scripted),
    replacement,
    scriptsRemoved: scripted !== undefined,
    seedValueFields: inspection.unusableSignatureFields.flatMap(({ name, reason }) =>
      reason === 'seed_value' && isKeepable(name) ? [name] : [],
    ),
  }
  return replacement ? new Transferred(described, [replacement.buffer]) : described
}

function signatureFields(inspection: Inspection): FormField[] {
  const empty = inspection.emptySignatureFields.map(({ name, page, rect, lock }): FormField => {
    const places = page === null || rect === null ? [] : [{ page, ...rect, rotation: 0 as const }]
    // A name that can't be kept is none of a field that is offered.
    const kept = lock && { ...lock, fields: lock.fields.filter(isKeepable) }
    return { name, signed: false, places, ...(kept && { lock: kept }) }
  })
  const signed = inspection.signatures.map(({ fieldName }): FormField => {
    return { name: fieldName, signed: true, places: [] }
  })
  return [...signed, ...empty].filter(({ name }) => isKeepable(name))
}

/** Nothing is left to do once this module is there. */
export function load(): void {}
