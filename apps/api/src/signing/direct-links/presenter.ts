import type { DirectUser } from '@countersign/contract/account-shapes.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Signer } from './signer-repository.ts'

export function presentDirectUser(
  actor: LinkActor,
  signer: Signer,
  token: { readonly token: string; readonly expiresAt: Date },
): DirectUser {
  return {
    email: actor.email,
    firstName: signer.firstName ?? '',
    lastName: signer.lastName ?? '',
    attributes: { lang: signer.language, timeZone: signer.timeZone, mobile: signer.mobile },
    signatureId: actor.signatureId,
    signatureRequestId: actor.requestId,
    token: token.token,
    tokenExpiresAt: token.expiresAt.toISOString(),
  }
}
