import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { findOwnSigningOption } from './find-signing-option.ts'

/** Adds how anyone who looks at it would sign it: the page says before the click what it takes. */
export async function withOwnOption(
  context: Context,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
  actor: Participant,
): Promise<contract.SignatureRequest> {
  const option = await findOwnSigningOption(context, actor, request)
  const signing = option && {
    quality: option.quality as contract.OwnSigningOption['quality'],
    legislation: option.legislation,
    approval: option.approval,
    channel: option.plan?.destination?.channel ?? null,
    unmet: [...option.unmet],
  }
  return { ...shown, viewer: { ...shown.viewer, signing } }
}
