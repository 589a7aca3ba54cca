import type { PaymentProviderName } from '#api/providers/payment/port.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import type { SyncContext } from './sync-context.ts'
import { type Unsynced, listUnsynced } from './unsynced-repository.ts'

const hour = 3_600_000
/** Of each process: the log says it once an hour, not once a minute. */
const toldAt = new WeakMap<SyncContext['payment'], number>()

/** What waits at a provider that is no longer configured. Nothing of it is tried, and nothing of it is lost. */
export async function findUnconfigured(
  db: Reader,
  configured: readonly PaymentProviderName[],
): Promise<Unsynced[]> {
  return (await listUnsynced(db)).filter(({ provider }) => !configured.includes(provider))
}

/** Says so in the log. */
export async function noteUnconfigured(
  { db, log, now, payment }: Pick<SyncContext, 'db' | 'log' | 'now' | 'payment'>,
  configured: readonly PaymentProviderName[],
): Promise<void> {
  const at = now().getTime()
  if (at - (toldAt.get(payment) ?? 0) < hour) return
  toldAt.set(payment, at)
  for (const { provider, businesses, orders, webhooks, usage } of await findUnconfigured(db, configured))
    log.warn(
      { provider, businesses, orders, webhooks, usage },
      'billing waits for a payment provider that is no longer configured, see countersign doctor',
    )
}
