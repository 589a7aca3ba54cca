import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { endApproval } from '../end-approvals.ts'
import { closeSignings } from '../fail-approval.ts'
import { lockApproval } from '../lock-approval.ts'
import { isStale, listStale } from './lease-repository.ts'

/**
 * Someone else wants these requests, and the lease of who holds them is over: their approval has timed out. Anyone who
 * approved in time but has not been signed since then, because we were away, is closed with it.
 */
export async function freeStaleLeases(
  context: Context,
  requestIds: readonly string[],
  except: string | null = null,
): Promise<void> {
  if (requestIds.length === 0) return
  for (const id of await listStale(context.db, requestIds, context.now())) {
    if (id === except) continue
    await endApproval(context, id, 'timed_out')
    await transaction(context.db, async (tx) => {
      await lockApproval(tx, id)
      if (await isStale(tx, id, context.now())) await closeSignings(context, tx, id, 'timed_out')
    })
  }
}
