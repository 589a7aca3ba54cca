import { createHash } from 'node:crypto'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import { toPem } from '#api/platform/values/pem.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { listCommitted } from '#api/evidence/committed-values-repository.ts'
import {
  digestFile,
  type FileParts,
  readEvidenceFile,
  writeEvidenceFile,
} from '#api/evidence/evidence-file.ts'
import { inclusionOf } from '#api/evidence/heads.ts'
import { iterateNaming } from '#api/evidence/heads-repository.ts'
import { listForRequest } from '#api/evidence/repository.ts'
import { signDigest } from '#api/evidence/sign-heads.ts'
import { verifyEvidenceFile } from '#api/evidence/verify-evidence-file.ts'

/**
 * A request's evidence as it was hashed, with what a third party needs to check it without us. The caller asks who may
 * have it: the hashed events hold what only the request's owner sees. That one was made is evidence as well.
 */
export async function exportEvidence(
  context: Context,
  actor: AccountActor,
  requestId: string,
): Promise<FileAnswer> {
  const { events, heads, values } = await gather(context, requestId)
  const last = events.at(-1)
  if (!last) throw new Refusal('not_found')
  const head = { seq: last.seq, hash: last.hash.toString('hex') }
  const madeAt = context.now()
  const digest = digestFile({ requestId, madeAt: madeAt.toISOString(), head })
  const { signature, anchors } = await sign(context, digest)
  const text = withUsedAnchors({
    requestId,
    madeAt,
    events,
    heads,
    head,
    signature,
    anchors,
    values,
  })
  const content = Buffer.from(text)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await transaction(context.db, (tx) =>
    appendEvent(tx, requestId, {
      type: 'protocol_made',
      at: context.now(),
      actor: eventActor(actor),
      data: { type: 'EVIDENCE', sha256, chainHead: head.hash },
    }),
  )
  const fileName = `${requestId}_evidence.json`
  return { contentType: 'application/json; charset=utf-8', content, fileName }
}

/** In one view of the database, so that no head names an event that is not there yet. */
function gather(context: Context, requestId: string) {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const heads: FileParts['heads'][number][] = []
      for await (const signed of iterateNaming(tx, requestId)) {
        const head = signed.heads[requestId]
        const inclusion = inclusionOf(signed.heads, requestId)
        const { takenAt, previousDigest, signature } = signed
        if (head && inclusion) heads.push({ ...head, ...inclusion, takenAt, previousDigest, signature })
      }
      const values = await listCommitted(tx, requestId, 'all')
      return { events: await listForRequest(tx, requestId), heads, values }
    })
}

/** Of all that this installation signs under, the certificates that the file's own signatures lead to. */
function withUsedAnchors(parts: FileParts): string {
  const { anchors } = verifyEvidenceFile(readEvidenceFile(writeEvidenceFile(parts)))
  return writeEvidenceFile({
    ...parts,
    anchors: { signer: pems(anchors.signer), timestamp: pems(anchors.timestamp) },
  })
}

function pems(certificates: readonly Uint8Array[]): string[] {
  return certificates.map((der) => toPem([der]))
}

async function sign(context: Context, digest: Uint8Array): Promise<Pick<FileParts, 'signature' | 'anchors'>> {
  try {
    const signature = await signDigest(context, digest)
    const signer = await context.trustService.anchors()
    const timestamp = await context.timestampAuthority.anchors()
    return { signature, anchors: { signer: pems(signer), timestamp: pems(timestamp) } }
  } catch (error) {
    // One that failed rests for half a minute before it is asked first again.
    if (error instanceof TimestampUnavailable)
      throw new Refusal('service.unavailable', { retryAfter: 30, cause: error })
    throw error
  }
}
