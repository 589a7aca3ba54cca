import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { findOwnWay } from './find-way.ts'

/** Adds how whoever looks at it would sign it: the page says before the click what it takes. */
export async function withOwnWay(
  context: Context,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
  actor: Participant,
): Promise<contract.SignatureRequest> {
  const way = await findOwnWay(context, actor, request)
  const signing = way && {
    quality: way.quality as contract.OwnWay['quality'],
    legislation: way.legislation,
    approval: way.approval,
    channel: way.plan?.destination?.channel ?? null,
    hurdles: [...way.hurdles],
  }
  return { ...shown, viewer: { ...shown.viewer, signing } }
}
