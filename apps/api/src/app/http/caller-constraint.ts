import type { FastifyServerOptions } from 'fastify'
import { isApiToken } from '#api/business/api-users/token-repository.ts'

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
    deriveConstraint: ({ headers }) => {
      const [scheme = '', token = ''] = (headers.authorization ?? '').split(' ', 2)
      // The router takes undefined for a call without the constraint; its types don't say so.
      return (scheme.toLowerCase() === 'bearer' && isApiToken(token) ? 'api-user' : undefined) as string
    },
  },
}
