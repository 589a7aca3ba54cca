import type { EventActor } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'

export interface SettingsActionRow {
  readonly type: string
  readonly at: Date
  readonly actor: EventActor
  readonly data: Record<string, unknown>
}

export const settingsActions = ['settings_changed', 'logo_set', 'logo_removed'] as const

function actions(db: Reader, businessId: string) {
  return db
    .selectFrom('business_events')
    .where('business_id', '=', businessId)
    .where('type', 'in', settingsActions)
}

/** What was done to the settings and the logo, newest first. */
export async function listActions(
  db: Reader,
  businessId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: SettingsActionRow[]; total: number }> {
  const { total } = await actions(db, businessId)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await actions(db, businessId)
    .select(['type', 'at', 'actor', 'data'])
    .orderBy('seq', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total: Number(total) }
}
