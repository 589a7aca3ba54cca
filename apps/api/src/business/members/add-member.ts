import { noteJoined } from '#api/business/provisioning/link-repository.ts'
import { forgetDowngrade } from '#api/identity/accounts/settings-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { insertMember, type NewMember } from './member-repository.ts'

/** False where the account belongs to a business already. */
export async function addMember(tx: Transaction, member: NewMember): Promise<boolean> {
  if (!(await insertMember(tx, member))) return false
  // Anyone who lost a business and has another has no personal account to accept the terms of.
  await forgetDowngrade(tx, member.accountId)
  await noteJoined(tx, member.accountId)
  // Of one who comes back, requests that they were an editor of.
  await enqueue(tx, 'refresh-editor-access', { accountIds: [member.accountId] })
  return true
}
