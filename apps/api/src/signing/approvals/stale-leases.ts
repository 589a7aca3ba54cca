import type { Context } from '#api/providers/context.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { endApproval } from './end-approvals.ts'
import { closeSignings } from './fail-approval.ts'
import { lockApproval } from './repository.ts'

/**
 * Somebody else wants these requests, and the lease of who holds them is over: their approval has timed out. Whoever
 * approved in time but was not sealed since then, because we were away, is closed with it.
 */
export async function freeStaleLeases(
  context: Context,
  requestIds: readonly string[],
  except: string | null = null,
): Promise<void> {
  if (requestIds.length === 0) return
  const stale = await context.db
    .selectFrom('signing_locks')
    .select('approval_id')
    .distinct()
    .where('until', '<=', context.now())
    .where('request_id', 'in', requestIds)
    .execute()
  for (const { approval_id: id } of stale) {
    if (id === except) continue
    await endApproval(context, id, 'timed_out')
    await transaction(context.db, async (tx) => {
      await lockApproval(tx, id)
      if (await isStale(context, tx, id)) await closeSignings(context, tx, id, 'timed_out')
    })
  }
}

async function isStale(context: Context, tx: Transaction, approvalId: string): Promise<boolean> {
  const stale = await tx
    .selectFrom('signing_locks')
    .select('request_id')
    .where('approval_id', '=', approvalId)
    .where('until', '<=', context.now())
    .executeTakeFirst()
  return stale !== undefined
}
