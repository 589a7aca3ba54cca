import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { makeProtocol } from './make-protocol.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { may } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'

interface Entry {
  /** Which file it is, as the evidence names it. */
  readonly about: { readonly documentId: string } | { readonly attachmentId: string; readonly name: string }
  readonly name: string
  readonly sha256: string
  readonly createdAt: Date
}

/**
 * All documents and attachments of a request, and its audit trail, as one zip that is written while it is sent. What may be
 * refused comes before its first byte; that they were handed out is evidence, as with each one alone.
 */
export async function downloadZip(
  context: Context,
  actor: Participant,
  requestId: string,
  signed: boolean,
): Promise<FileAnswer> {
  const request = await openSignatureRequest(context, actor, requestId)
  if (!may(request, actor, 'download')) throw new Refusal('not_found')
  const entries = [
    ...(await listEntries(context, request, signed)),
    ...(await listAttachments(context, request)),
  ]
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
      about: { documentId: document.id },
      name: free(taken, name.replace(/\.pdf$/i, ''), 'pdf'),
      sha256: document.sha256,
      createdAt: document.created_at,
    })
  }
  return entries
}

/** In a folder of their own, by names that no system takes for a path. */
async function listAttachments(context: Context, request: SignatureRequest): Promise<Entry[]> {
  const taken = new Set<string>()
  const entries: Entry[] = []
  for (const { id, name, sha256, createdAt } of request.attachments) {
    await context.documentStore.file(sha256)
    const [, base = name, ending = 'bin'] = /^(.*)\.(\w+)$/.exec(name) ?? []
    entries.push({
      about: { attachmentId: id, name },
      name: `Attachments/${free(taken, base, ending)}`,
      sha256,
      createdAt,
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
    for (const { about, sha256 } of entries)
      await appendEvent(tx, requestId, {
        type: 'downloaded',
        at: context.now(),
        actor: eventActor(actor),
        data: { ...about, sha256 },
      })
  })
}

function outputOf(zip: ZipFile): Readable {
  return zip.outputStream as Readable
}

/** Opened when its turn comes, and closed when the receiver goes away. A file that is damaged breaks the zip off. */
function addStored(context: Context, zip: ZipFile, { sha256, name, createdAt }: Entry): void {
  const output = outputOf(zip)
  // Nearly all that comes is compressed already: PDF, Office files, pictures.
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

/** In bytes of UTF-8, as the file systems of Linux count; others count characters. */
const longestName = 255

/** Two files of one name both find room, and no name is too long to be unpacked. */
function free(taken: Set<string>, name: string, ending: string): string {
  const base = name.replaceAll(/[\\/:*?"<>|\u0000-\u001F]/g, '_').replace(/^\.+/, '_') || 'document'
  for (let n = 1; ; n += 1) {
    const end = `${n === 1 ? '' : ` (${n})`}.${ending}`
    const candidate = `${shortened(base, longestName - Buffer.byteLength(end))}${end}`
    // Some file systems take both for one, whatever the case of letters and the way they are composed.
    const key = candidate.normalize('NFC').toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return candidate
  }
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The beginning of a text, in whole characters. */
function shortened(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let [kept, left] = ['', bytes]
  for (const { segment } of graphemes.segment(text)) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    kept += segment
  }
  return kept.trimEnd()
}
