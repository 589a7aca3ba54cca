import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueRequestMails, type RequestMail } from '../notifications/enqueue-request-mails.ts'
import type { ChangedField } from '#api/mail/templates/wording.ts'
import { allPeopleOf, type RequestedSigner } from '../signers/group-signature.ts'
import {
  expectDelivery,
  greetedName,
  isNotified,
  personOf,
  toObserver,
  toSigner,
  observersToNotify,
} from '../notifications/notify.ts'
import { changedSigners } from './changed-signers.ts'
import { changedFields, orderOf } from './record-change.ts'
import type { Observer, SignatureRequest } from '../signature-request.ts'

/**
 * Tells those who were asked, or look on, that the owner has corrected what was sent: each once, whatever changed. Not who
 * has come in with this change: their invitation has it all.
 */
export async function notifyOfChange(
  context: Context,
  tx: Transaction,
  before: SignatureRequest,
  after: SignatureRequest,
  sentBy: string,
): Promise<void> {
  const shared = sharedFields(before, after)
  const own = ownFields(before, after)
  const invited = new Set(before.signatures.filter(({ status }) => status === 'OPEN').map(({ id }) => id))
  const known = new Set(before.observers.map(({ id }) => id))
  await sendNotice(context, tx, after, sentBy, {
    shared,
    ofSigner: ({ id }) => (invited.has(id) ? [...shared, ...(own.get(id) ?? [])] : []),
    isTold: (observer) => known.has(observer.id),
  })
}

/** Tells the observers, and the signers whose turn it is, that the attachments have changed. */
export async function notifyOfAttachments(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  sentBy: string,
): Promise<void> {
  const shared: ChangedField[] = ['attachments']
  await sendNotice(context, tx, request, sentBy, { shared, ofSigner: () => shared, isTold: () => true })
}

/** Who is told of what. */
interface ChangeNotice {
  /** What concerns everybody. */
  readonly shared: ChangedField[]
  readonly ofSigner: (signature: RequestedSigner) => ChangedField[]
  readonly isTold: (observer: Observer) => boolean
}

async function sendNotice(
  context: Context,
  tx: Transaction,
  request: SignatureRequest,
  sentBy: string,
  { shared, ofSigner, isTold }: ChangeNotice,
): Promise<void> {
  const told = new Set([request.owner.id, request.owner.email])
  const mails: RequestMail<'changed'>[] = []
  for (const signature of allPeopleOf(request.signatures)) {
    if (signature.status !== 'OPEN' || !isNotified(request, signature)) continue
    const fields = ofSigner(signature)
    if (fields.length === 0 || told.has(personOf(signature))) continue
    told.add(personOf(signature)).add(signature.email)
    mails.push({
      kind: 'changed',
      ...toSigner(request, signature),
      input: { ...about(context, request, fields), recipientName: greetedName(signature), signs: true },
    })
  }
  if (shared.length > 0) {
    for (const observer of observersToNotify(request, told).filter(isTold))
      mails.push({
        kind: 'changed',
        ...toObserver(request, observer),
        input: { ...about(context, request, shared), recipientName: '', signs: false },
      })
  }
  await expectDelivery(
    tx,
    await enqueueRequestMails(
      context,
      tx,
      mails.map((mail) => ({ ...mail, sentBy })),
    ),
  )
}

function about(context: Context, request: SignatureRequest, fields: ChangedField[]) {
  return {
    senderName: request.owner.name,
    title: request.title,
    fields,
    message: request.message,
    expiresAt: (request.expiresAt ?? context.now()).toISOString(),
  }
}

/** What concerns everybody. */
function sharedFields(before: SignatureRequest, after: SignatureRequest): ChangedField[] {
  const changed = changedFields(before, after)
  const level = 'quality' in changed || 'legislation' in changed
  return [
    ...(['title', 'message', 'expiresAt'] as const).filter((field) => field in changed),
    ...(level ? (['level'] as const) : []),
    ...(orderOf(before) === orderOf(after) ? [] : (['documents'] as const)),
  ]
}

/** What concerns one signer alone, by signature: the name that is asked to sign, and where. All are compared once. */
function ownFields(before: SignatureRequest, after: SignatureRequest): Map<string, ChangedField[]> {
  return new Map(
    changedSigners(before, after).map(({ signatureId, fields }) => [
      signatureId,
      [
        ...(fields.includes('firstName') || fields.includes('lastName') ? (['name'] as const) : []),
        ...(fields.includes('documents') ? (['place'] as const) : []),
      ],
    ]),
  )
}
