import type { UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { contentTypeOf, namedContentType, otherContentType } from '#api/documents/file-types/content-type.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import type { NewRequest } from '#api/signing/signature-requests/drafts/create-signature-request.ts'
import { fetchFile } from '../documents/fetch-file.ts'

interface GivenDocument {
  readonly title: string
  readonly content?: string | null | undefined
  readonly content_type?: string | null | undefined
  readonly file_url?: string | null | undefined
  readonly document_id?: string | null | undefined
}

/** The one document of a request of `/v2`: its content, where to fetch it, or one that was uploaded before. */
export function documentOf(
  context: Context,
  given: GivenDocument,
  file: (member: string) => UploadSource['content'],
): NewRequest['documents'][number] {
  const { content, file_url: url, document_id: id } = given
  const named = [content, url, id].filter((one) => one != null)
  if (named.length !== 1)
    throw wrongField('content', 'one_of', 'Give exactly one of content, file_url and document_id')
  const contentType = namedContentType(given.content_type)
  if (id != null) {
    const wrong = otherContentType(contentType, contentTypeOf('pdf'))
    if (wrong) throw wrong
    return { id }
  }
  const name = `${given.title}.pdf`
  return url == null
    ? { name, content: file(content ?? ''), contentType }
    : { receive: () => fetchFile(context, url, { name, contentType }) }
}
