import type { Member, Signature, SignatureGroup, SignatureRequest } from '../signature-request.ts'

// A signature that is asked of a group: each member may make it, and the first who does, does so for all.

/** Someone a signature is asked of. For the signature of a group there is one for each member. */
export interface RequestedSigner extends Signature {
  readonly memberId: string | null
}

/** Everybody whom this signature is asked of, each as if it were theirs alone. */
export function peopleOf(signature: Signature): RequestedSigner[] {
  if (!signature.group) return [{ ...signature, memberId: null }]
  return signature.group.members.map((member) => asked(signature, member))
}

function asked(signature: Signature, member: Member): RequestedSigner {
  const { id, email, name, language, accountId, link, openedAt, delivery } = member
  return {
    ...signature,
    email,
    firstName: name,
    lastName: null,
    language,
    accountId,
    link,
    openedAt,
    delivery,
    memberId: id,
  }
}

/** The people of several signatures. */
export const allPeopleOf = (signatures: readonly Signature[]): RequestedSigner[] =>
  signatures.flatMap(peopleOf)

/** The same signature with its people as they now are. */
export function withMembers(signature: Signature, change: (member: Member) => Member): Signature {
  const { group } = signature
  return group ? { ...signature, group: { ...group, members: group.members.map(change) } } : signature
}

/** The same people, whom nobody has asked yet. */
export function copyUninvited(group: SignatureGroup): SignatureGroup {
  const members = group.members.map((member) => ({
    ...member,
    id: crypto.randomUUID(),
    accountId: null,
    link: null,
    openedAt: null,
    delivery: null,
  }))
  return { ...group, members, settledBy: null }
}

/** The member who signs or declines for a group, and their name. */
export interface SignerActor {
  readonly memberId: string | null
  readonly name: string
}

/** A member has signed or declined: from now on the signature bears that name. Of anybody’s own it stays as it is. */
export function settle(
  request: SignatureRequest,
  signatureId: string,
  acting: SignerActor,
): SignatureRequest {
  return {
    ...request,
    signatures: request.signatures.map((one) => (one.id === signatureId ? settledBy(one, acting) : one)),
  }
}

function settledBy(signature: Signature, { memberId, name }: SignerActor): Signature {
  const { group } = signature
  const member = group?.members.find(({ id }) => id === memberId)
  if (!group || !member) return signature
  const [firstName = '', ...rest] = name === member.email ? [] : name.split(' ')
  return {
    ...signature,
    email: member.email,
    firstName: firstName || null,
    lastName: rest.join(' ') || null,
    accountId: member.accountId,
    group: { ...group, settledBy: member.id },
  }
}

/** The group as the evidence names it; nothing where it is someone’s own. */
export function groupInEvidence({ group }: { readonly group: SignatureGroup | null }): {
  readonly signerGroupName?: string
} {
  return group ? { signerGroupName: group.name } : {}
}
