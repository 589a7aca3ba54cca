import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { Id } from './values.ts'

/** What signers filled in, in the requests of a template or a bulk send, as a file. */

/** The form in which values are given out. */
export const ValuesType = z._default(z.enum(['JSON', 'CSV']), 'JSON')

export const getTemplateValues = endpoint({
  name: 'getTemplateValues',
  method: 'GET',
  path: '/v3/templates/{id}/values',
  summary:
    'Get the values signers filled in, in the requests sent from a template: one item or row per request, oldest first. Values are listed once their signer has signed.',
  credential: 'user',
  params: z.object({ id: Id }),
  query: z.object({ type: ValuesType }),
  output: binary('application/json', 'text/csv'),
  errors: ['not_found'],
})

export const getBulkSendValues = endpoint({
  name: 'getBulkSendValues',
  method: 'GET',
  path: '/v3/bulk-sends/{id}/values',
  summary:
    'Get the values signers filled in, in the requests of a bulk send: one item or row per request, in the order of the recipient list. Values are listed once their signer has signed.',
  credential: 'user',
  params: z.object({ id: Id }),
  query: z.object({ type: ValuesType }),
  output: binary('application/json', 'text/csv'),
  errors: ['not_found'],
})
