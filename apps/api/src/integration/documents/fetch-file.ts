import { receiveDocument } from '#api/documents/documents/uploads/receive-document.ts'
import {
  type ReceivedUpload,
  uploadLimit,
  type UploadSource,
} from '#api/documents/documents/uploads/upload-document.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { OutgoingRequestFailed } from '#api/providers/outgoing-requests/port.ts'

const timeLimit = 60_000
const redirects = 5

/** Fetches a document from an address that an API user names, as a stream. What goes wrong is named after `file_url`. */
export async function fetchFile(
  context: Context,
  url: string,
  as: Pick<UploadSource, 'name' | 'contentType'>,
): Promise<ReceivedUpload> {
  // A slow host of one customer's holds up no callbacks to it.
  const options = { maxBytes: uploadLimit, timeoutMs: timeLimit, redirects, queue: 'files' as const }
  try {
    return await context.outgoingRequests.stream(url, options, async ({ status, content }) => {
      if (status !== 200)
        throw wrongField('file_url', 'response_status', `The server of file_url returned ${status}`)
      return receiveDocument(context, { ...as, content })
    })
  } catch (error) {
    if (error instanceof OutgoingRequestFailed) {
      if (error.reason === 'too_large') throw new Refusal('document.too_large', { cause: error })
      throw wrongField('file_url', error.reason, error.message)
    }
    throw error
  }
}

/** The file's name in its address, without its extension; null where there is none to speak of. */
export function titleInUrl(url: string): string | null {
  if (!URL.canParse(url)) return null
  const last = new URL(url).pathname.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(last).replace(/\.\w{1,5}$/, '') || null
  } catch {
    return null
  }
}
