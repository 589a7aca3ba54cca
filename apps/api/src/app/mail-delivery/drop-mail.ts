import type { MailKind } from '#api/mail/mail.ts'
import { cancel, lockForNoKeyUpdate, type Mail } from '#api/mail/repository.ts'
import { type Reader, transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import { clearMemberPendingDelivery } from '#api/signing/signature-requests/signers/members-repository.ts'
import { clearPendingDelivery } from '#api/signing/signature-requests/signers/signer-repository.ts'
import { forgetFiles } from './mail-files.ts'
import { type MailToSend, wasObserver } from './repository.ts'

/** Mails that ask for a signature. To an observer, who is asked for none, `changed` goes out whatever became of the request. */
const forSignature = new Set<MailKind>(['invitation', 'reminder', 'changed'])

/** Mails that observers get: they show what a request is about. */
const forObservers = new Set<MailKind>([
  'observer_invited',
  'changed',
  'signed_copy',
  'declined',
  'expired',
  'withdrawn',
])

/** Why this mail is no longer to be sent; null where it is. */
export async function whyOutdated(
  db: Reader,
  mail: MailToSend,
  request: SignatureRequest,
): Promise<string | null> {
  if (asksInVain(mail, request)) return 'There was nothing left to sign'
  if (mail.kind === 'deletion_ahead' && request.retention === null)
    return 'The request is no longer deleted automatically'
  return (await isToRemovedObserver(db, mail, request))
    ? 'The recipient no longer takes part in the request'
    : null
}

/** Does it ask for a signature that can't be made, or not now? A signer who has to wait is invited again in turn. */
function asksInVain(mail: MailToSend, request: SignatureRequest): boolean {
  if (!mail.signature_id || !forSignature.has(mail.kind as MailKind)) return false
  const signature = request.signatures.find(({ id }) => id === mail.signature_id)
  return request.status !== 'OPEN' || signature?.status !== 'OPEN'
}

/** Perhaps because the address was wrong. Anyone with another address by now still gets what was written to the one before. */
async function isToRemovedObserver(
  db: Reader,
  mail: MailToSend,
  { id, owner, observers, signatures }: SignatureRequest,
): Promise<boolean> {
  if (mail.signature_id || !forObservers.has(mail.kind as MailKind)) return false
  const people = [{ ...owner, accountId: owner.id }, ...observers, ...allPeopleOf(signatures)]
  const takesPart = people.some(
    ({ email, accountId }) =>
      email === mail.recipient || (accountId !== null && accountId === mail.reader_id),
  )
  return !takesPart && wasObserver(db, id, mail.recipient)
}

/** It is kept as not sent. That it wasn't is no failure: it isn't evidence, and the sender isn't told. */
export async function dropMail(context: Context, mail: Mail, reason: string): Promise<void> {
  context.log.info({ mailId: mail.id, kind: mail.kind }, 'an email is no longer needed')
  await transaction(context.db, async (tx) => {
    // The request first, as everywhere.
    if (mail.request_id) await lockRowForNoKeyUpdate(tx, mail.request_id)
    if ((await lockForNoKeyUpdate(tx, mail.id)) !== 'pending') return
    await cancel(tx, mail.id, reason)
    await forgetFiles(tx, mail)
    if (mail.member_id) await clearMemberPendingDelivery(tx, mail.member_id)
    else if (mail.signature_id) await clearPendingDelivery(tx, mail.signature_id)
  })
}
