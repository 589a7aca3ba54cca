import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../time-stamp-authority/key-store.ts'
import type {
  CreditNote,
  HostedPage,
  Invoice,
  PortalSession,
  Subscription,
  Transaction,
} from './billing-resources.ts'
import { duplicate, notFound } from './errors.ts'
import type {
  Coupon,
  Customer,
  Event,
  Item,
  ItemFamily,
  ItemPrice,
  PaymentIntent,
  PaymentSource,
  Usage,
} from './resources.ts'

export interface Table<T> {
  get(id: string | undefined): T | undefined
  /** Throws what the API answers when there is none. */
  need(id: string, param?: string): T
  add(row: T): T
  remove(id: string): void
  /** In the order in which they were made. */
  all(): T[]
}

export interface Rows {
  itemFamilies: ItemFamily
  items: Item
  itemPrices: ItemPrice
  customers: Customer
  paymentSources: PaymentSource
  paymentIntents: PaymentIntent
  coupons: Coupon
  subscriptions: Subscription
  invoices: Invoice
  creditNotes: CreditNote
  transactions: Transaction
  usages: Usage
  hostedPages: HostedPage
  portalSessions: PortalSession
  events: Event
}

export type Tables = { [K in keyof Rows]: Table<Rows[K]> }

export interface Store {
  tables: Tables
  /** Soon: what happens together is written once. */
  save(): void
  /** At once, and for the last time. */
  close(): void
}

const soon = 100

const names = [
  'itemFamilies',
  'items',
  'itemPrices',
  'customers',
  'paymentSources',
  'paymentIntents',
  'coupons',
  'subscriptions',
  'invoices',
  'creditNotes',
  'transactions',
  'usages',
  'hostedPages',
  'portalSessions',
  'events',
] as const satisfies readonly (keyof Rows)[]

/** In memory, and in a file of the data folder if there is one. */
export function openStore(data: string | undefined): Store {
  const path = data === undefined ? undefined : join(data, 'chargebee.json')
  const kept = path ? read(path) : {}
  const maps = new Map(names.map((name) => [name, new Map((kept[name] ?? []).map((row) => [row.id, row]))]))
  const tables = Object.fromEntries([...maps].map(([name, rows]) => [name, tableOf(rows)]))
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    const rows = [...maps].map(([name, map]) => [name, [...map.values()]])
    if (path) writeWhole(path, JSON.stringify(Object.fromEntries(rows)), 0o600)
  }
  return {
    // The names and the rows of a table belong together by `Rows`.
    tables: tables as unknown as Tables,
    save: () => {
      if (path) timer ??= setTimeout(write, soon)
    },
    close: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      write()
    },
  }
}

function tableOf<T extends { id: string }>(rows: Map<string, T>): Table<T> {
  return {
    get: (id) => (id === undefined ? undefined : rows.get(id)),
    need: (id, param) => {
      const found = rows.get(id)
      if (!found) throw notFound(id, param)
      return found
    },
    add: (row) => {
      if (rows.has(row.id)) throw duplicate(row.id)
      rows.set(row.id, row)
      return row
    },
    remove: (id) => void rows.delete(id),
    all: () => [...rows.values()],
  }
}

/** A damaged file counts as none: the sandbox starts with an empty site instead of refusing to start. */
function read(path: string): Record<string, { id: string }[]> {
  try {
    return existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, { id: string }[]>)
      : {}
  } catch {
    return {}
  }
}
