/** What of a request only programs know: kept beside it, and given back to the API user alone. */
export interface IntegrationRequest {
  readonly requestId: string
  readonly apiUserId: string
  /** Under which base address it was made. */
  readonly apiVersion: 2 | 3
  readonly custom: string | null
  readonly callbacks: CallbackAddresses
  /** The account of the member whose request it counts as too; null where none was named. */
  readonly creatorId: string | null
  /** A document that was sealed. It isn't listed among those that were sent. */
  readonly isSeal: boolean
}

export interface CallbackAddresses {
  readonly success: string | null
  readonly error: string | null
  readonly update: string | null
}

/** What is left out of a change stays. */
export interface IntegrationFields {
  readonly custom?: string | null | undefined
  readonly callback_success_url?: string | null | undefined
  readonly callback_error_url?: string | null | undefined
  readonly callback_update_url?: string | null | undefined
}

export function withFields(before: IntegrationRequest, given: IntegrationFields): IntegrationRequest {
  const { callbacks } = before
  const either = (now: string | null | undefined, then: string | null) => (now === undefined ? then : now)
  return {
    ...before,
    custom: either(given.custom, before.custom),
    callbacks: {
      success: either(given.callback_success_url, callbacks.success),
      error: either(given.callback_error_url, callbacks.error),
      update: either(given.callback_update_url, callbacks.update),
    },
  }
}
