import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { enqueueRequestMails, type RequestMail } from '#api/notifications/enqueue-request-mails.ts'
import { hasLeft } from './policy.ts'
import { nameOf, type Observer, type Signature, type SignatureRequest } from './signature-request.ts'

/** Invites those whose turn it now is and was not before. The owner who signs too needs no mail to know. */
export async function inviteNewTurns(
  context: Context,
  tx: Transaction,
  before: SignatureRequest | null,
  request: SignatureRequest,
): Promise<void> {
  const had = new Set(
    before?.signatures.filter((signature) => signature.status === 'OPEN').map((signature) => signature.id),
  )
  const invited = request.signatures.filter(
    (signature) =>
      signature.status === 'OPEN' &&
      !had.has(signature.id) &&
      signature.notify &&
      signature.accountId !== request.owner.id,
  )
  await invite(context, tx, request, invited)
}

/** Mails these signers an invitation. Whoever wants no mails has none on its way. */
export async function invite(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  invited: readonly Signature[],
  delegation?: { readonly name: string; readonly message: string },
): Promise<void> {
  const mails = invited.map((signature) => invitation(context, request, signature, delegation))
  await expectDelivery(tx, await enqueueRequestMails(context, tx, mails))
}

/** Shows on their signers that these mails are on their way. */
export async function expectDelivery(
  tx: Transaction,
  sent: readonly { readonly signatureId?: string }[],
): Promise<void> {
  if (sent.length === 0) return
  await tx
    .updateTable('signatures')
    .set({ delivery_state: 'pending', delivery_message: null })
    .where(
      'id',
      'in',
      sent.flatMap(({ signatureId }) => signatureId ?? []),
    )
    .execute()
}

function invitation(
  context: Context,
  request: SignatureRequest,
  signature: Signature,
  delegation?: { readonly name: string; readonly message: string },
): RequestMail<'invitation'> {
  return {
    kind: 'invitation',
    ...toSigner(request, signature),
    input: {
      recipientName: greetedName(signature),
      senderName: request.owner.name,
      title: request.title,
      message: request.message,
      ...(delegation ? { delegation } : {}),
      documents: request.documents.map((document) => document.name),
      expiresAt: (request.expiresAt ?? context.now()).toISOString(),
    },
  }
}

export const toSigner = (request: SignatureRequest, signature: Signature) => ({
  recipient: signature.email,
  language: signature.language,
  accountId: signature.accountId,
  requestId: request.id,
  signatureId: signature.id,
})
export const toOwner = (request: SignatureRequest) => ({
  recipient: request.owner.email,
  language: request.owner.language,
  accountId: request.owner.id,
  requestId: request.id,
})

/** Who has changed the e-mail since is the same person still. */
export const personOf = (signature: Signature) => signature.accountId ?? signature.email

export const toObserver = (request: SignatureRequest, observer: Observer) => ({
  recipient: observer.email,
  language: observer.language,
  accountId: observer.accountId,
  requestId: request.id,
})

/** Those who look on and were not told as somebody else. */
export function untoldObservers(request: SignatureRequest, told: ReadonlySet<string>): Observer[] {
  return request.observers.filter(
    (observer) =>
      !told.has(observer.accountId ?? observer.email) &&
      !(observer.accountId && hasLeft(request, observer.accountId)),
  )
}

/** Is this signer told how the request goes on? Not who left it, nor whom the sender wants no mails for. */
export function isTold(request: SignatureRequest, { notify, accountId }: Signature): boolean {
  return notify && !(accountId && hasLeft(request, accountId))
}

/** Nobody is greeted by an e-mail address. */
export function greetedName(signature: Signature): string {
  return nameOf(signature) === signature.email ? '' : nameOf(signature)
}

/** Tells those concerned of a new signature: the owner while others are missing, everyone at the end. */
export async function tellOfSignature(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  if (request.status === 'SIGNED') return tellOfCompletion(context, tx, request)
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

async function tellOfCompletion(context: Context, tx: Transaction, request: SignatureRequest): Promise<void> {
  const input = { title: request.title, signers: request.signatures.map(nameOf) }
  const told = new Set([request.owner.id, request.owner.email])
  const mails: RequestMail<'signed_copy'>[] = [
    { kind: 'signed_copy', ...toOwner(request), input: { ...input, recipientName: request.owner.name } },
  ]
  // Somebody who was asked twice is told once.
  for (const signature of request.signatures.filter((one) => isTold(request, one))) {
    if (told.has(personOf(signature))) continue
    told.add(personOf(signature)).add(signature.email)
    const recipientName = greetedName(signature)
    mails.push({
      kind: 'signed_copy',
      ...toSigner(request, signature),
      input: { ...input, recipientName },
    })
  }
  for (const observer of untoldObservers(request, told))
    mails.push({
      kind: 'signed_copy',
      ...toObserver(request, observer),
      input: { ...input, recipientName: '' },
    })
  await enqueueRequestMails(context, tx, mails)
}

/** Tells the owner, those who have not signed and those who look on that the time is over. */
export async function tellOfExpiry(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  const expiredAt = (request.completedAt ?? context.now()).toISOString()
  const base = { title: request.title, expiredAt }
  const signedCount = request.signatures.filter((one) => one.status === 'SIGNED').length
  const sender = { role: 'sender', signedCount, signerCount: request.signatures.length } as const
  const owner = [request.owner.id, request.owner.email]
  const unsigned = request.signatures.filter(
    (one) => one.status === 'EXPIRED' && one.notify && !owner.includes(personOf(one)),
  )
  const told = new Set([...owner, ...unsigned.map(personOf)])
  await enqueueRequestMails(context, tx, [
    { kind: 'expired', ...toOwner(request), input: { ...base, reader: sender } },
    ...unsigned.map((signature): RequestMail<'expired'> => {
      const reader = { role: 'signer', senderName: request.owner.name } as const
      return { kind: 'expired', ...toSigner(request, signature), input: { ...base, reader } }
    }),
    ...untoldObservers(request, told).map((observer): RequestMail<'expired'> => {
      const reader = { role: 'observer' } as const
      return { kind: 'expired', ...toObserver(request, observer), input: { ...base, reader } }
    }),
  ])
}

/** Tells a signer who was invited and is no longer asked. */
export async function tellOfRemoval(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  if (!signature.notify || signature.status !== 'OPEN' || signature.accountId === request.owner.id) return
  // Nobody was asked there: the invitation came back, and so would this.
  if (signature.delivery?.state === 'failed') return
  await enqueueRequestMails(context, tx, [
    {
      kind: 'withdrawn',
      recipient: signature.email,
      language: signature.language,
      // The signature is gone with its link, so the mail belongs to none.
      accountId: signature.accountId,
      input: {
        senderName: request.owner.name,
        title: request.title,
        withdrawnAt: context.now().toISOString(),
      },
    },
  ])
}

/** Tells those who were asked before that the owner took the request back, whether they had signed or not. */
export async function tellOfWithdrawal(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  reason = '',
): Promise<void> {
  const told = new Set([before.owner.id, before.owner.email])
  const input = {
    senderName: before.owner.name,
    title: before.title,
    withdrawnAt: context.now().toISOString(),
    ...(reason ? { reason } : {}),
  }
  const mails = before.signatures.flatMap((signature): RequestMail<'withdrawn'>[] => {
    const wasAsked = signature.status === 'OPEN' || signature.status === 'SIGNED'
    if (!wasAsked || !isTold(before, signature) || told.has(personOf(signature))) return []
    told.add(personOf(signature)).add(signature.email)
    return [{ kind: 'withdrawn', ...toSigner(before, signature), input }]
  })
  for (const observer of untoldObservers(before, told))
    mails.push({ kind: 'withdrawn', ...toObserver(before, observer), input })
  await enqueueRequestMails(context, tx, mails)
}
