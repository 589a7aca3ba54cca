import type { ChangedSetting, SettingsEvent } from '@countersign/contract/business-settings.ts'
import { settingsOf } from '#api/business/businesses/business.ts'
import { presentSettings } from '#api/business/businesses/presenter.ts'
import type { BusinessSettingsRow, SupportContactRow } from '#api/platform/db/tables.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listActions } from './events-repository.ts'

/** What `settings_changed` keeps. What was not there yet when it was written is as if it had not been chosen. */
interface StoredSettings extends BusinessSettingsRow {
  readonly supportContact?: SupportContactRow
}

/** Newest first. Of AES for business, which has a page of its own, nothing is told here. */
export async function listChanges(
  db: Reader,
  businessId: string,
  query: { readonly page: number; readonly size: number },
): Promise<{ items: SettingsEvent[]; total: number }> {
  const { rows, total } = await listActions(db, businessId, query)
  const items = rows.map(({ type, at, actor, data }): SettingsEvent => {
    const isLogo = type !== 'settings_changed'
    return {
      at: at.toISOString(),
      by: actor.kind === 'system' ? null : { name: actor.name ?? '', email: actor.email ?? '' },
      changes: isLogo
        ? []
        : changesBetween(data['before'] as StoredSettings, data['after'] as StoredSettings),
      logo: isLogo ? (type === 'logo_set' ? 'set' : 'removed') : null,
    }
  })
  return { items, total }
}

export function changesBetween(before: StoredSettings, after: StoredSettings): ChangedSetting[] {
  const [then, now] = [flat(shown(before)), flat(shown(after))]
  return [...now].flatMap(([setting, value]) => {
    const was = then.get(setting) ?? null
    return was === value ? [] : [{ setting, before: was, after: value }]
  })
}

/** By the names that the contract gives them. */
function shown(stored: StoredSettings) {
  const business = { id: '', name: '', logo: null, supportContact: stored.supportContact ?? {} }
  return presentSettings({ ...business, settings: settingsOf(stored) })
}

type Value = ChangedSetting['after']

/** Each value by the names on the way to it. */
function flat(part: object, path = ''): Map<string, Value> {
  const entries = Object.entries(part as Record<string, object | Value>).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`
    return typeof value === 'object' && value !== null ? [...flat(value, here)] : [[here, value] as const]
  })
  return new Map(entries)
}
