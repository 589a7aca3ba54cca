import { sql } from 'kysely'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { removeAll as removeGroups } from '#api/signing/signer-groups/repository.ts'

/** What belongs to the account and to nobody else: ways to sign in, what it keeps for signing, links, files. */
export async function removeBelongings(
  tx: Transaction,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  const { id } = account
  await tx.deleteFrom('second_factors').where('account_id', '=', id).execute()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute()
  await tx.deleteFrom('login_challenges').where('account_id', '=', id).execute()
  await tx.deleteFrom('identities').where('account_id', '=', id).execute()
  await tx.deleteFrom('single_sign_on_returns').where('account_id', '=', id).execute()
  await tx.deleteFrom('visual_signatures').where('account_id', '=', id).execute()
  await removeGroups(tx, { accountId: id })
  await tx
    .deleteFrom('confirmations')
    .where((eb) => eb.or([eb('account_id', '=', id), eb('email', '=', account.email)]))
    .execute()
  await tx.deleteFrom('idempotency_keys').where('actor', '=', `account:${id}`).execute()
  await tx.deleteFrom('table_sends').where('owner_id', '=', id).execute()
  await tx.deleteFrom('templates').where('owner_id', '=', id).execute()
  await removeUnusedUploads(tx, id)
}

/** Files that were taken out of their request again: nobody else has ever seen them. */
async function removeUnusedUploads(tx: Transaction, accountId: string): Promise<void> {
  await sql`
    DELETE FROM documents d WHERE d.owner_id = ${accountId} AND d.kind = 'upload'
      AND NOT EXISTS (SELECT FROM request_documents rd WHERE rd.document_id = d.id OR rd.version_id = d.id)
      AND NOT EXISTS (SELECT FROM documents later WHERE later.parent_id = d.id)
      AND NOT EXISTS (SELECT FROM signature_places p WHERE p.document_id = d.id)`.execute(tx)
}

/** Nothing personal is left of the account; its sessions are kept as ended until they would have been over. */
export async function erase(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ address: '', user_agent: '' }).where('account_id', '=', id).execute()
  await tx
    .updateTable('accounts')
    .set({
      email: '',
      first_name: '',
      last_name: '',
      password_hash: null,
      mobile: null,
      cello_ucc: null,
      pending_email: null,
      signer_identity_email: null,
      immutable_fields: sql<string[]>`'{}'`,
      part11_signing_name: null,
      part11_signing_reason: null,
      frontend_version: null,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}
