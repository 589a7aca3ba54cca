import type { EventActor } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface SettingsActRow {
  readonly type: string
  readonly at: Date
  readonly actor: EventActor
  readonly data: Record<string, unknown>
}

function acts(db: Reader, businessId: string) {
  return db
    .selectFrom('business_events')
    .where('business_id', '=', businessId)
    .where('type', 'in', ['settings_changed', 'logo_set', 'logo_removed'])
}

/** What was done to the settings and the logo, newest first. */
export async function listActs(
  db: Reader,
  businessId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: SettingsActRow[]; total: number }> {
  const { total } = await acts(db, businessId)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await acts(db, businessId)
    .select(['type', 'at', 'actor', 'data'])
    .orderBy('seq', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total: Number(total) }
}

/** All of it, from the first on. */
export async function listAllActs(db: Reader, businessId: string): Promise<SettingsActRow[]> {
  return acts(db, businessId).select(['type', 'at', 'actor', 'data']).orderBy('seq').execute()
}
