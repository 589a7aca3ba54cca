import { refuseUpload } from '#api/billing/usage/free-plan.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { receiveDocument } from '#api/documents/documents/uploads/receive-document.ts'
import type { ReceivedUpload, UploadSource } from '#api/documents/documents/uploads/upload-document.ts'
import { namedContentType } from '#api/documents/file-types/content-type.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { fetchFile, titleInUrl } from './fetch-file.ts'

interface GivenFile {
  readonly title?: string | null | undefined
  readonly content?: UploadSource['content'] | null | undefined
  readonly content_type?: string | null | undefined
  readonly file_url?: string | null | undefined
}

/** A document of an API user that is in no request yet. */
export async function uploadDocument(
  context: Context,
  { accountId }: ApiUserActor,
  given: GivenFile,
): Promise<string> {
  await refuseUpload(context, accountId)
  const upload = await receive(context, given)
  return transaction(context.db, async (tx) => {
    // One that is deleted meanwhile would leave a document that nobody sees.
    await lockOwnAccountForShare(tx, accountId)
    const id = await documents.insertUpload(tx, accountId, { ...upload, title: given.title || upload.title })
    recordResult(tx, id)
    return id
  })
}

function receive(
  context: Context,
  { title, content, content_type, file_url: url }: GivenFile,
): Promise<ReceivedUpload> {
  if ((content == null) === (url == null))
    throw wrongField('content', 'one_of', 'Give exactly one of content and file_url')
  const contentType = namedContentType(content_type)
  if (url != null)
    return fetchFile(context, url, { name: `${title || titleInUrl(url) || 'document'}.pdf`, contentType })
  return receiveDocument(context, {
    name: `${title || 'document'}.pdf`,
    content: content ?? Buffer.alloc(0),
    contentType,
  })
}
