import { getSigningStatus } from '@countersign/contract/signature-requests.ts'
import { type SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import * as calls from '@countersign/contract/signing.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { ownSignatures, rolesOf } from '#api/signing/signature-requests/policy.ts'
import { previewSignature } from './appearance/preview-signature.ts'
import { withImages } from './appearance/read-images.ts'
import { pendingFor, sign, toLook } from './sign.ts'
import * as signings from './repository.ts'

export function registerSigning(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.sign, async ({ actor, body, file }) => ({
    signatures: await sign(context, actor, await withImages(body, file)),
  }))
  bind(app, context, calls.signDirect, async ({ actor, body, file }) => ({
    signatures: await sign(context, actor, await withImages(body, file)),
  }))
  bind(app, context, calls.previewSignature, async ({ actor, params, body }) => ({
    contentType: 'image/png',
    content: await previewSignature(context, actor, {
      requestId: params.id,
      signatureId: params.sigId,
      documentId: body.documentId,
      look: await toLook(context, body.visualSignature, 'visualSignature'),
      signingName: body.signingName ?? null,
      timeZone: body.timeZone ?? null,
    }),
  }))
  bind(app, context, getSigningStatus, async ({ actor, params, query }): Promise<SigningStatus> => {
    const request = await openSignatureRequest(context, actor, params.id)
    const visible = rolesOf(request, actor).includes('owner')
      ? request.signatures
      : ownSignatures(request, actor)
    const signature = visible.find((one) => one.id === params.sigId)
    if (!signature) throw new Refusal('not_found')
    const signing = await signings.findNewest(context.db, signature.id)
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
}
