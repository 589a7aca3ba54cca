import type { PlanFeature } from '@countersign/contract/billing-shapes.ts'
import type { ErrorKey, Requirement, SecondFactorChallenge } from '@countersign/contract/errors.ts'

/** The api's keys, and what only the browser can know. */
export type FailureKey = ErrorKey | 'network' | 'outdated'

interface Details {
  key: string
  status: number
  message: string
  fields?: readonly { field: string; code: string; message: string }[] | undefined
  /** With `internal`: the id the log has too. */
  id?: string | undefined
  /** With `auth.second_factor_required`: what signing in still takes. */
  secondFactor?: SecondFactorChallenge | undefined
  /** What is missing before one can sign. */
  requirements?: readonly Requirement[] | undefined
  /** Seconds, from Retry-After. */
  retryAfter?: number | undefined
  /** With `plan.not_included`: what isn't. */
  feature?: PlanFeature | undefined
}

/** A call that was refused or did not come through. `key` is stable. */
export class CallError extends Error {
  readonly key: string
  readonly status: number
  readonly fields: readonly { field: string; code: string; message: string }[]
  readonly id: string | undefined
  readonly secondFactor: SecondFactorChallenge | undefined
  readonly requirements: readonly Requirement[]
  readonly retryAfter: number | undefined
  readonly feature: PlanFeature | undefined

  constructor(details: Details) {
    super(details.message)
    this.name = 'CallError'
    this.key = details.key
    this.status = details.status
    this.fields = details.fields ?? []
    this.id = details.id
    this.secondFactor = details.secondFactor
    this.requirements = details.requirements ?? []
    this.retryAfter = details.retryAfter
    this.feature = details.feature
  }
}

export function isCallError(failure: unknown, key?: FailureKey): failure is CallError {
  return failure instanceof CallError && (key === undefined || failure.key === key)
}

/** A refusal stays what it is, however often it is sent; a lost connection or a busy service does not. */
export const mayRetry = (failure: unknown): boolean =>
  !isCallError(failure) || failure.status === 0 || failure.status >= 429

/** A part of the page could not be loaded: there is no connection, or it can’t be had any longer. */
export class PartError extends CallError {
  constructor(key: 'network' | 'outdated', message = 'The page could not be loaded') {
    super({ key, status: 0, message })
  }
}

export const notLoaded = (): PartError => new PartError('network')

/** As Chromium, Firefox and WebKit call it. */
export const isNotLoaded = (failure: unknown): boolean =>
  failure instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(failure.message)
