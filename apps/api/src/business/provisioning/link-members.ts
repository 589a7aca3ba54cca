import { lockBusiness } from '#api/business/members/lock-business.ts'
import { adoptTimeZone } from '#api/identity/accounts/settings-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { listAdminsByGroup } from './group-repository.ts'
import * as repository from './link-repository.ts'
import { type Scope, scopeOf } from './scope.ts'

/**
 * Members are users that the provider may find, however they joined and whatever their email is by now. The business is
 * locked only where there is something to write: providers ask often.
 */
export async function linkMembers(tx: Transaction, scope: Scope): Promise<void> {
  if (!(await repository.hasUnlinkedMembers(tx, scope))) return
  await lockBusiness(tx, scope.businessId)
  await repository.moveToPresentEmails(tx, scope)
  await repository.addMembers(tx, scope)
}

/** Links someone who has just joined, if the business provisions people. Whether a group makes them an admin. */
export async function linkJoined(
  tx: Transaction,
  { businessId, accountId, at }: { businessId: string; accountId: string; at: Date },
): Promise<boolean> {
  if (!(await repository.hasUsers(tx, businessId))) return false
  const scope = await scopeOf(tx, businessId, at)
  await linkMembers(tx, scope)
  const timeZone = await repository.findTimeZone(tx, businessId, accountId)
  if (timeZone !== null) await adoptTimeZone(tx, accountId, { timeZone, former: null })
  return (await listAdminsByGroup(tx, scope)).some((admin) => admin.accountId === accountId)
}
