import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../time-stamp-authority/key-store.ts'
import type {
  Coupon,
  Discount,
  Invoice,
  InvoicePayment,
  PromotionCode,
  Subscription,
} from './billing-resources.ts'
import { invalid, noSuch } from './errors.ts'
import type {
  Customer,
  Event,
  Meter,
  MeterEvent,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  SetupIntent,
  TaxId,
} from './resources.ts'

export interface Table<T> {
  get(id: string | null | undefined): T | undefined
  /** Throws what the API answers when there is none. */
  need(id: string, param?: string): T
  add(row: T): T
  remove(id: string): void
  /** In the order in which they were made. */
  all(): T[]
}

export interface Rows {
  products: Product
  prices: Price
  meters: Meter
  meterEvents: MeterEvent
  customers: Customer
  taxIds: TaxId
  paymentMethods: PaymentMethod
  setupIntents: SetupIntent
  paymentIntents: PaymentIntent
  coupons: Coupon
  promotionCodes: PromotionCode
  discounts: Discount
  subscriptions: Subscription
  invoices: Invoice
  invoicePayments: InvoicePayment
  portalSessions: PortalSession
  events: Event
}

export type Tables = { [K in keyof Rows]: Table<Rows[K]> }

export interface Store {
  tables: Tables
  /** Answers what takes away all rows that are added from now on. */
  mark(): () => void
  /** Soon: what happens together is written once. */
  save(): void
  /** At once, and for the last time. */
  close(): void
}

const soon = 100

/** What the API calls each in its messages. */
const kinds = {
  products: 'product',
  prices: 'price',
  meters: 'billing meter',
  meterEvents: 'meter event',
  customers: 'customer',
  taxIds: 'tax_id',
  paymentMethods: 'PaymentMethod',
  setupIntents: 'setupintent',
  paymentIntents: 'payment_intent',
  coupons: 'coupon',
  promotionCodes: 'promotion code',
  discounts: 'discount',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice payment',
  portalSessions: 'session',
  events: 'event',
} as const satisfies Record<keyof Rows, string>

const names = Object.keys(kinds) as (keyof Rows)[]

/** In memory, and in a file of the data folder if there is one. */
export function openStore(data: string | undefined): Store {
  const path = data === undefined ? undefined : join(data, 'stripe.json')
  const kept = path ? read(path) : {}
  const maps = new Map(names.map((name) => [name, new Map((kept[name] ?? []).map((row) => [row.id, row]))]))
  const tables = Object.fromEntries([...maps].map(([name, rows]) => [name, tableOf(rows, kinds[name])]))
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    const rows = [...maps].map(([name, map]) => [name, [...map.values()]])
    if (path) writeWhole(path, JSON.stringify(Object.fromEntries(rows)), 0o600)
  }
  return {
    // The names and the rows of a table belong together by `Rows`.
    tables: tables as unknown as Tables,
    mark: () => {
      const sizes = new Map([...maps].map(([name, map]) => [name, map.size]))
      return () => {
        for (const [name, map] of maps)
          for (const id of [...map.keys()].slice(sizes.get(name))) map.delete(id)
      }
    },
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

function tableOf<T extends { id: string }>(rows: Map<string, T>, kind: string): Table<T> {
  return {
    get: (id) => (id ? rows.get(id) : undefined),
    need: (id, param) => {
      const found = rows.get(id)
      if (!found) throw noSuch(kind, id, param)
      return found
    },
    add: (row) => {
      if (rows.has(row.id)) throw invalid('id', `${kind} already exists.`, 'resource_already_exists')
      rows.set(row.id, row)
      return row
    },
    remove: (id) => void rows.delete(id),
    all: () => [...rows.values()],
  }
}

/** A damaged file counts as none: the sandbox starts with an empty account instead of refusing to start. */
function read(path: string): Record<string, { id: string }[]> {
  try {
    return existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, { id: string }[]>)
      : {}
  } catch {
    return {}
  }
}
