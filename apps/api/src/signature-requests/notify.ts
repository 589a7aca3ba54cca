import type { Context } from '#api/context.ts'
import type { Transaction } from '#api/db/transaction.ts'
import { enqueueMail } from '#api/notifications/enqueue-mail.ts'
import { nameOf, type Signature, type SignatureRequest } from './signature-request.ts'

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
  for (const signature of invited) await invite(context, tx, request, signature)
}

async function invite(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  await enqueueMail(context, tx, {
    kind: 'invitation',
    recipient: signature.email,
    language: signature.language,
    requestId: request.id,
    signatureId: signature.id,
    input: {
      recipientName: nameOf(signature) === signature.email ? '' : nameOf(signature),
      senderName: request.owner.name,
      title: request.title,
      message: request.message,
      documents: request.documents.map((document) => document.name),
      expiresAt: (request.expiresAt ?? context.now()).toISOString(),
    },
  })
  await tx
    .updateTable('signatures')
    .set({ delivery_state: 'pending', delivery_message: null })
    .where('id', '=', signature.id)
    .execute()
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
  await enqueueMail(context, tx, {
    kind: 'request_signed',
    recipient: request.owner.email,
    language: request.owner.language,
    requestId: request.id,
    input: {
      signerName: nameOf(signature),
      title: request.title,
      signedAt: (signature.signedAt ?? context.now()).toISOString(),
      signedCount: request.signatures.filter((one) => one.status === 'SIGNED').length,
      signerCount: request.signatures.length,
    },
  })
}

async function tellOfCompletion(context: Context, tx: Transaction, request: SignatureRequest): Promise<void> {
  const input = { title: request.title, signers: request.signatures.map(nameOf) }
  const told = new Set([request.owner.email])
  await enqueueMail(context, tx, {
    kind: 'signed_copy',
    recipient: request.owner.email,
    language: request.owner.language,
    requestId: request.id,
    input: { ...input, recipientName: request.owner.name },
  })
  for (const signature of request.signatures) {
    if (told.has(signature.email)) continue
    told.add(signature.email)
    await enqueueMail(context, tx, {
      kind: 'signed_copy',
      recipient: signature.email,
      language: signature.language,
      requestId: request.id,
      signatureId: signature.id,
      input: { ...input, recipientName: nameOf(signature) === signature.email ? '' : nameOf(signature) },
    })
  }
}

/** Tells the owner and those who have not signed that the time is over. */
export async function tellOfExpiry(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  const expiredAt = (request.completedAt ?? context.now()).toISOString()
  const base = { title: request.title, expiredAt }
  await enqueueMail(context, tx, {
    kind: 'expired',
    recipient: request.owner.email,
    language: request.owner.language,
    requestId: request.id,
    input: {
      ...base,
      reader: {
        role: 'sender',
        signedCount: request.signatures.filter((one) => one.status === 'SIGNED').length,
        signerCount: request.signatures.length,
      },
    },
  })
  for (const signature of request.signatures.filter(
    (one) => one.status === 'EXPIRED' && one.notify && one.email !== request.owner.email,
  )) {
    await enqueueMail(context, tx, {
      kind: 'expired',
      recipient: signature.email,
      language: signature.language,
      requestId: request.id,
      signatureId: signature.id,
      input: { ...base, reader: { role: 'signer', senderName: request.owner.name } },
    })
  }
}

/** Tells a signer who was invited and is no longer asked. */
export async function tellOfRemoval(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signature: Signature,
): Promise<void> {
  if (!signature.notify || signature.status !== 'OPEN' || signature.accountId === request.owner.id) return
  await enqueueMail(context, tx, {
    kind: 'withdrawn',
    recipient: signature.email,
    language: signature.language,
    input: { senderName: request.owner.name, title: request.title, withdrawnAt: context.now().toISOString() },
  })
}
