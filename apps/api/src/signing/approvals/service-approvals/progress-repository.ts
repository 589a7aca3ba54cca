import type { Updateable } from 'kysely'
import type { Tables } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'

/** What a trust service answered: its outcome, or the step it waits for. */
export async function saveProgress(
  tx: Transaction,
  id: string,
  progress: Updateable<Tables['approvals']>,
): Promise<void> {
  await tx.updateTable('approvals').set(progress).where('id', '=', id).execute()
}
