import type { Transaction } from '#api/platform/db/transaction.ts'
import { removeUnusedUploads } from '#api/documents/documents/deletion/deletion-repository.ts'
import * as visualSignatures from '#api/documents/visual-signatures/repository.ts'
import * as identityProviders from '#api/business/identity-providers/repository.ts'
import * as invitations from '#api/business/members/invitation-repository.ts'
import * as provisionedUsers from '#api/business/provisioning/user-repository.ts'
import * as confirmations from '#api/identity/accounts/confirmation-repository.ts'
import * as accounts from '#api/identity/accounts/settings-repository.ts'
import * as recoveryCodes from '#api/identity/second-factors/recovery-code-repository.ts'
import * as secondFactors from '#api/identity/second-factors/repository.ts'
import * as challenges from '#api/identity/sessions/challenge-repository.ts'
import * as sessions from '#api/identity/sessions/repository.ts'
import * as identities from '#api/identity/single-sign-on/identity-repository.ts'
import * as signOns from '#api/identity/single-sign-on/repository.ts'
import * as mails from '#api/mail/repository.ts'
import * as idempotencyKeys from '#api/platform/http/idempotency-keys/repository.ts'
import * as signerGroups from '#api/signing/signer-groups/repository.ts'
import * as bulkSends from '#api/signing/bulk-sends/repository.ts'
import * as templates from '#api/signing/templates/repository.ts'

/** What belongs to the account and to nobody else: ways to sign in, what it keeps for signing, links, files. */
export async function removeBelongings(
  tx: Transaction,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  const { id } = account
  await secondFactors.removeAll(tx, id)
  await recoveryCodes.removeAll(tx, id)
  await challenges.removeAll(tx, id)
  await identities.removeAll(tx, id)
  await signOns.removeReturns(tx, id)
  await identityProviders.forgetTester(tx, id)
  await provisionedUsers.removeAccount(tx, account)
  await invitations.removeAllTo(tx, account.email)
  await visualSignatures.removeAll(tx, id)
  await signerGroups.removeAll(tx, { accountId: id })
  await confirmations.removeAll(tx, account)
  await mails.removeAllTo(tx, account.email)
  await idempotencyKeys.removeAll(tx, `account:${id}`)
  await bulkSends.removeAll(tx, id)
  await templates.removeAll(tx, id)
  await removeUnusedUploads(tx, id)
}

/**
 * Blanks the account's row. Its sessions are kept as ended until they would have been over, and the email that tells of
 * the deletion until the purge.
 */
export async function erase(tx: Transaction, id: string, now: Date): Promise<void> {
  await sessions.erase(tx, id)
  await accounts.erase(tx, id, now)
}
