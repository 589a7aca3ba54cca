import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Participant } from '#api/actor.ts'
import type { Context } from '#api/context.ts'
import { transaction } from '#api/db/transaction.ts'
import * as documents from '#api/documents/repository.ts'
import { appendEvent, eventActor } from '#api/evidence/append-event.ts'
import { makeProtocol } from '#api/evidence/make-protocol.ts'
import type { FileAnswer } from '#api/http/bind.ts'
import { Refusal } from '#api/refusal.ts'
import { openSignatureRequest } from './open-signature-request.ts'
import { may } from './policy.ts'
import type { SignatureRequest } from './signature-request.ts'

interface Entry {
  readonly documentId: string
  readonly name: string
  readonly sha256: string
  readonly createdAt: Date
}

/**
 * All documents of a request, and its signature protocol, as one zip that is written while it is sent. What may be
 * refused comes before its first byte; that the documents were handed out is evidence, as with each one alone.
 */
export async function makeZip(
  context: Context,
  actor: Participant,
  requestId: string,
  signed: boolean,
): Promise<FileAnswer> {
  const request = await openSignatureRequest(context, actor, requestId)
  if (!may(request, actor, 'download')) throw new Refusal('not_found')
  const entries = await listEntries(context, request, signed)
  const isSent = request.status !== 'DRAFT'
  const order = { requestId, type: 'PDF', language: actor.language, actor } as const
  const protocol = isSent ? await makeProtocol(context, order) : null
  if (isSent) await recordDownloads(context, actor, requestId, entries)
  const zip = new ZipFile()
  for (const entry of entries) addStored(context, zip, entry)
  if (protocol)
    zip.addBuffer(Buffer.from(protocol.content as Uint8Array), `${requestId}_protocol.pdf`, {
      compress: false,
      mtime: context.now(),
    })
  zip.end()
  return {
    contentType: 'application/zip',
    content: outputOf(zip),
    fileName: `${request.title.slice(0, 120)}.zip`,
  }
}

async function listEntries(context: Context, request: SignatureRequest, signed: boolean): Promise<Entry[]> {
  const taken = new Set<string>()
  const entries: Entry[] = []
  for (const { id, versionId, name } of request.documents) {
    const document = await documents.find(context.db, signed ? versionId : id)
    if (!document) throw new Refusal('not_found')
    // Is it there? While the zip is being sent there is no way to say so.
    await context.documentStore.file(document.sha256)
    entries.push({
      documentId: document.id,
      name: free(taken, name.replace(/\.pdf$/i, '')),
      sha256: document.sha256,
      createdAt: document.created_at,
    })
  }
  return entries
}

async function recordDownloads(
  context: Context,
  actor: Participant,
  requestId: string,
  entries: readonly Entry[],
): Promise<void> {
  await transaction(context.db, async (tx) => {
    for (const { documentId, sha256 } of entries)
      await appendEvent(tx, requestId, {
        type: 'downloaded',
        at: context.now(),
        actor: eventActor(actor),
        data: { documentId, sha256 },
      })
  })
}

function outputOf(zip: ZipFile): Readable {
  return zip.outputStream as Readable
}

/** Opened when its turn comes, and closed when the receiver goes away. A file that is damaged breaks the zip off. */
function addStored(context: Context, zip: ZipFile, { sha256, name, createdAt }: Entry): void {
  const output = outputOf(zip)
  // PDF is compressed already.
  zip.addReadStreamLazy(name, { compress: false, mtime: createdAt }, (give) => {
    context.documentStore.stream(sha256).then(
      (stored) => {
        output.once('close', () => stored.destroy())
        stored.once('error', (error) => output.destroy(error))
        if (output.destroyed) stored.destroy()
        else give(null, stored)
      },
      (error: Error) => output.destroy(error),
    )
  })
}

/** Two documents of one name both find room. */
function free(taken: Set<string>, name: string): string {
  const base = name.replaceAll(/[\\/:*?"<>|\u0000-\u001F]/g, '_').replace(/^\.+/, '_') || 'document'
  let candidate = `${base}.pdf`
  for (let n = 2; taken.has(candidate.toLowerCase()); n += 1) candidate = `${base} (${n}).pdf`
  taken.add(candidate.toLowerCase())
  return candidate
}
