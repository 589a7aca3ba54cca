import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal, wrongField } from '#api/refusal.ts'
import { uploadLimit, type UploadSource } from './upload-document.ts'

/** What a multipart body may have around the file. */
const overhead = 1024 * 1024

/** The part named `file`, or one of these names, of a multipart body, streamed; `limit` is what the file may have. */
export async function readMultipart(
  request: FastifyRequest,
  limit = uploadLimit,
  names: readonly [string, ...string[]] = ['file'],
): Promise<UploadSource> {
  if (Number(request.headers['content-length'] ?? 0) > limit + overhead)
    throw new Refusal('document.too_large')
  const part = await request.file({ limits: { files: 1, fields: 20, fileSize: limit + overhead } })
  if (!part) throw wrongField(names[0], 'required', 'This field is required')
  drainWhenLeft(request, part.file)
  if (!names.includes(part.fieldname)) {
    part.file.destroy()
    throw wrongField(names[0], 'required', 'This field is required')
  }
  return { name: part.filename, content: part.file }
}

/**
 * Who stops reading in the middle leaves the rest of the body in the socket: unread, it would keep the connection open
 * for ever, and a browser sees the answer only when it has sent everything. So it is read and thrown away.
 */
function drainWhenLeft(request: FastifyRequest, file: Readable): void {
  file.once('close', () => {
    if (!file.readableEnded) setImmediate(() => request.raw.resume())
  })
}
