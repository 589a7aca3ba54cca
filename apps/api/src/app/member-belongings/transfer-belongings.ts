import type { OwnershipTransfer } from '#api/business/members/members-context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { handOverAll as transferGroups } from '#api/signing/signer-groups/repository.ts'
import { handOverAll as transferTableSends } from '#api/signing/table-sends/repository.ts'
import { handOverAll as transferTemplates } from '#api/signing/templates/repository.ts'

/** What a member has made for the business becomes another member's. Of requests there may be many: a job has them. */
export async function transferBelongings(tx: Transaction, order: OwnershipTransfer): Promise<void> {
  await transferTemplates(tx, order)
  await transferGroups(tx, order)
  await transferTableSends(tx, order)
}
