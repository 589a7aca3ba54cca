import type { Legislation } from '@countersign/contract/values.ts'
import type { Identification as Shown, IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { requestedQuality, findSigningOption } from '#api/signing/qualities/find-signing-option.ts'
import { legislationOf } from '#api/signing/qualities/quality.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { findPayer, methodsFor } from './coverage.ts'
import { readIdentifications } from './read-identifications.ts'

export interface IdentMethod {
  readonly legislation: Legislation | null
  readonly required: boolean
  readonly covered: boolean
  readonly methods: IdentificationMethod[]
  readonly identification: Shown | null
}

/** How the signer proves who they are for this signature. Who proved what is nobody else’s to see. */
export async function getIdentMethod(
  context: Context,
  actor: Participant,
  { requestId, signatureId }: { readonly requestId: string; readonly signatureId: string },
): Promise<IdentMethod> {
  const request = await requests.find(context.db, requestId)
  const signature = request?.signatures.find(({ id }) => id === signatureId)
  const signer = signature && requestedSignerOf(signature, actor)
  if (!request || request.status === 'DRAFT' || !signer) throw new Refusal('not_found')
  const { unmet } = await findSigningOption(context, context.db, actor, requestedQuality(request), signer)
  const legislation = legislationOf(requestedQuality(request))
  const of = { legislation: legislation ?? 'ZERTES', requestId } as const
  const covered = (await findPayer(context, actor, of)) !== null
  const all = await readIdentifications(context, actor)
  const fitting = all.filter((one) => legislation === null || one.legislation === legislation)
  return {
    legislation,
    required: unmet.includes('identification'),
    covered,
    methods: methodsFor(context, of.legislation, covered),
    identification: fitting.find(({ isOngoing }) => isOngoing) ?? fitting[0] ?? null,
  }
}
