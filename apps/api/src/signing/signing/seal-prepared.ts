import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignedDigest } from '#api/providers/trust-service/stepwise/port.ts'
import type { PreparedSignature } from './engine-thread.ts'
import { fromRow, type PreparedSeal, strokeOf } from './prepared-repository.ts'
import { finishDocument } from './seal-document.ts'
import { type DocumentSeal, eachDocument, keepSeal, type Part, type ToSeal } from './seal-request.ts'

/** What was prepared is of no use any more: the document has another version now. */
export class PreparedOvertaken extends Error {
  override name = 'PreparedOvertaken'
}

/** The second stroke on what was prepared before the signer approved, from what the trust service gave back then. */
export function sealPrepared(
  context: Context,
  part: Part,
  prepared: readonly PreparedSeal[],
): Promise<DocumentSeal[]> {
  return eachDocument(context, part, async (one) => {
    const seal = prepared.find(({ document_id }) => document_id === one.document.id)
    if (!seal?.signed || seal.base_version_id !== one.document.versionId)
      throw new PreparedOvertaken('The document changed while its signer was approving')
    return finish(context, one, strokeOf(seal), fromRow(seal.signed))
  })
}

/** Finishes one document with what a trust service gave for its digest. */
export async function finish(
  context: Context,
  one: ToSeal,
  stroke: PreparedSignature,
  signed: Omit<SignedDigest, 'id'>,
): Promise<DocumentSeal> {
  // What came back was verified when it came; the time is read out of it.
  const { timestamp } = verifySignedData(signed.cms, stroke.prepared.digest)
  const timestampTime = timestamp?.info?.time ?? null
  return keepSeal(
    context,
    one,
    await finishDocument(context, one.order, stroke, { ...signed, timestampTime }),
  )
}
