import type { Context } from '#api/providers/context.ts'
import { StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { prepareDocument } from './seal-document.ts'
import { type DocumentSeal, eachDocument, type Part } from './seal-request.ts'
import { finish } from './seal-prepared.ts'
import { orderAtService } from './service-order.ts'
import { digestId } from './prepared-repository.ts'

/**
 * Seals each document in the name of a person or an organisation, by a service that signs at once: the approval, where
 * there is one, was ours to ask for. All digests are one order, so that one certificate does for all.
 */
export async function sealAtService(context: Context, part: Part): Promise<DocumentSeal[]> {
  const { signing, request } = part
  const strokes = await eachDocument(context, part, async ({ document, order }) => ({
    document,
    id: digestId({ signing_id: signing.id, document_id: document.id }),
    stroke: await prepareDocument(context, order, { forOthers: true }),
  }))
  const service = context.trustServices.named(signing.service)
  if (!service)
    throw new StepwiseSigningFailed('misconfigured', signing.service, 'there is no such trust service')
  const progress = await service.begin(
    orderAtService(context, {
      signings: [signing],
      documents: strokes.map(({ document, id, stroke }) => ({
        id,
        digest: stroke.prepared.digest,
        label: document.name,
      })),
      titles: [request.title],
      language: 'en',
      act: signing.id,
    }),
  )
  if (progress.kind === 'waiting') {
    await service.cancel(progress.ticket)
    throw new StepwiseSigningFailed('misconfigured', signing.service, 'it asks for an approval of its own')
  }
  return eachDocument(context, part, async (one) => {
    const prepared = strokes.find(({ document }) => document.id === one.document.id)
    const signed = progress.signatures.find(({ id }) => id === prepared?.id)
    if (!prepared || !signed)
      throw new StepwiseSigningFailed('answer_invalid', signing.service, 'a signature is missing')
    return finish(context, one, prepared.stroke, signed)
  })
}
