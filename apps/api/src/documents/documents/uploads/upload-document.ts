import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { Context } from '#api/providers/context.ts'
import type { FormField, PageSize } from '#api/platform/db/tables.ts'
import type { DocumentFormField, FormProblem } from '#api/platform/values/signer-field.ts'
import { ContentTooLarge, StoreFull } from '#api/providers/document-store/port.ts'
import {
  contentTypeOf,
  type NamedContentType,
  otherContentType,
} from '#api/documents/file-types/content-type.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { cleanFileName, titleOf } from './file-name.ts'
import type { InspectionResult, InspectUpload } from './inspect-thread.ts'
import { peek } from './peek.ts'
import { refuseThreadError } from '../refuse-thread-error.ts'
import { sniff, sniffLength } from './sniff.ts'
import { inspectUpload, renderPageImage } from '../tasks.ts'
import { runImageTask } from '#api/documents/images/run-image-task.ts'

export interface UploadSource {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** Refused where the file is of another kind. */
  readonly contentType?: NamedContentType | undefined
  /** Take in a form with scripts without these. */
  readonly removeScripts?: boolean
}

/** An upload that is stored and can be signed: what a row of `documents` needs. */
export interface ReceivedUpload {
  readonly name: string
  readonly title: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly pageCount: number
  readonly pages: readonly PageSize[]
  readonly signatureFields: readonly FormField[]
  /** Left out of an anonymous upload of the release before. */
  readonly formFields?: readonly DocumentFormField[]
  readonly formProblem?: FormProblem | null
  readonly scriptsRemoved?: boolean
  readonly seedValueFields?: readonly string[]
}

/** 112.5 MB, the largest file that is taken. */
export const uploadLimit = 112.5 * 1024 * 1024
const inspectionTimeLimit = 10_000

/**
 * Takes a file in: what it is decides its content, not its name. It goes to disk as it comes and is read in a
 * thread. What cannot be signed is refused with the reason and not kept.
 */
export async function receiveUpload(
  context: Context,
  source: UploadSource,
  limit = uploadLimit,
): Promise<ReceivedUpload> {
  const name = cleanFileName(source.name)
  const { start, content, close } = await peek(source.content, sniffLength)
  const kind = sniff(start)
  if (!kind) {
    await close()
    throw new Refusal('document.not_a_pdf')
  }
  const wrong = otherContentType(source.contentType, contentTypeOf(kind))
  if (wrong) {
    await close()
    throw wrong
  }
  // A thread gets ready while the file comes in.
  context.threads.inspect.warm(inspectUpload)
  const staged = await whenThereIsRoom(context, () => context.documentStore.stage(content, limit))
  try {
    const inspected = await inspectStaged(context, {
      file: staged.file,
      kind,
      removeScripts: source.removeScripts ?? false,
    })
    if ('refused' in inspected) throw new Refusal(`document.${inspected.refused}` satisfies ErrorKey)
    const { pages, signatureFields, formFields, formProblem, scriptsRemoved, seedValueFields, replacement } =
      inspected
    const stored = await whenThereIsRoom(context, () =>
      replacement ? context.documentStore.write(replacement, uploadLimit) : staged.keep(),
    )
    // Anyone who uploads looks at the pages next.
    context.threads.render.warm(renderPageImage)
    return {
      name,
      title: titleOf(name),
      contentType: 'application/pdf',
      sha256: stored.sha256,
      size: stored.size,
      pageCount: pages.length,
      pages,
      signatureFields,
      formFields,
      formProblem,
      scriptsRemoved,
      seedValueFields,
    }
  } finally {
    await staged.discard()
  }
}

export async function whenThereIsRoom<Result>(
  context: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ContentTooLarge) throw new Refusal('document.too_large', { cause: error })
    if (!(error instanceof StoreFull)) throw error
    context.log.error({ err: error }, 'the document store is full')
    throw new Refusal('service.unavailable', { retryAfter: 60, cause: error })
  }
}

async function inspectStaged(context: Context, upload: InspectUpload): Promise<InspectionResult> {
  try {
    return await runImageTask(context.threads.inspect, inspectUpload, upload, inspectionTimeLimit)
  } catch (error) {
    throw refuseThreadError(context.log, error, 'document.damaged')
  }
}
