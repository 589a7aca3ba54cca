import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CallbackState, CallbackType, Id, Instant } from '../values.ts'

/** Callbacks of a signature request, as its API user reads them and as they are sent. */

export const Callback = z.object({
  /** The `webhook-id` of each delivery. */
  id: Id,
  signature_request_id: Id,
  type: CallbackType,
  state: CallbackState,
  /** With the ids in place of the placeholders. */
  url: z.string(),
  /** How many were begun. */
  attempts: z.int(),
  /** Of each failed attempt. */
  messages: z.array(z.string()),
  /** The API user’s name. */
  owner: z.string(),
  created_at: Instant,
  updated_at: Instant,
})
export type Callback = z.infer<typeof Callback>

const byApiUser = { credential: 'api-user', scope: 'signature_requests' } as const
const ById = z.object({ id: Id })

export const listRequestCallbacksV2 = endpoint({
  name: 'listRequestCallbacksV2',
  method: 'GET',
  path: '/v2/signature-requests/{id}/callbacks',
  summary: 'List the callbacks of a signature request, oldest first.',
  ...byApiUser,
  params: ById,
  output: z.array(Callback),
  errors: ['not_found'],
})
export const listRequestCallbacksV3 = endpoint({
  ...listRequestCallbacksV2,
  name: 'listRequestCallbacksV3',
  path: '/v3/signature-requests/{id}/callbacks',
})

export const redeliverRequestCallbacksV2 = endpoint({
  name: 'redeliverRequestCallbacksV2',
  method: 'POST',
  path: '/v2/signature-requests/{id}/callbacks',
  summary:
    'Deliver the callbacks that were not delivered: a retry is made now, and one that was given up starts again.',
  ...byApiUser,
  params: ById,
  output: z.array(Callback),
  errors: ['not_found'],
})
export const redeliverRequestCallbacksV3 = endpoint({
  ...redeliverRequestCallbacksV2,
  name: 'redeliverRequestCallbacksV3',
  path: '/v3/signature-requests/{id}/callbacks',
})
