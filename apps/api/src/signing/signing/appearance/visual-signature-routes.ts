import { getDirectVisualSignature } from '@countersign/contract/visual-signatures.ts'
import type { FastifyInstance } from 'fastify'
import { freePermissions } from '#api/documents/visual-signatures/permissions.ts'
import { placeholderIn } from '#api/documents/visual-signatures/visual-signature.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { nameOf } from '#api/signing/signature-requests/signature-request.ts'

/** A no-account signer keeps no visual signatures: theirs is made of what the request says. */
export function registerDirectVisualSignature(app: FastifyInstance, context: Context): void {
  bind(app, context, getDirectVisualSignature, async ({ actor }) => {
    const request = await openSignatureRequest(context, actor, actor.requestId)
    const signature = request.signatures.find((one) => one.id === actor.signatureId)
    if (!signature) throw new Refusal('auth.link_invalid')
    return {
      name: nameOf(signature),
      placeholder: placeholderIn(signature.language),
      quality: request.quality as 'SES',
      legislation: request.legislation as 'EIDAS' | null,
      language: signature.language,
      permissions: freePermissions,
    }
  })
}
