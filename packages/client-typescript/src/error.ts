import type { ErrorKey } from './generated.ts'

export interface WrongField {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A call that was refused. `key` is stable; one that this release doesn't know is passed on as it is. */
export class CountersignError extends Error {
  override name = 'CountersignError'
  readonly status: number
  readonly key: ErrorKey
  readonly fields: readonly WrongField[]
  /** Seconds to wait before another try, where the answer says so. */
  readonly retryAfter: number | null

  constructor(status: number, answer: unknown, retryAfter: number | null) {
    const { key = 'unknown', message = `Status ${status}`, fields = [] } = isObject(answer) ? answer : {}
    super(String(message))
    this.status = status
    this.key = String(key)
    this.fields = Array.isArray(fields) ? (fields as WrongField[]) : []
    this.retryAfter = retryAfter
  }
}

/**
 * No answer of the service: it wasn't reached, didn't answer in time, or something else answered. `cause` says more. Whether a
 * call was carried out is then unknown.
 */
export class CountersignConnectionError extends Error {
  override name = 'CountersignConnectionError'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
