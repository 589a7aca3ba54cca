import type { Context } from '#api/providers/context.ts'
import { StepwiseSigningFailed } from '#api/providers/trust-service/stepwise/port.ts'
import { prepareDocument } from './sign-document.ts'
import { type NewVersion, eachDocument, type Part } from './sign-documents.ts'
import { finish } from '../prepared-signatures/complete-prepared.ts'
import { orderAtService } from '../prepared-signatures/service-order.ts'
import { digestId } from '../prepared-signatures/prepared-repository.ts'

/**
 * Signs each document in the name of a person or an organisation, with a service that signs at once: any approval was
 * given to us. All digests are one order, so that one certificate covers all.
 */
export async function signAtService(context: Context, part: Part): Promise<NewVersion[]> {
  const { signing, request } = part
  const waiting = await eachDocument(context, part, async ({ document, order }) => ({
    document,
    id: digestId({ signing_id: signing.id, document_id: document.id }),
    prepared: await prepareDocument(context, order, { forOthers: true }),
  }))
  const service = context.trustServices.named(signing.service)
  if (!service)
    throw new StepwiseSigningFailed('misconfigured', signing.service, 'there is no such trust service')
  const progress = await service.begin(
    orderAtService(context, {
      signings: [signing],
      documents: waiting.map(({ document, id, prepared }) => ({
        id,
        digest: prepared.prepared.digest,
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
    const own = waiting.find(({ document }) => document.id === one.document.id)
    const signed = progress.signatures.find(({ id }) => id === own?.id)
    if (!own || !signed)
      throw new StepwiseSigningFailed('answer_invalid', signing.service, 'a signature is missing')
    return finish(context, one, own.prepared, signed)
  })
}
