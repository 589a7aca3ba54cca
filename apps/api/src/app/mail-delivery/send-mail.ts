import { isMailbox } from '#api/mail/enqueue-mail.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import { emails } from '#api/platform/metrics/instruments.ts'
import { afterCommit, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { signingAddress } from '#api/signing/direct-links/signing-link.ts'
import { MailDeferred, MailRejected } from '#api/providers/mail/port.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import { recordDelivery } from '#api/signing/signature-requests/notifications/record-delivery.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import { find } from '#api/signing/signature-requests/repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { enqueueRequestMails } from '#api/signing/signature-requests/notifications/enqueue-request-mails.ts'
import { type MailInputs, type MailKind, renderMail } from '#api/mail/mail.ts'
import { dropMail, whyOutdated } from './drop-mail.ts'
import { findMailBusiness, forgetFiles, gatherFiles, ownMark } from './mail-files.ts'
import { forgetInputs, lockForNoKeyUpdate, mailContext, markSent, markTry } from '#api/mail/repository.ts'
import { findMail, type MailToSend as Mail } from './repository.ts'
import { renderRequestMail } from './render-request-mail.ts'
import { knownTimeZone } from '#api/platform/values/time-zone.ts'
import { shownName } from '#api/mail/templates/shown-text.ts'

// With graphile-worker's growing pauses (e, e², … seconds) the tenth try is some three and a half hours after the first.
const lastTry = 10
// Some minutes after the first.
const lastTryWithFiles = 6

/**
 * The job that sends one mail. Sent twice after a crash it carries the same Message-ID, so that it shows as one. A mail
 * that is refused, or deferred for too long, shows on its request, and the sender is told. One that asks for a signature
 * that can no longer be made isn't sent, nor one to an observer who was removed.
 */
export async function sendMail(context: Context, mailId: string): Promise<void> {
  const mail = await findMail(context.db, mailId)
  if (!mail || mail.state !== 'pending') return
  const request = mail.request_id ? await find(context.db, mail.request_id) : null
  const outdated = request && (await whyOutdated(context.db, mail, request))
  if (outdated) return dropMail(context, mail, outdated)
  try {
    await deliver(context, mail, request)
  } catch (error) {
    return notSent(context, mail, error as Error)
  }
  await transaction(context.db, async (tx) => {
    // The request first, as everywhere.
    if (mail.request_id && (mail.signature_id || mail.kind === 'signed_copy'))
      await lockRowForNoKeyUpdate(tx, mail.request_id)
    if ((await lockForNoKeyUpdate(tx, mail.id)) === 'sent') return
    await recordDelivery(context, tx, mail, { state: 'sent', message: null })
    await markSent(tx, mail, context.now())
    await forgetFiles(tx, mail)
    afterCommit(tx, () => emails.inc({ result: 'sent' }))
  })
}

/**
 * Where the server takes no mail of this size, it goes out without its files: the link alone is better than nothing. A mailbox that is
 * full has some minutes to be emptied before.
 */
async function deliver(context: Context, mail: Mail, request: SignatureRequest | null): Promise<void> {
  const send = (written: Awaited<ReturnType<typeof write>>) =>
    context.mailer.send({ to: mail.recipient, messageId: mail.id, ...written })
  const written = await write(context, mail, request)
  try {
    await send(written)
  } catch (error) {
    const isTooLarge =
      (error instanceof MailRejected && error.isTooLarge) ||
      (error instanceof MailDeferred && error.isMailboxFull && mail.attempts + 1 >= lastTryWithFiles)
    const hasFiles = written.attachments.some(({ cid }) => cid === undefined)
    if (!isTooLarge || !hasFiles) throw error
    context.log.info(
      { mailId: mail.id },
      'an email goes out without its files: it is too large for the server or the mailbox',
    )
    await send(await write(context, mail, request, 'without files'))
  }
}

async function write(
  context: Context,
  mail: Mail,
  request: SignatureRequest | null,
  how: 'with files' | 'without files' = 'with files',
) {
  const { encrypted } = mail.input as { encrypted: string }
  const written: unknown = JSON.parse(
    Buffer.from(
      decrypt(context.masterKey, Buffer.from(encrypted, 'base64'), mailContext(mail.id)),
    ).toString(),
  )
  const { link, isPersonal } = addressOf(context, mail, request)
  const input = { ...(written as object), timeZone: timeZoneFor(mail, written), isPersonal }
  const language = mail.language as Language
  const kind = mail.kind as MailKind
  if (!mail.request_id) return { ...renderMail(kind, input, language, link), attachments: [await ownMark()] }
  const { files, attached } = await filesFor(context, mail, request, input, how)
  const under = request && (await findMailBusiness(context, request.owner.id))
  const replyTo = request && fromSender.has(kind) ? replyToOwner(request, mail) : null
  const given = { ...input, ...(attached && { attached }) }
  const business = under?.business ?? null
  const words = renderRequestMail(kind, given, { language, link, replyTo, business })
  const attachments = [...(under ? under.pictures : [await ownMark()]), ...files]
  return { ...words, ...(replyTo && { replyTo }), attachments }
}

/**
 * The reader's, else the one that was known when it was enqueued (a sign-up's browser, an inviter's account), else the sender's. None
 * of them: the emails' own. One that this server no longer knows doesn't keep an email back.
 */
function timeZoneFor(mail: Mail, input: unknown): string | undefined {
  const { timeZone } = input as { timeZone?: string }
  return [mail.reader_time_zone, timeZone, mail.sender_time_zone].map(knownTimeZone).find(Boolean)
}

/** What the sender says to others, who may want to answer. */
const fromSender = new Set<MailKind>(['invitation', 'reminder', 'changed', 'withdrawn', 'signed_copy'])

function replyToOwner({ owner }: SignatureRequest, mail: Mail) {
  if (owner.email === mail.recipient || !isMailbox(owner.email)) return null
  return { name: shownName(owner.name), address: owner.email }
}

/** What cannot be read or made for some minutes does not keep the mail back: it goes out with its link alone. */
async function filesFor(
  context: Context,
  mail: Mail,
  request: SignatureRequest | null,
  input: unknown,
  how: 'with files' | 'without files',
): Promise<Awaited<ReturnType<typeof gatherFiles>>> {
  if (!request || mail.kind !== 'signed_copy') return { files: [] }
  if (how === 'without files') return { files: [], attached: 'too_large' }
  const { attach } = input as MailInputs['signed_copy']
  try {
    return await gatherFiles(context, request, mail.language as Language, attach)
  } catch (error) {
    if (mail.attempts + 1 < lastTryWithFiles) throw error
    context.log.warn({ err: error, mailId: mail.id }, 'a mail goes out without its files')
    return { files: [] }
  }
}

/** Where the email leads, and whether that opens the request without signing in. */
function addressOf(context: Context, mail: Mail, request: SignatureRequest | null) {
  if (!mail.request_id) return { link: context.config.publicUrl, isPersonal: false }
  // One that was delegated in this instant has someone else's link.
  const signer = allPeopleOf(request?.signatures ?? []).find(
    ({ id, memberId, email }) =>
      id === mail.signature_id && memberId === mail.member_id && email === mail.recipient,
  )
  const own = signer ? { id: signer.memberId ?? signer.id, link: signer.link } : null
  return { link: signingAddress(context, mail.request_id, own), isPersonal: own?.link != null }
}

async function notSent(context: Context, mail: Mail, error: Error): Promise<void> {
  const known = error instanceof MailRejected || error instanceof MailDeferred
  // People read it: what went wrong inside is for the log.
  const reason = known ? error.message : 'The mail could not be written'
  const over = error instanceof MailRejected || mail.attempts + 1 >= lastTry
  // One that is tried again is told of by the queue, with the reason.
  if (over) context.log.warn({ err: error, mailId: mail.id, kind: mail.kind }, 'an email was given up')
  else
    context.log.info({ mailId: mail.id, kind: mail.kind, attempt: mail.attempts + 1 }, 'an email is deferred')
  await transaction(context.db, async (tx) => {
    if (mail.request_id) await lockRowForNoKeyUpdate(tx, mail.request_id)
    if ((await lockForNoKeyUpdate(tx, mail.id)) !== 'pending') return
    // Before the mail is marked: a delivery is that of a mail which waits.
    await recordDelivery(context, tx, mail, { state: over ? 'failed' : 'pending', message: reason })
    await markTry(tx, mail, over ? 'failed' : 'pending', reason)
    if (over) {
      await forgetFiles(tx, mail)
      await giveUp(context, tx, mail)
    }
    afterCommit(tx, () => emails.inc({ result: over ? 'failed' : 'deferred' }))
  })
  if (!over || !known) throw error
}

async function giveUp(context: Context, tx: Transaction, mail: Mail): Promise<void> {
  const request = mail.request_id ? await find(tx, mail.request_id) : null
  // Deleting the request's content left only what was still to be sent.
  if (request?.retention?.deletedAt) await forgetInputs(tx, request.id)
  // A failure to tell the owner of a failure ends here.
  if (!request || mail.recipient === request.owner.email) return
  await enqueueRequestMails(context, tx, [
    {
      kind: 'mail_failed',
      recipient: request.owner.email,
      language: request.owner.language,
      accountId: request.owner.id,
      requestId: request.id,
      input: { recipient: mail.recipient, title: request.title },
    },
  ])
}
