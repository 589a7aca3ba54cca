import type { OwnershipTransfer } from '#api/business/members/members-context.ts'
import { changeOwner as transferDocuments } from '#api/documents/documents/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { changeOwner as transferGroups } from '#api/signing/signer-groups/repository.ts'
import { changeOwner as transferBulkSends } from '#api/signing/bulk-sends/repository.ts'
import { insertTransfer } from '#api/signing/signature-requests/ownership/transfer-repository.ts'
import { changeOwner as transferTemplates } from '#api/signing/templates/repository.ts'

/** What a member has made for the business becomes another member's. Of requests there may be many: a job has
 * them, and until it has run they are closed to who has left. */
export async function transferOwnedContent(tx: Transaction, order: OwnershipTransfer): Promise<void> {
  const roots = await transferTemplates(tx, order)
  await transferDocuments(tx, { roots, from: order.from, to: order.to })
  await transferGroups(tx, order)
  await transferBulkSends(tx, order)
  await insertTransfer(tx, { ...order, until: order.at })
}
