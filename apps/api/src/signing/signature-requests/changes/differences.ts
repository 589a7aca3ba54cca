import { canonical } from '#api/evidence/canonical-json.ts'

// What was there and what is there now, as an event of the evidence has it. No clock, no I/O.

/** What not everybody who reads an event may see: the evidence has a commitment in its place. */
export interface Confidential {
  readonly confidential: string | boolean
}

export const confidential = (value: string | boolean | null): Confidential | null =>
  value === null || value === '' ? null : { confidential: value }

/** Null: nothing. */
export type Difference = { readonly before: unknown; readonly after: unknown }
export type Differences = Readonly<Record<string, Difference>>

/** A part of the request that came, went, or was changed. */
export type Kind = 'added' | 'removed' | 'changed'

export const kindOf = (before: unknown, after: unknown): Kind =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'

/** Of each member that differs. What is missing, null or empty is nothing. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Differences {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const found = [...names].map((name) => [name, { before: stated(before[name]), after: stated(after[name]) }])
  return Object.fromEntries(
    (found as [string, Difference][]).filter(
      ([, difference]) => canonical(difference.before) !== canonical(difference.after),
    ),
  )
}

const stated = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

/** Each of two lists with its counterpart in the other. */
export function pairs<One>(
  before: readonly One[],
  after: readonly One[],
  idOf: (one: One) => string,
): (readonly [One | undefined, One | undefined])[] {
  const old = new Map(before.map((one) => [idOf(one), one]))
  const kept = new Set(after.map(idOf))
  return [
    ...after.map((one) => [old.get(idOf(one)), one] as const),
    ...before.filter((one) => !kept.has(idOf(one))).map((one) => [one, undefined] as const),
  ]
}
