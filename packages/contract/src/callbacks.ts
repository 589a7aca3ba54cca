import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paged, Paging } from './templates.ts'
import { CallbackState, CallbackType, Id, Instant, line, searchText } from './values.ts'

/** Callbacks of a business’s API users, for its admins: the log, redelivery, a test call and the signing secret. */

const ListedCallback = z.object({
  /** The `webhook-id` of each delivery. */
  id: Id,
  /** The API user. */
  username: z.string(),
  signature_request_id: Id,
  type: CallbackType,
  state: CallbackState,
  /** With the ids in place of the placeholders. */
  url: z.string(),
  /** How many were begun. */
  attempts: z.int(),
  /** Of the last attempt; null before the first, and where there was no response. */
  last_status: z.nullable(z.int()),
  /** Of the last attempt, in plain English; null if it succeeded. */
  last_error: z.nullable(z.string()),
  /** Null when it is no longer OPEN, and while an earlier one of the same request is. */
  next_attempt_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export type ListedCallback = z.infer<typeof ListedCallback>

export const CallbackAttempt = z.object({
  /** The first attempt is 1. A number is missing if the attempt broke off with our process. */
  number: z.int(),
  at: Instant,
  duration_ms: z.int(),
  /** Null if there was no response. */
  status: z.nullable(z.int()),
  /** Its first 2 KB. */
  response: z.string(),
  /** Why it failed; null if it succeeded. */
  error: z.nullable(z.string()),
})
export type CallbackAttempt = z.infer<typeof CallbackAttempt>

export const CallbackWithAttempts = z.extend(ListedCallback, {
  /** The last 100, newest first. */
  attempt_log: z.array(CallbackAttempt),
})
export type CallbackWithAttempts = z.infer<typeof CallbackWithAttempts>

const one = z.object({ id: Id })
const named = z.object({ id: Id, username: line(100, 1) })
const byCallback = z.object({ id: Id, callbackId: Id })
const adminsOnly = ['not_found', 'business.not_allowed'] as const

export const listCallbacks = endpoint({
  name: 'listCallbacks',
  method: 'GET',
  path: '/v1/businesses/{id}/callbacks',
  summary: 'List callbacks, newest first. For administrators.',
  credential: 'user',
  params: one,
  query: z.object({
    ...Paging,
    /** Of this API user alone. */
    username: z.optional(line(100)),
    state: z.optional(CallbackState),
    /** The id of a signature request. */
    search: z.optional(searchText(100)),
  }),
  output: z.object({ items: z.array(ListedCallback), ...Paged }),
  errors: [...adminsOnly, 'validation.failed'],
})

export const getCallback = endpoint({
  name: 'getCallback',
  method: 'GET',
  path: '/v1/businesses/{id}/callbacks/{callbackId}',
  summary: 'Get a callback with its attempts.',
  credential: 'user',
  params: byCallback,
  output: CallbackWithAttempts,
  errors: adminsOnly,
})

export const redeliverCallback = endpoint({
  name: 'redeliverCallback',
  method: 'POST',
  path: '/v1/businesses/{id}/callbacks/{callbackId}/redeliver',
  summary:
    'Deliver a callback again, with the same id. A waiting retry is made now. Refused if its API user was deleted.',
  credential: 'user',
  params: byCallback,
  output: CallbackWithAttempts,
  errors: [...adminsOnly, 'callback.api_user_deleted'],
})

export const testCallback = endpoint({
  name: 'testCallback',
  method: 'POST',
  path: '/v1/businesses/{id}/apis/{username}/callback-test',
  summary: 'Send a sample callback to a URL and wait for the response. At most 10 a minute.',
  credential: 'user',
  params: named,
  body: z.object({ url: z.string().check(z.maxLength(2048)), type: z._default(CallbackType, 'SUCCESS') }),
  output: z.object({
    ...z.omit(CallbackAttempt, { number: true }).shape,
    /** The `webhook-id` that was sent. */
    id: Id,
    /** As it was called, with sample ids in place of the placeholders. */
    url: z.string(),
    succeeded: z.boolean(),
    /** The JSON body that was sent. */
    body: z.string(),
  }),
  errors: [...adminsOnly, 'validation.failed', 'rate.exceeded'],
})

export const CallbackSecret = z.object({
  created_at: Instant,
  /** Its last four characters. */
  ending: z.string(),
  /** Once shown, it can only be replaced. */
  is_shown: z.boolean(),
  /** Until then deliveries are also signed with the secret before this one; null if there is none. */
  previous_valid_until: z.nullable(Instant),
})
export type CallbackSecret = z.infer<typeof CallbackSecret>
/** `secret` begins with `whsec_` (Standard Webhooks). */
const ShownSecret = z.extend(CallbackSecret, { secret: z.string() })

export const getCallbackSecret = endpoint({
  name: 'getCallbackSecret',
  method: 'GET',
  path: '/v1/businesses/{id}/apis/{username}/callback-secret',
  summary:
    'Describe the secret that an API user’s callbacks are signed with. The secret itself is not returned.',
  credential: 'user',
  params: named,
  output: CallbackSecret,
  errors: adminsOnly,
})

export const showCallbackSecret = endpoint({
  name: 'showCallbackSecret',
  method: 'POST',
  path: '/v1/businesses/{id}/apis/{username}/callback-secret/show',
  summary: 'Show the signing secret, once.',
  credential: 'user',
  params: named,
  output: ShownSecret,
  errors: [...adminsOnly, 'callback.secret_shown'],
})

export const rotateCallbackSecret = endpoint({
  name: 'rotateCallbackSecret',
  method: 'POST',
  path: '/v1/businesses/{id}/apis/{username}/callback-secret/rotate',
  summary:
    'Replace the signing secret and show the new one, once. For 24 hours deliveries are signed with both.',
  credential: 'user',
  params: named,
  output: ShownSecret,
  errors: adminsOnly,
})
