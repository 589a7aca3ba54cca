import type { Context } from '#api/providers/context.ts'
import type { NewPreparedSignature } from './prepared-repository.ts'
import { prepareDocument } from '../engine/sign-document.ts'
import { eachDocument, type Part } from '../engine/sign-documents.ts'

/** The first phase on each document of one signer's part, for a digest that goes to a trust service. */
export function prepareFor(context: Context, part: Part): Promise<NewPreparedSignature[]> {
  return eachDocument(context, part, async ({ document, order }) => ({
    signingId: part.signing.id,
    documentId: document.id,
    baseVersionId: document.versionId,
    fieldName: order.fieldName,
    prepared: await prepareDocument(context, order, { forOthers: true }),
  }))
}
