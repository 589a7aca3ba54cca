import { readArchiveTimestamp } from '@countersign/pdf-signature/archive-renewal.ts'
import { embedSignature } from '@countersign/pdf-signature/contents-placeholder.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { ContentMissing, type StoredContent } from '#api/providers/document-store/port.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import type { ValidationMaterial } from '#api/providers/trust-service/port.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { saveSignatureRequest } from '#api/signing/signature-requests/save-signature-request.ts'
import { allAnchors } from '#api/signing/signing/engine/sign-document.ts'
import { checkRenewal, prepareRenewal, provesSignature, readArchive } from './archive-thread.ts'
import { dueBefore } from './schedule-archive-renewals.ts'
import * as repository from './repository.ts'
import type { DueDocument } from './repository.ts'

interface Renewal {
  readonly document: DueDocument
  readonly stored: StoredContent
  readonly timestampTime: Date
  readonly weakensAt: Date
}

const timeLimit = 60_000

/**
 * The job that renews the archive timestamps of one signed request. It may be killed at any instant and run again: until
 * the last transaction nothing has happened but some unreferenced bytes in the store, and that compares the versions.
 */
export async function renewArchive(context: Context, requestId: string): Promise<void> {
  const due = await repository.listDueDocuments(context.db, requestId, dueBefore(context.now()))
  await repository.noteTry(
    context.db,
    due.map(({ versionId }) => versionId),
    context.now(),
  )
  const renewals: Renewal[] = []
  const failures: unknown[] = []
  for (const document of due)
    try {
      const renewal = await renew(context, document)
      if (renewal) renewals.push(renewal)
    } catch (error) {
      // Deleted permanently in this moment, or lost: it is tried again another night.
      if (error instanceof ContentMissing)
        context.log.error({ err: error, documentId: document.documentId }, 'a document to renew is missing')
      else failures.push(error)
    }
  // One that can't be renewed keeps no other of its request from it.
  if (renewals.length > 0) await accept(context, requestId, renewals)
  if (failures.length > 0) throw failures[0]
}

/** Null where a new timestamp would not last longer than the one there is, or would protect nothing. */
async function renew(context: Context, document: DueDocument): Promise<Renewal | null> {
  const { inspect } = context.threads
  const base = await context.documentStore.read(document.sha256)
  const anchors = await allAnchors(context)
  if (document.weakensAt <= context.now()) {
    const proof = { base, anchors, at: context.now() }
    if (!(await inspect.run(provesSignature, proof, { timeLimit }))) {
      const { documentId } = document
      context.log.error({ documentId }, 'an archive timestamp has ended, and no later one mends that')
      return null
    }
  }
  const validation = await validationOf(context, document, anchors)
  const { store, prepared } = await inspect.run(prepareRenewal, { base, validation }, { timeLimit })
  const { token } = await context.timestampAuthority.timestamp(prepared.digest)
  const timestamp = readArchiveTimestamp(token, anchors, validation.certificates)
  if (!timestamp || timestamp.weakensAt <= document.weakensAt) {
    context.log.warn({ documentId: document.documentId }, 'a new archive timestamp would not last longer')
    return null
  }
  const tail = Buffer.concat([store, embedSignature(prepared, token)])
  await inspect.run(checkRenewal, { base, tail, anchors, at: context.now() }, { timeLimit })
  const stored = await context.documentStore.append(document.sha256, tail)
  return { document, stored, timestampTime: timestamp.time, weakensAt: timestamp.weakensAt }
}

/**
 * What it takes to validate the newest timestamp. An authority that is no longer configured can’t answer: then the
 * new timestamp alone has to do.
 */
async function validationOf(
  context: Context,
  { sha256, documentId }: DueDocument,
  anchors: readonly Uint8Array[],
): Promise<ValidationMaterial> {
  const file = await context.documentStore.file(sha256)
  const found = await context.threads.inspect.run(readArchive, { file, anchors }, { timeLimit })
  try {
    if (found) return await context.timestampAuthority.validation(found.token)
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error
    context.log.warn({ err: error, documentId }, 'nobody tells of the certificate of an archive timestamp')
  }
  return { certificates: [], ocsps: [], crls: [] }
}

/** Makes the renewals count, all in one transaction; one whose document has another version by now is dropped. */
async function accept(context: Context, requestId: string, renewals: readonly Renewal[]): Promise<void> {
  await transaction(context.db, async (tx) => {
    const request = await requests.lockForNoKeyUpdate(tx, requestId)
    if (request?.status !== 'SIGNED' || request.retention?.deletedAt) return
    const current = renewals.filter(({ document }) =>
      request.documents.some(
        ({ id, versionId }) => id === document.documentId && versionId === document.versionId,
      ),
    )
    if (current.length === 0) return
    const versions = new Map<string, string>()
    for (const { document, stored, weakensAt } of current) {
      const versionId = await documents.insertVersion(tx, document.versionId, stored)
      await repository.note(tx, versionId, weakensAt)
      versions.set(document.documentId, versionId)
    }
    await saveSignatureRequest(tx, request, {
      ...request,
      documents: request.documents.map((each) => ({
        ...each,
        versionId: versions.get(each.id) ?? each.versionId,
      })),
    })
    await appendEvent(tx, requestId, {
      type: 'archive_renewed',
      at: context.now(),
      actor: systemActor,
      data: {
        documents: current.map(({ document, stored, timestampTime, weakensAt }) => ({
          documentId: document.documentId,
          versionId: versions.get(document.documentId),
          sha256: stored.sha256,
          size: stored.size,
          timestampTime: timestampTime.toISOString(),
          protectedUntil: weakensAt.toISOString(),
        })),
      },
    })
  })
}
