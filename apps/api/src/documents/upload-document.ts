import type { ErrorKey } from '@countersign/contract/errors.ts'
import type { Context } from '#api/context.ts'
import type { FormField, PageSize } from '#api/db/tables.ts'
import { ContentTooLarge, type Stored, StoreFull } from '#api/providers/document-store/port.ts'
import { Refusal } from '#api/refusal.ts'
import { cleanFileName, titleOf } from './file-name.ts'
import { peek } from './peek.ts'
import { refuseThreadError } from './refuse-thread-error.ts'
import { isContentUsed } from './repository.ts'
import { type ContentKind, sniff, sniffLength } from './sniff.ts'
import { inspectUpload } from './tasks.ts'

export interface UploadSource {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
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
}

/** 112.5 MB, the largest file that is taken. */
export const uploadLimit = 112.5 * 1024 * 1024
const inspectionTimeLimit = 10_000

/**
 * Takes a file in: what it is decides its content, not its name. It goes to the store as it comes and is read in a
 * thread. What cannot be signed is refused with the reason and not kept.
 */
export async function receiveUpload(context: Context, source: UploadSource): Promise<ReceivedUpload> {
  const name = cleanFileName(source.name)
  const { start, content } = await peek(source.content, sniffLength)
  const kind = sniff(start)
  if (!kind) throw new Refusal('document.not_a_pdf')
  const original = await store(context, content)
  const inspected = await inspectStored(context, original, kind)
  if ('refused' in inspected) {
    await discard(context, original)
    throw new Refusal(`document.${inspected.refused}` satisfies ErrorKey)
  }
  const { pages, signatureFields, replacement } = inspected
  const { sha256, size } = replacement ? await store(context, replacement) : original
  if (sha256 !== original.sha256) await discard(context, original)
  return {
    name,
    title: titleOf(name),
    contentType: 'application/pdf',
    size,
    sha256,
    pageCount: pages.length,
    pages,
    signatureFields,
  }
}

async function store(context: Context, content: UploadSource['content']): Promise<Stored> {
  try {
    return await context.documentStore.write(content, uploadLimit)
  } catch (error) {
    if (error instanceof ContentTooLarge) throw new Refusal('document.too_large', { cause: error })
    if (!(error instanceof StoreFull)) throw error
    context.log.error({ err: error }, 'the document store is full')
    throw new Refusal('service.unavailable', { retryAfter: 60, cause: error })
  }
}

async function inspectStored(context: Context, { sha256 }: Stored, kind: ContentKind) {
  const input = { file: await context.documentStore.file(sha256), kind }
  try {
    return await context.threads.engine.run(inspectUpload, input, { timeLimit: inspectionTimeLimit })
  } catch (error) {
    await discard(context, { sha256 })
    throw refuseThreadError(context.log, error, 'document.damaged')
  }
}

async function discard(context: Context, { sha256 }: Pick<Stored, 'sha256'>): Promise<void> {
  if (!(await isContentUsed(context.db, sha256))) await context.documentStore.remove(sha256)
}
