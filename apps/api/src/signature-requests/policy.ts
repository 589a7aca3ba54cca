import type { Participant } from '#api/actor.ts'
import { Refusal } from '#api/refusal.ts'
import type { Signature, SignatureRequest } from './signature-request.ts'

export type Role = 'owner' | 'signer' | 'guest'
export type Act = 'see' | 'download' | 'edit' | 'initiate' | 'sign'

// Deny by default: what is not listed here nobody may.
const allowed: Record<Act, readonly Role[]> = {
  see: ['owner', 'signer', 'guest'],
  download: ['owner', 'signer', 'guest'],
  edit: ['owner'],
  initiate: ['owner'],
  sign: ['signer', 'guest'],
}

/** The signatures that are this person's to make. */
export function ownSignatures(request: SignatureRequest, actor: Participant): Signature[] {
  return request.signatures.filter((signature) =>
    actor.kind === 'account' ? signature.accountId === actor.accountId : signature.id === actor.signatureId,
  )
}

/** A draft is its owner's alone: whoever is listed in it has not been told yet. */
export function rolesOf(request: SignatureRequest, actor: Participant): Role[] {
  const roles: Role[] = []
  if (actor.kind === 'account' && request.owner.id === actor.accountId) roles.push('owner')
  if (request.status !== 'DRAFT' && ownSignatures(request, actor).length > 0) {
    roles.push(actor.kind === 'account' ? 'signer' : 'guest')
  }
  return roles
}

export function may(request: SignatureRequest, actor: Participant, act: Act): boolean {
  return rolesOf(request, actor).some((role) => allowed[act].includes(role))
}

/** Missing and forbidden look alike. */
export function allow(
  request: SignatureRequest | null,
  actor: Participant,
  act: Act,
): asserts request is SignatureRequest {
  if (!request || !may(request, actor, act)) throw new Refusal('not_found')
}
