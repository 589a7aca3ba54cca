import { randomBytes } from 'node:crypto'
import type { FaultBoard } from '../../faults/fault-board.ts'
import { shown } from './shown.ts'
import type { Store, Tables } from './store.ts'
import type { TaxRegistrations } from '../tax-registrations.ts'

export interface Dunning {
  /** Days after the first try. */
  retryDays: number[]
  /** What happens to the subscription after the last. */
  finalAction: 'cancel' | 'unpaid' | 'keep'
}

export interface Origin {
  id: string | null
  idempotency_key: string | null
}

/** One Stripe account: what it keeps, its time, and how it is told that something happened. */
export interface Account {
  readonly store: Store
  readonly tables: Tables
  readonly faults: FaultBoard
  /** Where its API and pages are. */
  readonly url: string
  readonly dunning: Dunning
  readonly tax: { hasHeadOffice: boolean; registrations: TaxRegistrations }
  now(): number
  newId(prefix: string): string
  /** The head of a new object. */
  head<T extends string>(object: T, id: string): Head<T>
  /** Records an event, and sends it to the webhook. */
  record(type: string, row: object, previous?: object): void
  /** Changes a row and records what it was before; nothing where nothing changes. */
  update<T extends object>(type: string, row: T, change: (row: T) => void): void
  /** The call that what happens meanwhile comes from, for the events. */
  as<T>(origin: Origin, act: () => T): T
  /** All of it or nothing: when it throws, these rows are as before, rows added are gone and nothing is told. */
  atomic<T>(rows: readonly object[], act: () => T): T
}

export interface Head<T extends string> {
  id: string
  object: T
  created: number
  livemode: false
  metadata: Record<string, string>
}

type ReportedEvent = { type: string; object: object; previous: object | undefined; origin: Origin }

export function createAccount(given: {
  store: Store
  faults: FaultBoard
  url: string
  now: () => number
  onEvent: (event: ReportedEvent) => void
}): Account {
  const { store } = given
  const nobody: Origin = { id: null, idempotency_key: null }
  let origin = nobody
  let waiting: ReportedEvent[] | undefined
  const now = () => Math.floor(given.now() / 1000)
  const record = (type: string, row: object, previous?: object) => {
    const event = { type, object: shown(row), previous, origin }
    if (waiting) waiting.push(event)
    else given.onEvent(event)
  }
  return {
    store,
    tables: store.tables,
    faults: given.faults,
    url: given.url,
    dunning: { retryDays: [3, 5, 7], finalAction: 'cancel' },
    tax: { hasHeadOffice: true, registrations: {} },
    now,
    newId: (prefix) => `${prefix}_1${randomBytes(15).toString('base64url').replaceAll(/[-_]/g, '0')}`,
    head: (object, id) => ({ id, object, created: now(), livemode: false, metadata: {} }),
    record,
    update: (type, row, change) => {
      const before = shown(row)
      change(row)
      const previous = differences(before, shown(row))
      if (Object.keys(previous).length > 0) record(type, row, previous)
    },
    as: (next, act) => {
      origin = next
      try {
        return act()
      } finally {
        origin = nobody
      }
    },
    atomic: (rows, act) => {
      const copies = rows.map((row) => structuredClone(row))
      const undo = store.mark()
      const outer = waiting
      const event: ReportedEvent[] = (waiting = [])
      try {
        const result = act()
        waiting = outer
        for (const one of event)
          if (outer) outer.push(one)
          else given.onEvent(one)
        return result
      } catch (error) {
        waiting = outer
        for (const [index, row] of rows.entries()) Object.assign(row, copies[index])
        undo()
        throw error
      }
    },
  }
}

/** The former values of what changed. */
function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed)
}
