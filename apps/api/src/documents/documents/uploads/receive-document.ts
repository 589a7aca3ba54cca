import { createReadStream } from 'node:fs'
import type { Context } from '#api/providers/context.ts'
import { ConversionFailed, type ConversionResult, type OfficeKind } from '#api/providers/office/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { contentTypeOf, otherContentType } from '#api/documents/file-types/content-type.ts'
import { type OfficeContainer, officeKindOf, sniffOffice } from './office-kind.ts'
import { peek } from './peek.ts'
import { sniff, sniffLength } from './sniff.ts'
import {
  type ReceivedUpload,
  receiveUpload,
  uploadLimit,
  type UploadSource,
  whenThereIsRoom,
} from './upload-document.ts'

/** Takes a file in as `receiveUpload` does, and office files too, where there is a program that makes PDFs of them. */
export async function receiveDocument(context: Context, source: UploadSource): Promise<ReceivedUpload> {
  const { start, content } = await peek(source.content, sniffLength)
  const container = sniff(start) ? null : sniffOffice(start)
  const given = { ...source, content }
  return container ? receiveOffice(context, given, container) : receiveUpload(context, given)
}

async function receiveOffice(
  context: Context,
  { name, content, contentType }: UploadSource,
  container: OfficeContainer,
): Promise<ReceivedUpload> {
  const staged = await whenThereIsRoom(context, () => context.documentStore.stage(content, uploadLimit))
  try {
    const kind = await officeKindOf(staged.file, container)
    if (kind === null) throw new Refusal('document.not_a_pdf')
    if (kind === 'programs') throw new Refusal('document.active_content')
    if (kind === 'too_large') throw new Refusal('document.too_complex')
    const wrong = otherContentType(contentType, contentTypeOf(kind))
    if (wrong) throw wrong
    const converted = await convert(context, staged.file, kind)
    try {
      return await receiveUpload(context, { name, content: createReadStream(converted.file) })
    } finally {
      await converted.discard()
    }
  } finally {
    await staged.discard()
  }
}

async function convert(context: Context, file: string, kind: OfficeKind): Promise<ConversionResult> {
  if (!context.officeConverter) throw new Refusal('document.office_not_taken')
  try {
    return await context.officeConverter.toPdf(file, kind)
  } catch (error) {
    if (!(error instanceof ConversionFailed)) throw error
    context.log.warn({ err: error, kind }, 'an office file could not be turned into a PDF')
    throw new Refusal(
      error.problem === 'over_limit' ? 'document.too_complex' : 'document.conversion_failed',
      {
        cause: error,
      },
    )
  }
}
