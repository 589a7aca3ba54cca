import { verifySignedData } from '@countersign/pdf-signature/cms/verify.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignedDigest } from '#api/providers/trust-service/stepwise/port.ts'
import type { PreparedRevision } from '../engine/engine-thread.ts'
import { fromRow, type PreparedRow, preparedOf } from './prepared-repository.ts'
import { finishDocument } from '../engine/sign-document.ts'
import {
  type NewVersion,
  eachDocument,
  storeVersion,
  type Part,
  type DocumentToSign,
} from '../engine/sign-documents.ts'

/** What was prepared is of no use any longer: the document has another version now. */
export class PreparedOvertaken extends Error {
  override name = 'PreparedOvertaken'
}

/** The second phase on what was prepared before the signer approved, from what the trust service gave back then. */
export function completePrepared(
  context: Context,
  part: Part,
  prepared: readonly PreparedRow[],
): Promise<NewVersion[]> {
  return eachDocument(context, part, async (one) => {
    const row = prepared.find(({ document_id }) => document_id === one.document.id)
    if (!row?.signed || row.base_version_id !== one.document.versionId)
      throw new PreparedOvertaken('The document changed while its signer was approving')
    return finish(context, one, preparedOf(row), fromRow(row.signed))
  })
}

/** Finishes one document with what a trust service gave for its digest. */
export async function finish(
  context: Context,
  one: DocumentToSign,
  phase: PreparedRevision,
  signed: Omit<SignedDigest, 'id'>,
): Promise<NewVersion> {
  // What came back was verified when it came; the time is read out of it.
  const { timestamp } = verifySignedData(signed.cms, phase.prepared.digest)
  const timestampTime = timestamp?.info?.time ?? null
  return storeVersion(
    context,
    one,
    await finishDocument(context, one.order, phase, { ...signed, timestampTime }),
  )
}
