import type { CallbackState, CallbackType } from '@countersign/contract/values.ts'

/** How long a receiver may take for its response. */
export const timeLimit = 10_000
/** How much of a response is kept. */
export const keptBytes = 2048
/** At once to one host, over all processes. The guard lets through eight, so none waits there for the others. */
export const perHost = 4
/** At once for one API user, over all hosts and processes. */
export const perApiUser = 16
/** At once in one process. */
export const perProcess = 32

const minute = 60_000
const pause = 10 * minute
const patience = 120 * minute
const shortestPause = minute
const longestPause = 60 * minute

export interface Callback {
  readonly id: string
  readonly requestId: string
  readonly signatureId: string | null
  readonly documentId: string | null
  readonly apiUserId: string
  readonly username: string
  readonly type: CallbackType
  /** With its placeholders. */
  readonly url: string
  readonly state: CallbackState
  readonly attempts: number
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What came of one attempt. */
export interface Attempt {
  readonly at: Date
  readonly durationMs: number
  /** Null without a response. */
  readonly status: number | null
  readonly response: string
  /** Null for a success. */
  readonly error: string | null
  /** The response's Retry-After. */
  readonly retryAfter: string | undefined
}

export interface NextStep {
  readonly state: CallbackState
  /** Null when it is no longer open. */
  readonly dueAt: Date | null
}

/**
 * Every ten minutes for two hours, as published; a Retry-After between a minute and an hour takes the place of the ten
 * minutes. The last attempt is at the end of the two hours.
 */
export function nextStep(attempt: Attempt, firstAttemptAt: Date, now: Date): NextStep {
  if (attempt.error === null) return { state: 'COMPLETED', dueAt: null }
  const end = firstAttemptAt.getTime() + patience
  if (now.getTime() >= end) return { state: 'RESIGNATED', dueAt: null }
  const told = readRetryAfter(attempt.retryAfter, now)
  const wait = told === null ? pause : Math.min(Math.max(told, shortestPause), longestPause)
  return { state: 'OPEN', dueAt: new Date(Math.min(attempt.at.getTime() + wait, end)) }
}

/** Milliseconds: RFC 9110 §10.2.3, seconds or a date. Null where it is neither. */
export function readRetryAfter(given: string | undefined, now: Date): number | null {
  const told = given?.trim() ?? ''
  if (/^\d{1,9}$/.test(told)) return Number(told) * 1000
  if (!httpDate.test(told)) return null
  // The oldest form has no zone: all three are in UTC.
  const date = Date.parse(told.endsWith(' GMT') ? told : `${told} GMT`)
  return Number.isNaN(date) ? null : date - now.getTime()
}

// RFC 9110 §5.6.7, its three forms. Date.parse makes a date of nearly anything with a number in it.
const httpDate =
  /^(?:[A-Z][a-z]+, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/
