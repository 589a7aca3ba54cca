import { isMailbox } from '#api/mail/enqueue-mail.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueRequestMails, type RequestMail } from './enqueue-request-mails.ts'
import { allPeopleOf, type RequestedSigner, peopleOf } from '../signers/group-signature.ts'
import { findMailAttachments } from './mail-attachments.ts'
import { setMembersDelivery } from '../signers/members-repository.ts'
import { hasLeft } from '../policy.ts'
import {
  nameOf,
  type Observer,
  type Owner,
  type Signature,
  type SignatureRequest,
  signsDocument,
} from '../signature-request.ts'
import { setDelivery } from '../signers/signer-repository.ts'

/** Invites those whose turn it now is and was not before. The owner who signs too needs no mail to know. */
export async function inviteNewTurns(
  context: Context,
  tx: Transaction,
  before: SignatureRequest | null,
  request: SignatureRequest,
  sentBy?: string,
): Promise<void> {
  const had = new Set(
    before?.signatures.filter((signature) => signature.status === 'OPEN').map((signature) => signature.id),
  )
  const invited = allPeopleOf(request.signatures).filter(
    (signature) =>
      signature.status === 'OPEN' &&
      !had.has(signature.id) &&
      signature.notify &&
      signature.accountId !== request.owner.id,
  )
  await invite(context, tx, request, invited, { sentBy })
}

/** Mails these signers an invitation. Anyone who wants no mails has none on its way. */
export async function invite(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  invited: readonly RequestedSigner[],
  {
    sentBy,
    delegation,
  }: {
    /** Who caused it; omitted if it happened automatically. */
    readonly sentBy?: string | undefined
    readonly delegation?: { readonly name: string; readonly message: string }
  } = {},
): Promise<void> {
  const mails = invited.map((signature) => ({
    ...invitation(context, request, signature, delegation),
    sentBy,
  }))
  await expectDelivery(tx, await enqueueRequestMails(context, tx, mails))
}

/** Shows on their signers that these mails are on their way. */
export async function expectDelivery(
  tx: Transaction,
  sent: readonly { readonly signatureId?: string; readonly memberId?: string | null }[],
): Promise<void> {
  const pending = { state: 'pending', message: null } as const
  await setMembersDelivery(
    tx,
    sent.flatMap(({ memberId }) => memberId ?? []),
    pending,
  )
  const ids = sent.flatMap(({ signatureId, memberId }) => (memberId ? [] : (signatureId ?? [])))
  await setDelivery(tx, ids, pending)
}

function invitation(
  context: Context,
  request: SignatureRequest,
  signature: RequestedSigner,
  delegation?: { readonly name: string; readonly message: string },
): RequestMail<'invitation'> {
  return {
    kind: 'invitation',
    ...toSigner(request, signature),
    input: invitationInput(request, signature, context.now(), delegation),
  }
}

/** What an invitation says. */
export function invitationInput(
  request: SignatureRequest,
  signature: RequestedSigner,
  now: Date,
  delegation?: { readonly name: string; readonly message: string },
) {
  return {
    recipientName: greetedName(signature),
    ...senderOf(request),
    needsAccount: needsAccount(request, signature),
    title: request.title,
    message: request.message,
    ...(delegation ? { delegation } : {}),
    ...(signature.group ? { group: signature.group.name } : {}),
    ...documentNames(request, signature),
    expiresAt: (request.expiresAt ?? now).toISOString(),
  }
}

/** Who asks, and what it takes: what someone wants to know before they open a link. */
export const senderOf = ({ owner, quality }: SignatureRequest) => ({
  senderName: owner.name,
  ...(isMailbox(owner.email) ? { senderEmail: owner.email } : {}),
  qualified: quality === 'QES',
})

/** A record under 21 CFR Part 11 is signed with an account: who has deleted theirs since can't. */
export const needsAccount = ({ quality }: SignatureRequest, { accountId }: RequestedSigner): boolean =>
  quality === 'PART11' && accountId === null

/** The documents that they sign, and those that others sign. */
export function documentNames(request: SignatureRequest, signature: Signature) {
  const names = (own: boolean) =>
    request.documents.filter(({ id }) => signsDocument(signature, id) === own).map(({ name }) => name)
  const forInformation = names(false)
  return { documents: names(true), ...(forInformation.length > 0 ? { forInformation } : {}) }
}

export const toSigner = (request: SignatureRequest, signer: RequestedSigner) => ({
  recipient: signer.email,
  language: signer.language,
  accountId: signer.accountId,
  requestId: request.id,
  signatureId: signer.id,
  memberId: signer.memberId,
})
/** Once its owner has left the business, the member to whom it goes is told. */
const ownerToTell = ({ owner, goesTo }: SignatureRequest): Owner => goesTo ?? owner

export function toOwner(request: SignatureRequest) {
  const { email, language, id } = ownerToTell(request)
  return { recipient: email, language, accountId: id, requestId: request.id }
}

/** Who has changed the email since is the same person still. */
export const personOf = (signature: Signature) => signature.accountId ?? signature.email

export const toObserver = (request: SignatureRequest, observer: Observer) => ({
  recipient: observer.email,
  language: observer.language,
  accountId: observer.accountId,
  requestId: request.id,
})

/** Those who look on and were not told as someone else. */
export function observersToNotify(request: SignatureRequest, notified: ReadonlySet<string>): Observer[] {
  return request.observers.filter(
    (observer) =>
      !notified.has(observer.accountId ?? observer.email) &&
      !(observer.accountId && hasLeft(request, observer.accountId)),
  )
}

/** Is this signer told how the request continues? Not who left it, nor whom the sender wants no mails for. */
export function isNotified(request: SignatureRequest, { notify, accountId }: Signature): boolean {
  return notify && !(accountId && hasLeft(request, accountId))
}

/** Nobody is greeted by an email address. */
export function greetedName(signature: Signature): string {
  return nameOf(signature) === signature.email ? '' : nameOf(signature)
}

/** Tells those concerned of a new signature: the owner and the rest of its group while others are missing, everyone at the end. */
export async function notifyOfSignature(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  if (request.status === 'SIGNED') return notifyOfCompletion(context, tx, request)
  await tellGroup(context, tx, request, signature, { name: nameOf(signature), how: 'signed' })
  if (signature.accountId === request.owner.id) return
  await enqueueRequestMails(context, tx, [
    {
      kind: 'request_signed',
      ...toOwner(request),
      input: {
        signerName: nameOf(signature),
        title: request.title,
        signedAt: (signature.signedAt ?? context.now()).toISOString(),
        signedCount: request.signatures.filter((one) => one.status === 'SIGNED').length,
        signerCount: request.signatures.length,
      },
    },
  ])
}

/**
 * Tells the other members of a group that one of them has signed or declined. If the owner is a member, they are told
 * as the owner.
 */
export async function tellGroup(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
  {
    name,
    how,
    by,
  }: { readonly name: string; readonly how: 'signed' | 'delegated'; readonly by?: string | null },
): Promise<void> {
  const { group } = signature
  if (!group) return
  const settled = by ?? group.settledBy
  const others = peopleOf(signature).filter(
    (one) =>
      one.memberId !== settled &&
      one.accountId !== request.owner.id &&
      (one.accountId === null || one.accountId !== signature.accountId) &&
      isNotified(request, one),
  )
  const input = { name, group: group.name, title: request.title, at: context.now().toISOString(), how }
  const mails = others.map((one): RequestMail<'group_settled'> => ({
    kind: 'group_settled',
    ...toSigner(request, one),
    // One that was delegated is someone else's, who is not concerned by how this mail goes.
    ...(how === 'delegated' ? { signatureId: undefined, memberId: null } : {}),
    input,
  }))
  await enqueueRequestMails(context, tx, mails)
}

async function notifyOfCompletion(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  const attach = await findMailAttachments(tx, request)
  const input = { title: request.title, signers: request.signatures.map(nameOf), attach }
  const notified = new Set([request.owner.id, request.owner.email])
  const mails: RequestMail<'signed_copy'>[] = [
    {
      kind: 'signed_copy',
      ...toOwner(request),
      input: { ...input, recipientName: ownerToTell(request).name },
    },
  ]
  // Someone who was asked twice is told once.
  for (const signature of allPeopleOf(request.signatures).filter((one) => isNotified(request, one))) {
    if (notified.has(personOf(signature))) continue
    notified.add(personOf(signature)).add(signature.email)
    const recipientName = greetedName(signature)
    mails.push({
      kind: 'signed_copy',
      ...toSigner(request, signature),
      input: { ...input, recipientName },
    })
  }
  for (const observer of observersToNotify(request, notified))
    mails.push({
      kind: 'signed_copy',
      ...toObserver(request, observer),
      input: { ...input, recipientName: '' },
    })
  await enqueueRequestMails(context, tx, mails)
}

/** Tells the owner, those who have signed, those whose turn it was, and the observers that the request has expired. */
export async function notifyOfExpiry(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  request: SignatureRequest,
): Promise<void> {
  const expiredAt = (request.completedAt ?? context.now()).toISOString()
  const base = { title: request.title, expiredAt }
  const signedCount = request.signatures.filter((one) => one.status === 'SIGNED').length
  const sender = { role: 'sender', signedCount, signerCount: request.signatures.length } as const
  const notified = new Set([request.owner.id, request.owner.email])
  /** Someone who was asked twice is told once. */
  const isFirst = (one: RequestedSigner) => {
    if (notified.has(personOf(one))) return false
    notified.add(personOf(one)).add(one.email)
    return true
  }
  const people = allPeopleOf(request.signatures)
  // Signers whose turn never came don’t know of the request.
  const asked = new Set(before.signatures.filter(({ status }) => status === 'OPEN').map(({ id }) => id))
  const unsigned = people.filter((one) => asked.has(one.id) && isNotified(request, one) && isFirst(one))
  const signed = people.filter((one) => one.status === 'SIGNED' && isNotified(request, one) && isFirst(one))
  await enqueueRequestMails(context, tx, [
    { kind: 'expired', ...toOwner(request), input: { ...base, reader: sender } },
    ...unsigned.map((signature): RequestMail<'expired'> => {
      const reader = { role: 'signer', senderName: request.owner.name } as const
      return { kind: 'expired', ...toSigner(request, signature), input: { ...base, reader } }
    }),
    // Nothing is asked of them either.
    ...signed.map((signature): RequestMail<'expired'> => ({
      kind: 'expired',
      ...toSigner(request, signature),
      input: { ...base, reader: { role: 'observer' } },
    })),
    ...observersToNotify(request, notified).map((observer): RequestMail<'expired'> => {
      const reader = { role: 'observer' } as const
      return { kind: 'expired', ...toObserver(request, observer), input: { ...base, reader } }
    }),
  ])
}

/** Tells a signer who was invited and is no longer asked. */
export async function notifyOfRemoval(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  if (!signature.notify || signature.status !== 'OPEN') return
  // Nobody was asked where the invitation came back, and so would this.
  const signer = peopleOf(signature).filter(
    ({ accountId, delivery }) => accountId !== request.owner.id && delivery?.state !== 'failed',
  )
  const mails = signer.map(({ email, language, accountId }): RequestMail<'withdrawn'> => ({
    kind: 'withdrawn',
    recipient: email,
    language,
    // The signature is gone with its link, so the mail belongs to none.
    accountId,
    input: {
      senderName: request.owner.name,
      title: request.title,
      withdrawnAt: context.now().toISOString(),
    },
  }))
  await enqueueRequestMails(context, tx, mails)
}

/** Tells those who were asked before that the owner took the request back, whether they had signed or not. */
export async function notifyOfWithdrawal(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  reason = '',
): Promise<void> {
  const notified = new Set([before.owner.id, before.owner.email])
  const input = {
    senderName: before.owner.name,
    title: before.title,
    withdrawnAt: context.now().toISOString(),
    ...(reason ? { reason } : {}),
  }
  const mails = allPeopleOf(before.signatures).flatMap((signature): RequestMail<'withdrawn'>[] => {
    const wasAsked = signature.status === 'OPEN' || signature.status === 'SIGNED'
    if (!wasAsked || !isNotified(before, signature) || notified.has(personOf(signature))) return []
    notified.add(personOf(signature)).add(signature.email)
    return [{ kind: 'withdrawn', ...toSigner(before, signature), input }]
  })
  for (const observer of observersToNotify(before, notified))
    mails.push({ kind: 'withdrawn', ...toObserver(before, observer), input })
  await enqueueRequestMails(context, tx, mails)
}
