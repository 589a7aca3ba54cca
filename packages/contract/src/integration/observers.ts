import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, Id, line } from '../values.ts'
import { Observer } from './shapes.ts'
import { requestNames } from './published-names.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const byApiUser = { credential: 'api-user', scope: 'signature_requests', nullNames: requestNames } as const

const ById = z.object({ id: Id })

export const addObserverV3 = endpoint({
  name: 'addObserverV3',
  method: 'POST',
  path: '/v3/signature-requests/{id}/observers',
  summary: 'Add an observer, by email or as a member of the business (`user_id`).',
  ...byApiUser,
  params: ById,
  body: z.object({
    type: optional(z.enum(['USER', 'GROUP'])),
    email: optional(Email),
    /** A member’s id. */
    user_id: optional(Id),
    /** Groups can’t observe: name their people by email. */
    group_id: optional(line(100)),
  }),
  output: Observer,
  errors: ['email.limit_reached', 'not_found', 'validation.failed'],
})

export const listObserversV3 = endpoint({
  name: 'listObserversV3',
  method: 'GET',
  path: '/v3/signature-requests/{id}/observers',
  summary: 'List the observers of a signature request.',
  ...byApiUser,
  params: ById,
  output: z.array(Observer),
  errors: ['not_found'],
})

const OneObserver = z.object({ id: Id, obs: Id })

export const getObserverV3 = endpoint({
  name: 'getObserverV3',
  method: 'GET',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Get an observer of a signature request.',
  ...byApiUser,
  params: OneObserver,
  output: Observer,
  errors: ['not_found'],
})

export const removeObserverV3 = endpoint({
  name: 'removeObserverV3',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Remove an observer.',
  ...byApiUser,
  params: OneObserver,
  errors: ['not_found'],
})
