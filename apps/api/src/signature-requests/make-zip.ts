import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import * as documents from '#api/documents/repository.ts'
import { makeProtocol } from '#api/evidence/make-protocol.ts'
import type { FileAnswer } from '#api/http/bind.ts'
import { Refusal } from '#api/refusal.ts'
import { openSignatureRequest } from './open-signature-request.ts'
import { may } from './policy.ts'

/** All documents of a request, and its signature protocol, as one zip that is written while it is sent. */
export async function makeZip(
  context: Context,
  actor: Participant,
  requestId: string,
  signed: boolean,
): Promise<FileAnswer> {
  const request = await openSignatureRequest(context, actor, requestId)
  if (!may(request, actor, 'download')) throw new Refusal('not_found')
  const zip = new ZipFile()
  const taken = new Set<string>()
  for (const { id, versionId, name } of request.documents) {
    const document = await documents.find(context.db, signed ? versionId : id)
    if (!document) throw new Refusal('not_found')
    const stored = await context.documentStore.stream(document.sha256)
    // PDF is compressed already.
    zip.addReadStream(stored, free(taken, name.replace(/\.pdf$/i, '')), {
      compress: false,
      mtime: document.created_at,
    })
  }
  if (request.status !== 'DRAFT') {
    const protocol = await makeProtocol(context, { requestId, type: 'PDF', language: actor.language, actor })
    zip.addBuffer(Buffer.from(protocol.content as Uint8Array), `${requestId}_protocol.pdf`, {
      compress: false,
      mtime: context.now(),
    })
  }
  zip.end()
  return {
    contentType: 'application/zip',
    content: zip.outputStream as Readable,
    fileName: `${request.title.slice(0, 120)}.zip`,
  }
}

/** Two documents of one name both find room. */
function free(taken: Set<string>, name: string): string {
  const base = name.replaceAll(/[\\/:*?"<>|\u0000-\u001F]/g, '_').replace(/^\.+/, '_') || 'document'
  let candidate = `${base}.pdf`
  for (let n = 2; taken.has(candidate.toLowerCase()); n += 1) candidate = `${base} (${n}).pdf`
  taken.add(candidate.toLowerCase())
  return candidate
}
