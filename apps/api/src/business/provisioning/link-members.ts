import { lockBusiness } from '#api/business/members/lock-business.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import * as repository from './link-repository.ts'
import type { Scope } from './scope.ts'

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
