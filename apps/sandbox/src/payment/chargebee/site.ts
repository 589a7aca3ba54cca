import { randomBytes } from 'node:crypto'
import type { FaultBoard } from '../../faults/fault-board.ts'
import type { Resource, EventSource } from './resources.ts'
import type { TaxRegistrations } from '../tax-registrations.ts'
import type { Store, Tables } from './store.ts'

export interface Dunning {
  /** Days after the first try. */
  retryDays: number[]
  /** What happens to the subscription after the last. */
  finalAction: 'cancel' | 'keep'
}

/** One Chargebee site: what it keeps, its time, and how it is told that something happened. */
export interface Site {
  readonly store: Store
  readonly tables: Tables
  readonly faults: FaultBoard
  /** Where its pages are. */
  readonly url: string
  readonly dunning: Dunning
  readonly tax: { registrations: TaxRegistrations }
  now(): number
  newId(prefix?: string): string
  /** The head of a new resource. */
  head<T extends string>(object: T, id: string): Resource & { object: T; created_at: number }
  touch(row: { updated_at: number; resource_version: number }): void
  /** Records an event, and sends it to the webhook. */
  record(type: string, content: Record<string, object | undefined>): void
  /** Who does what happens meanwhile, for the events. */
  as<T>(source: EventSource, act: () => T): T
}

export function createSite(given: {
  store: Store
  faults: FaultBoard
  url: string
  now: () => number
  onEvent: (type: string, content: Record<string, unknown>, source: EventSource) => void
}): Site {
  let version = latestVersion(given.store.tables)
  let source: EventSource = 'api'
  const now = () => Math.floor(given.now() / 1000)
  const nextVersion = () => (version = Math.max(version + 1, given.now()))
  return {
    store: given.store,
    tables: given.store.tables,
    faults: given.faults,
    url: given.url,
    dunning: { retryDays: [1, 4, 7], finalAction: 'cancel' },
    tax: { registrations: {} },
    now,
    newId: (prefix = '') => prefix + randomBytes(12).toString('base64url').replaceAll(/[-_]/g, '0'),
    head: (object, id) => ({
      id,
      object,
      created_at: now(),
      updated_at: now(),
      resource_version: nextVersion(),
    }),
    touch: (row) => {
      row.updated_at = now()
      row.resource_version = nextVersion()
    },
    record: (type, content) => given.onEvent(type, shownAll(content), source),
    as: (next, act) => {
      const before = source
      source = next
      try {
        return act()
      } finally {
        source = before
      }
    },
  }
}

/** Versions only rise, even if the clock was ahead before a restart. */
function latestVersion(tables: Tables): number {
  const { customers, subscriptions, invoices, coupons, itemPrices } = tables
  const rows = [customers, subscriptions, invoices, coupons, itemPrices].flatMap((table): Resource[] =>
    table.all(),
  )
  return rows.reduce((latest, row) => Math.max(latest, row.resource_version), 0)
}

/** As it is on the wire: without what only the site itself knows. */
export function shown(row: object): Record<string, unknown> {
  const copy = structuredClone(row) as Record<string, unknown>
  delete copy['hidden']
  return copy
}

export function shownAll(content: Record<string, object | undefined>): Record<string, unknown> {
  const present = Object.entries(content).flatMap(([name, value]) => {
    if (!value) return []
    return [[name, Array.isArray(value) ? value.map((one: object) => shown(one)) : shown(value)] as const]
  })
  return Object.fromEntries(present)
}
