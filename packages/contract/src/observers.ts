import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SignatureRequest } from './signature-request-shapes.ts'
import { Email, Id, searchText } from './values.ts'

const ById = z.object({ id: Id })

export const addObserver = endpoint({
  name: 'addObserver',
  method: 'POST',
  path: '/v3/signature-requests/{id}/observers',
  summary:
    'Add an observer. Observers are emailed when the request ends; with an account they can follow it.',
  credential: 'user',
  params: ById,
  body: z.object({ email: Email }),
  output: SignatureRequest,
  status: 201,
  errors: ['email.limit_reached', 'not_found', 'validation.failed'],
})

export const removeObserver = endpoint({
  name: 'removeObserver',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}/observers/{obs}',
  summary: 'Remove an observer, by ID or email. Allowed for the owner and the observer.',
  credential: 'user',
  params: z.object({ id: Id, obs: z.union([Id, Email]) }),
  output: SignatureRequest,
  errors: ['not_found'],
})

export const autocompleteEmail = endpoint({
  name: 'autocompleteEmail',
  method: 'GET',
  path: '/v1/email_input_autocomplete',
  summary: 'Suggest recent contacts and signer groups by the beginning of a name or email.',
  credential: 'user',
  query: z.object({ input: searchText(200) }),
  output: z.object({
    items: z.array(z.object({ email: z.string(), name: z.nullable(z.string()) })),
    /** Of one’s signer groups those with it in their name. */
    groups: z.array(z.object({ id: Id, name: z.string(), member_count: z.int() })),
  }),
})
