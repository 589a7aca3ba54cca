import * as calls from '@countersign/contract/signing.ts'
import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { ownSignatures, requestedSignerOf, rolesOf } from '#api/signing/signature-requests/policy.ts'
import { previewSignature } from './appearance/preview-signature.ts'
import { pendingFor, sign, toLook } from './sign.ts'
import * as signings from './repository.ts'
import { freePermissions } from '#api/documents/visual-signatures/permissions.ts'
import { placeholderIn } from '#api/documents/visual-signatures/visual-signature.ts'
import { nameOf } from '#api/signing/signature-requests/signature-request.ts'

export function registerSigning(app: FastifyInstance, context: Context): void {
  for (const call of [calls.sign, calls.signDirect] as const)
    bind(app, context, call, async ({ actor, body, file }) => ({
      signatures: await sign(context, actor, body, file),
    }))
  bind(app, context, calls.previewSignature, async ({ actor, params, body, file }) => ({
    contentType: 'image/png',
    content: await previewSignature(context, actor, {
      requestId: params.id,
      signatureId: params.sigId,
      documentId: body.documentId,
      look: await toLook(context, body.visualSignature, 'visualSignature', file),
      signingName: body.signingName ?? null,
      timeZone: body.timeZone ?? null,
    }),
  }))
  bind(app, context, calls.getSigningStatus, async ({ actor, params, query }): Promise<SigningStatus> => {
    const request = await openSignatureRequest(context, actor, params.id)
    const isOwner = rolesOf(request, actor).includes('owner')
    const visible = isOwner ? request.signatures : ownSignatures(request, actor)
    const signature = visible.find((one) => one.id === params.sigId)
    if (!signature) throw new Refusal('not_found')
    const newest = await signings.findNewest(context.db, signature.id)
    const own = requestedSignerOf(signature, actor)
    // Another member's signing, as in the request itself, is nothing this member can do anything about.
    const signing = isOwner || newest?.member_id === own?.memberId ? newest : null
    return {
      signatureRequestId: request.id,
      signatureId: signature.id,
      status:
        signature.status === 'SIGNED'
          ? 'SIGNED'
          : signature.status === 'DECLINED'
            ? 'DECLINED'
            : (signing?.status ?? 'OPEN'),
      error: signing?.error ?? null,
      ...(await pendingFor(context, signing, actor, { withPicture: query.picture === 'true' })),
    }
  })
  registerDirectVisualSignature(app, context)
}

/** A no-account signer keeps no visual signatures: theirs is made of what the request says. */
function registerDirectVisualSignature(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getDirectVisualSignature, async ({ actor }) => {
    const request = await openSignatureRequest(context, actor, actor.requestId)
    const [own] = ownSignatures(request, actor)
    const signature = own && requestedSignerOf(own, actor)
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
