import type { MailKind } from '#api/mail/mail.ts'
import { cancel, lockForNoKeyUpdate, type Mail } from '#api/mail/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { clearMemberPendingDelivery } from '#api/signing/signature-requests/signers/members-repository.ts'
import { clearPendingDelivery } from '#api/signing/signature-requests/signers/signer-repository.ts'

/** Mails that ask for a signature. To an observer, who is asked for none, `changed` goes out whatever became of the request. */
const forSignature = new Set<MailKind>(['invitation', 'reminder', 'changed'])

/** Does this mail ask for a signature that can't be made, or not now? A signer who has to wait is invited again in turn. */
export function isOutdated(mail: Mail, request: SignatureRequest): boolean {
  if (!mail.signature_id || !forSignature.has(mail.kind as MailKind)) return false
  const signature = request.signatures.find(({ id }) => id === mail.signature_id)
  return request.status !== 'OPEN' || signature?.status !== 'OPEN'
}

/** It is kept as not sent. That it wasn't is no failure: it isn't evidence, and the sender isn't told. */
export async function dropMail(context: Context, mail: Mail): Promise<void> {
  context.log.info({ mailId: mail.id, kind: mail.kind }, 'an email is no longer needed')
  await transaction(context.db, async (tx) => {
    // The request first, as everywhere.
    if (mail.request_id) await lockRowForNoKeyUpdate(tx, mail.request_id)
    if ((await lockForNoKeyUpdate(tx, mail.id)) !== 'pending') return
    await cancel(tx, mail.id, 'There was nothing left to sign')
    if (mail.member_id) await clearMemberPendingDelivery(tx, mail.member_id)
    else if (mail.signature_id) await clearPendingDelivery(tx, mail.signature_id)
  })
}
