import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { type AnyRequestMail, enqueueRequestMails, type RequestMail } from './enqueue-request-mails.ts'
import {
  documentNames,
  expectDelivery,
  greetedName,
  invite,
  needsAccount,
  isNotified,
  personOf,
  senderOf,
  tellGroup,
  toObserver,
  toOwner,
  toSigner,
  observersToNotify,
} from './notify.ts'
import { allPeopleOf, type RequestedSigner, peopleOf } from '../signers/group-signature.ts'
import { nameOf, type Signature, type SignatureRequest } from '../signature-request.ts'

/** Tells the owner, those who had signed or were asked, and those who look on. Not who declined, nor anybody twice. */
export async function notifyOfDecline(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  declined: RequestedSigner,
  { name, message }: { readonly name: string; readonly message: string },
): Promise<void> {
  const input = {
    signerName: name,
    title: before.title,
    reason: message,
    declinedAt: context.now().toISOString(),
  }
  const mails: RequestMail<'declined'>[] = []
  const told = new Set([personOf(declined), declined.email])
  if (declined.accountId !== before.owner.id) mails.push({ kind: 'declined', ...toOwner(before), input })
  told.add(before.owner.id).add(before.owner.email)
  for (const signature of allPeopleOf(before.signatures)) {
    const wasAsked = signature.status === 'OPEN' || signature.status === 'SIGNED'
    if (!wasAsked || !isNotified(before, signature) || told.has(personOf(signature))) continue
    told.add(personOf(signature)).add(signature.email)
    mails.push({ kind: 'declined', ...toSigner(before, signature), input })
  }
  for (const observer of observersToNotify(before, told))
    mails.push({ kind: 'declined', ...toObserver(before, observer), input })
  await enqueueRequestMails(context, tx, mails)
}

/** Tells the owner that the documents can't be signed, which ends the request. */
export async function notifyOfUnsignable(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
): Promise<void> {
  const failedAt = (request.completedAt ?? context.now()).toISOString()
  await enqueueRequestMails(context, tx, [
    { kind: 'signing_failed', ...toOwner(request), input: { title: request.title, failedAt } },
  ])
}

/** Asks anyone who signs now, and tells the owner, unless it is one of these two. */
export async function notifyOfDelegation(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  {
    from,
    to,
    ...told
  }: {
    readonly from: RequestedSigner
    readonly to: Signature
    /** Of anyone who delegated it. */
    readonly name: string
    readonly message: string
  },
): Promise<void> {
  if (to.accountId !== request.owner.id)
    await invite(context, tx, request, peopleOf(to), { sentBy: request.owner.id, delegation: told })
  await tellGroup(context, tx, request, from, { name: told.name, how: 'delegated', by: from.memberId })
  if (from.accountId === request.owner.id) return
  await enqueueRequestMails(context, tx, [
    {
      kind: 'delegated',
      ...toOwner(request),
      input: {
        fromName: told.name,
        toName: nameOf(to),
        title: request.title,
        message: told.message,
        delegatedAt: context.now().toISOString(),
      },
    },
  ])
}

/** Mails these signers once more; answers which of them want such mails. */
export async function remindByMail(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  signatures: readonly Signature[],
  sentBy?: string,
): Promise<RequestedSigner[]> {
  const signers = allPeopleOf(signatures).filter(({ accountId }) => accountId !== request.owner.id)
  const mails = signers.map((signature): RequestMail<'reminder'> => ({
    kind: 'reminder',
    ...toSigner(request, signature),
    sentBy,
    input: {
      recipientName: greetedName(signature),
      ...senderOf(request),
      needsAccount: needsAccount(request, signature),
      title: request.title,
      ...(signature.group ? { group: signature.group.name } : {}),
      ...documentNames(request, signature),
      expiresAt: (request.expiresAt ?? context.now()).toISOString(),
    },
  }))
  const sent: AnyRequestMail[] = await enqueueRequestMails(context, tx, mails)
  await expectDelivery(tx, sent)
  const ids = new Set(sent.map(({ signatureId, memberId }) => memberId ?? signatureId))
  return signers.filter(({ id, memberId }) => ids.has(memberId ?? id))
}
