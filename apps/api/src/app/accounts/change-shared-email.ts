import { canonicalEmail } from '@countersign/contract/email.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { voidOfAccount } from '#api/identity/accounts/confirmation-repository.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { findExact } from '#api/identity/accounts/respelling-repository.ts'
import { moveEmail } from '#api/identity/accounts/settings-repository.ts'
import { recordMemberChange } from '#api/business/members/record-member-change.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { addOwnersAddress } from '#api/signing/signature-requests/lists/words-repository.ts'
import { revokeLinks } from '#api/signing/signature-requests/links/revoke-links.ts'
import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'

const device = { address: '', userAgent: '' }

/**
 * What an operator does for an account whose mailbox is another account's, and that nobody can sign in to for that reason: of any other
 * account the person changes the address themselves. Both mailboxes are told.
 */
export async function changeSharedEmail(context: Context, accountId: string, email: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const before = await lockForNoKeyUpdate(tx, accountId)
    if (!before) throw new NotDone('The account was deleted.')
    const holder = await findExact(tx, canonicalEmail(before.email))
    if (!holder || holder.id === accountId)
      throw new NotDone(
        `${before.email} is no other account’s: the person changes it themselves, in their profile.`,
      )
    const account = await moveEmail(tx, before, email)
    if (!account) throw new NotDone(`There is an account ${email} already.`)
    await recordMemberChange(context, tx, { before, after: account, actor: systemActor })
    await addOwnersAddress(tx, account.id, account.email)
    await voidOfAccount(tx, account.id, context.now())
    await revokeLinks(tx, account.id)
    await adoptSignatures(tx, account.id, account.email)
    await enqueueSecurityNotice(context, tx, before, 'email_changed', device, account.email)
    await enqueueSecurityNotice(context, tx, account, 'email_changed', device, account.email)
  })
}
