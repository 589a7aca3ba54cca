import type { Context } from '#api/providers/context.ts'
import { cleanFileName } from '#api/documents/documents/uploads/file-name.ts'
import { type UploadSource, whenThereIsRoom } from '#api/documents/documents/uploads/upload-document.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { type AttachmentType, typeOfName } from '#api/documents/file-types/attachment-type.ts'
import { otherContentType } from '#api/documents/file-types/content-type.ts'
import { isWhatItSays } from '#api/documents/file-types/check-content.ts'

export interface ReceivedAttachment {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
}

export const attachmentLimit = 40 * 1024 * 1024

/** Takes a file in. Its name and its content have to be of one kind, and that one of those that are taken. */
export async function receiveAttachment(context: Context, source: UploadSource): Promise<ReceivedAttachment> {
  const name = cleanFileName(source.name)
  const type = typeOfName(name)
  if (!type) {
    await leave(source.content)
    throw new Refusal('attachment.type_not_taken')
  }
  const wrong = otherContentType(source.contentType, type.contentType)
  if (wrong) {
    await leave(source.content)
    throw wrong
  }
  return store(context, name, type, source.content)
}

async function store(
  context: Context,
  name: string,
  type: AttachmentType,
  content: UploadSource['content'],
): Promise<ReceivedAttachment> {
  const staged = await whenThereIsRoom(context, () => context.documentStore.stage(content, attachmentLimit))
  try {
    if (staged.size === 0) throw wrongField('file', 'empty', 'The file is empty')
    if (!(await isWhatItSays(staged.file, type))) throw new Refusal('attachment.type_not_taken')
    const { sha256, size } = await whenThereIsRoom(context, () => staged.keep())
    return { name, contentType: type.contentType, sha256, size }
  } finally {
    await staged.discard()
  }
}

/** Anyone who sends it is not kept waiting for the rest of it. */
async function leave(content: UploadSource['content']): Promise<void> {
  if (!(content instanceof Uint8Array)) await content[Symbol.asyncIterator]().return?.()
}
