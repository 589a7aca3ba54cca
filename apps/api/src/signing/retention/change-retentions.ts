import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import { noticeBeforeExisting } from './retention.ts'
import { findRuleFor } from './find-rule-for.ts'
import { findRule, insertRetention, listOwned, removeRetention } from './rule-repository.ts'
import { recordRule } from './put-under-retention.ts'
import type { RetentionChange } from '#api/platform/jobs/enqueue.ts'

/**
 * The job that puts what an account owns already under its rule, or frees it. Request by request, and nothing twice: cut
 * short it continues where it was. A rule that changed meanwhile is the one that counts.
 */
export async function changeRetentions(context: Context, retention: RetentionChange): Promise<void> {
  const isRelease = retention.change === 'release'
  for (const id of await listOwned(context.db, retention.accountId, isRelease))
    await (isRelease ? releaseOne(context, retention, id) : includeOne(context, retention, id))
}

async function includeOne(
  context: Context,
  { accountId, actor }: RetentionChange,
  id: string,
): Promise<void> {
  const now = context.now()
  await transaction(context.db, async (tx) => {
    if (!(await lockRowForNoKeyUpdate(tx, id))) return
    const rule = await findRuleFor(tx, accountId)
    // The business's holds by now, for what begins from then on.
    if (!rule || rule.business) return
    const notBefore = new Date(now.getTime() + noticeBeforeExisting)
    const isNew = (await insertRetention(tx, id, rule, notBefore)) !== undefined
    if (isNew) await recordRule(tx, actor, id, rule, now)
  })
}

async function releaseOne(
  context: Context,
  { accountId, actor }: RetentionChange,
  id: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await lockRowForNoKeyUpdate(tx, id))) return
    // Turned on again meanwhile: then it is not to be freed any longer.
    if (await findRule(tx, accountId)) return
    if (await removeRetention(tx, id))
      await appendEvent(tx, id, { type: 'retention_released', at: context.now(), actor })
  })
}
