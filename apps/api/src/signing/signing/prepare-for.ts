import type { Context } from '#api/providers/context.ts'
import type { NewPreparedSeal } from './prepared-repository.ts'
import { prepareDocument } from './seal-document.ts'
import { eachDocument, type Part } from './seal-request.ts'

/** The first stroke on each document of one signer's part, for a digest that goes to a trust service. */
export function prepareFor(context: Context, part: Part): Promise<NewPreparedSeal[]> {
  return eachDocument(context, part, async ({ document, order }) => ({
    signingId: part.signing.id,
    documentId: document.id,
    baseVersionId: document.versionId,
    fieldName: order.fieldName,
    stroke: await prepareDocument(context, order, { forOthers: true }),
  }))
}
