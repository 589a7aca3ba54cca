import { wrongField } from '#api/platform/refusal.ts'
import type { NewRequest } from '#api/signing/signature-requests/drafts/create-signature-request.ts'

interface GivenDocument {
  readonly title: string
  readonly content?: string | null | undefined
  readonly content_type?: string | null | undefined
  readonly file_url?: string | null | undefined
  readonly document_id?: string | null | undefined
}

/** The one document of a request of `/v2`: its content, or one that was uploaded before. */
export function documentOf(given: GivenDocument): NewRequest['documents'][number] {
  const { content, file_url: url, document_id: id } = given
  const named = [content, url, id].filter((one) => one != null)
  if (named.length !== 1)
    throw wrongField('content', 'one_of', 'Give exactly one of content, file_url and document_id')
  if (url != null) throw wrongField('file_url', 'not_supported', 'Send the content instead')
  return id == null ? { name: `${given.title}.pdf`, content: content ?? '' } : { id }
}
