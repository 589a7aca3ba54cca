import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { previewSignature } from '@countersign/contract/signing.ts'
import type { Visitor } from '#web/features/approvals/approval-calls.ts'
import { call } from '#web/lib/calls/api.ts'
import { ownTimeZone } from '#web/lib/language/time-zone.ts'
import { openSignature } from '../open-signature.ts'
import { visualOf } from '../signing/sign-body.ts'
import type { ChosenSignature } from './signature-choice.ts'

/**
 * By document: the field as it will be printed. One that cannot be had is left out; the chosen picture is there then,
 * as it does with a seal and under Part 11, where a reason that is still to be given is printed as well.
 */
export async function loadFieldPreviews(
  request: SignatureRequest,
  chosen: ChosenSignature,
  visitor: Visitor,
): Promise<Record<string, Blob>> {
  const sigId = request.viewer.can.sign ? openSignature(request) : undefined
  if (!sigId || chosen.seal !== undefined || request.quality === 'PART11') return {}
  const visualSignature = await visualOf(chosen)
  const options = { background: true, ...(visitor && { credential: visitor }) }
  const pictures = await Promise.all(
    visibleIn(request, sigId).map(async (documentId) => {
      const body = { documentId, visualSignature, timeZone: ownTimeZone() }
      const preview = call(previewSignature, { params: { id: request.id, sigId }, body }, options)
      return [documentId, await preview.catch(() => null)] as const
    }),
  )
  return Object.fromEntries(pictures.flatMap(([id, blob]) => (blob ? [[id, blob]] : [])))
}

/** The documents in which the signature is seen: elsewhere it has no field. */
function visibleIn({ signatures }: SignatureRequest, sigId: string): string[] {
  const places = signatures.find(({ sid }) => sid === sigId)?.document_signatures ?? []
  return places.flatMap(({ document_id: id, visual_signature: visual }) =>
    visual && (visual.form_field !== null || visual.positions.length > 0) ? [id] : [],
  )
}
