import {
  type ApiError,
  errors,
  type ErrorKey,
  type Requirement,
  type SecondFactorChallenge,
} from '@countersign/contract/errors.ts'

export interface WrongField {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A known "no": one key of the contract's closed list. `platform/http/problem.ts` alone turns it into an answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly key: ErrorKey
  readonly fields: readonly WrongField[] | undefined
  /** Seconds after which a new try makes sense. */
  readonly retryAfter: number | undefined
  /** What signing in still takes. */
  readonly secondFactor: SecondFactorChallenge | undefined
  /** What is missing before one can sign. */
  readonly requirements: readonly Requirement[] | undefined
  /** Until when it is so. */
  readonly until: Date | undefined
  /** What the plan does not include. */
  readonly feature: ApiError['feature']
  /** Of which no signatures are left. */
  readonly quality: ApiError['quality']
  /** The id of what the call has made. */
  readonly resultId: string | undefined

  constructor(
    key: ErrorKey,
    more: {
      fields?: readonly WrongField[]
      retryAfter?: number
      secondFactor?: SecondFactorChallenge
      requirements?: readonly Requirement[]
      until?: Date | undefined
      feature?: ApiError['feature']
      quality?: ApiError['quality']
      resultId?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(errors[key].message, { cause: more.cause })
    this.key = key
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.secondFactor = more.secondFactor
    this.requirements = more.requirements
    this.until = more.until
    this.feature = more.feature
    this.quality = more.quality
    this.resultId = more.resultId
  }
}

/** A wrong field that only a use case can see (that a page does not exist, say). */
export function wrongField(field: string, code: string, message: string): Refusal {
  return new Refusal('validation.failed', { fields: [{ field, code, message }] })
}
