import type { MailKind } from '#api/mail/mail.ts'
import { cancel, lockForNoKeyUpdate, type Mail } from '#api/mail/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { allPeopleOf } from '#api/signing/signature-requests/signers/group-signature.ts'
import { clearMemberPendingDelivery } from '#api/signing/signature-requests/signers/members-repository.ts'
import { clearPendingDelivery } from '#api/signing/signature-requests/signers/signer-repository.ts'
import type { MailToSend } from './repository.ts'

/** Mails that ask for a signature. To an observer, who is asked for none, `changed` goes out whatever became of the request. */
const forSignature = new Set<MailKind>(['invitation', 'reminder', 'changed'])

/** Mails that show what a request is about, also to people of whom no signature is asked. */
const forParticipants = new Set<MailKind>(['observer_invited', 'changed', 'signed_copy'])

/** Why this mail is no longer to be sent; null where it is. */
export function whyOutdated(mail: MailToSend, request: SignatureRequest): string | null {
  if (asksInVain(mail, request)) return 'There was nothing left to sign'
  if (mail.kind === 'deletion_ahead' && request.retention === null)
    return 'The request is no longer deleted automatically'
  return isToStranger(mail, request) ? 'The recipient no longer takes part in the request' : null
}

/** Does it ask for a signature that can't be made, or not now? A signer who has to wait is invited again in turn. */
function asksInVain(mail: MailToSend, request: SignatureRequest): boolean {
  if (!mail.signature_id || !forSignature.has(mail.kind as MailKind)) return false
  const signature = request.signatures.find(({ id }) => id === mail.signature_id)
  return request.status !== 'OPEN' || signature?.status !== 'OPEN'
}

/** An observer who was removed, perhaps because the address was wrong, or an owner to whom it no longer belongs. */
function isToStranger(mail: MailToSend, { owner, goesTo, observers, signatures }: SignatureRequest): boolean {
  if (mail.signature_id || !forParticipants.has(mail.kind as MailKind)) return false
  const people = [
    { ...(goesTo ?? owner), accountId: (goesTo ?? owner).id },
    ...observers,
    ...allPeopleOf(signatures),
  ]
  return !people.some(
    ({ email, accountId }) =>
      email === mail.recipient || (accountId !== null && accountId === mail.reader_id),
  )
}

/** It is kept as not sent. That it wasn't is no failure: it isn't evidence, and the sender isn't told. */
export async function dropMail(context: Context, mail: Mail, reason: string): Promise<void> {
  context.log.info({ mailId: mail.id, kind: mail.kind }, 'an email is no longer needed')
  await transaction(context.db, async (tx) => {
    // The request first, as everywhere.
    if (mail.request_id) await lockRowForNoKeyUpdate(tx, mail.request_id)
    if ((await lockForNoKeyUpdate(tx, mail.id)) !== 'pending') return
    await cancel(tx, mail.id, reason)
    if (mail.member_id) await clearMemberPendingDelivery(tx, mail.member_id)
    else if (mail.signature_id) await clearPendingDelivery(tx, mail.signature_id)
  })
}
