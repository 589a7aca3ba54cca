import type { Participant } from '#api/platform/actor.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { allPeopleOf, type RequestedSigner, peopleOf } from './signers/group-signature.ts'
import type { Observer, Signature, SignatureRequest } from './signature-request.ts'

/** `member`: of the business of the API user that sent it, if the business shares that. */
export type Role = 'owner' | 'signer' | 'observer' | 'guest' | 'member'
export type Action =
  | 'see'
  | 'download'
  | 'exportEvidence'
  | 'edit'
  | 'initiate'
  | 'sign'
  | 'addObserver'
  | 'decline'
  | 'delegate'
  | 'withdraw'
  | 'remind'
  | 'delete'
  | 'copy'

// Deny by default: what is not listed here nobody may.
const allowed: Record<Action, readonly Role[]> = {
  see: ['owner', 'signer', 'observer', 'guest', 'member'],
  download: ['owner', 'signer', 'observer', 'guest', 'member'],
  // As it was hashed it says where each call came from, and why a mailbox did not take a mail (decision 66).
  exportEvidence: ['owner'],
  edit: ['owner'],
  initiate: ['owner'],
  sign: ['signer', 'guest'],
  decline: ['signer', 'guest'],
  delegate: ['signer', 'guest'],
  withdraw: ['owner'],
  remind: ['owner'],
  copy: ['owner'],
  // What becomes of it then is for `deleteSignatureRequest`: who takes part leaves.
  delete: ['owner', 'signer', 'observer'],
  addObserver: ['owner', 'signer'],
}

/**
 * The signatures that are this person's to make. One that was delegated keeps its id, so anyone who came by the link has to be
 * the one it now belongs to.
 */
export function ownSignatures(request: SignatureRequest, actor: Participant): Signature[] {
  return request.signatures.filter((signature) => requestedSignerOf(signature, actor) !== undefined)
}

/** Whom of those whom a signature is asked of the actor is: with a group, which member. */
export function requestedSignerOf(signature: Signature, actor: Participant): RequestedSigner | undefined {
  return peopleOf(signature).find((person) =>
    actor.kind === 'account'
      ? person.accountId === actor.accountId
      : person.id === actor.signatureId && person.memberId === actor.memberId && person.email === actor.email,
  )
}

/**
 * Of which signatures this person may read what the evidence keeps confidential: prefilled values and numbers that were corrected. A
 * signature that was delegated keeps its id, and what was corrected before is not its new signer's to read.
 */
export function readableSignatures(request: SignatureRequest, actor: Participant): string[] | 'all' {
  if (rolesOf(request, actor).includes('owner')) return 'all'
  return ownSignatures(request, actor).flatMap(({ id, delegatedBy }) => (delegatedBy ? [] : [id]))
}

/**
 * Whose mobile numbers this person may read: of the owner's request everybody's, else their own. A group's is that of the member who
 * settled it.
 */
export function readableNumbers(request: SignatureRequest, actor: Participant): string[] | 'all' {
  if (rolesOf(request, actor).includes('owner')) return 'all'
  return request.signatures.flatMap((signature) => {
    const own = requestedSignerOf(signature, actor)
    return own && (!signature.group || signature.group.settledBy === own.memberId) ? [signature.id] : []
  })
}

/** Is the signing of this signature that is under way, or was last tried, the actor's own? Not another member's of the group. */
export function isActing(signature: Signature, actor: Participant): boolean {
  const signer = requestedSignerOf(signature, actor)
  return signer !== undefined && (!signature.group || signature.signing?.memberId === signer.memberId)
}

/** Has this account left the request, and was not asked to sign again since? */
export function hasLeft(request: SignatureRequest, accountId: string): boolean {
  return (
    request.departed.includes(accountId) &&
    !allPeopleOf(request.signatures).some(
      (one) => one.accountId === accountId && ['WAITING', 'OPEN'].includes(one.status),
    )
  )
}

/** Anyone who looks on may stop to; nobody but the owner shuts others out. */
export function mayRemoveObserver(
  request: SignatureRequest,
  observer: Observer,
  actor: Participant,
): boolean {
  const roles = rolesOf(request, actor)
  return roles.includes('owner') || (roles.includes('observer') && isObserver(observer, actor))
}

export function isObserver(observer: Observer, actor: Participant): boolean {
  return actor.kind === 'account' && observer.accountId === actor.accountId
}

/** Whom it belongs to: not a former member from whom it is being transferred. */
export const isOwner = ({ owner, goesTo }: SignatureRequest, actor: Participant): boolean =>
  actor.kind === 'account' && owner.id === actor.accountId && !goesTo

/** Has this account left the business that the request belongs to, though the request still names it as its owner? */
const isFormerOwner = ({ owner, goesTo }: SignatureRequest, actor: Participant): boolean =>
  actor.kind === 'account' && owner.id === actor.accountId && goesTo !== undefined

const isEditor = ({ editors = [] }: SignatureRequest, accountId: string): boolean =>
  editors.some((editor) => editor.accountId === accountId)

/** A draft is its owner's and its editors' alone: anyone who is listed in it has not been told yet. */
export function rolesOf(request: SignatureRequest, actor: Participant): Role[] {
  const roles: Role[] = []
  if (actor.kind === 'account' && request.status !== 'DRAFT' && request.sharedWith === actor.accountId)
    roles.push('member')
  if (actor.kind === 'account' && hasLeft(request, actor.accountId)) return roles
  if (actor.kind === 'account' && (isOwner(request, actor) || isEditor(request, actor.accountId)))
    roles.push('owner')
  if (request.status !== 'DRAFT' && ownSignatures(request, actor).length > 0) {
    roles.push(actor.kind === 'account' ? 'signer' : 'guest')
  }
  if (request.status !== 'DRAFT' && request.observers.some((observer) => isObserver(observer, actor)))
    roles.push('observer')
  return roles
}

const openAfterDeletion: readonly Action[] = ['see', 'exportEvidence']

/** After auto-deletion no action is possible: the request can be viewed and its evidence downloaded. */
export function may(request: SignatureRequest, actor: Participant, act: Action): boolean {
  if (request.retention?.deletedAt && !openAfterDeletion.includes(act)) return false
  if (act === 'download' && isTakenBackFrom(request, actor)) return false
  // As a signer they would leave it, and with their list it could go for good.
  if (act === 'delete' && isFormerOwner(request, actor)) return false
  return rolesOf(request, actor).some((role) => allowed[act].includes(role))
}

/** The sender has withdrawn what this guest had not signed: their link tells so and shows no document any longer. */
function isTakenBackFrom(request: SignatureRequest, actor: Participant): boolean {
  return (
    actor.kind === 'link' &&
    request.status === 'WITHDRAWN' &&
    !ownSignatures(request, actor).some(({ status }) => status === 'SIGNED')
  )
}

/** Missing and forbidden look alike. */
export function allow(
  request: SignatureRequest | null,
  actor: Participant,
  act: Action,
): asserts request is SignatureRequest {
  if (!request || !may(request, actor, act)) throw new Refusal('not_found')
}
