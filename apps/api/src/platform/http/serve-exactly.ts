import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether another call has the same method and path: then the credential decides which of the two is meant. */
    sharesPath: (endpoint: Endpoint) => boolean
  }
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    endpoint?: Endpoint
  }
}

/** Where the router finds a call: the names of its parameters don't matter. */
const placeOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/\{\w+\}/g, ':')}`

/**
 * The app serves these calls and no other: a handler of a call that isn't listed is refused at once, and the app doesn't
 * become ready while a call has no handler. Call it before the first route.
 */
export function serveExactly(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const missing = new Set(endpoints)
  const places = Map.groupBy(endpoints, placeOf)
  app.decorate('sharesPath', (endpoint: Endpoint) => (places.get(placeOf(endpoint))?.length ?? 0) > 1)
  app.addHook('onRoute', ({ config }) => {
    const endpoint = config?.endpoint
    if (!endpoint) return
    if (!endpoints.includes(endpoint))
      throw new Error(`The contract doesn't list the call ${endpoint.name}, which has a handler`)
    missing.delete(endpoint)
  })
  app.addHook('onReady', async () => {
    const names = [...missing].map(({ name }) => name).join(', ')
    if (missing.size > 0) throw new Error(`The contract lists calls that have no handler: ${names}`)
  })
}
