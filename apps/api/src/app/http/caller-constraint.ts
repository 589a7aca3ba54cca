import type { FastifyServerOptions } from 'fastify'
import { apiTokenIn } from './authorization.ts'

type Constraints = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>

/**
 * Programs and the web app make some calls at the same address in different shapes: an API user's token leads to the shape
 * that programs know (decision 84).
 */
export const callerConstraint: Constraints = {
  caller: {
    name: 'caller',
    storage: () => {
      let handler: unknown = null
      return {
        get: (caller) => (caller === 'api-user' ? (handler as never) : null),
        set: (_caller, given) => {
          handler = given
        },
      }
    },
    deriveConstraint: ({ headers }) =>
      // The router takes undefined for a call without the constraint; its types don't say so.
      (apiTokenIn(headers) === null ? undefined : 'api-user') as string,
  },
}
