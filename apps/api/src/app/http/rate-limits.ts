import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitNetworks, tooMany, windowSeconds } from '#api/platform/http/shared-counts/limit-networks.ts'
import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { apiTokenIn, readAuthorization } from './authorization.ts'

/** What limits the calls of API users. All other calls are counted by network first. */
export interface ApiUserLimits {
  /** Refuses a network that has sent too many invalid tokens, before another one is looked up. */
  refuseNetwork(request: FastifyRequest): void
  countInvalidToken(request: FastifyRequest): Promise<void>
  /** Counts a call, refuses it over the limit, and gives its response the RateLimit headers. */
  countCall(apiUserId: string, reply: FastifyReply): Promise<void>
}

/**
 * Limits calls by network, and those of API users by API user: the programs of many customers may come from one network,
 * such as a cloud provider's, and share no limit there. Limits hold over all processes, as exactly as `SharedCounts` counts.
 */
export function registerRateLimits(app: FastifyInstance, context: Context): ApiUserLimits {
  const { requestsPerMinute, apiUserRequestsPerMinute } = context.config
  const counts = limitNetworks(app, context, { name: 'network', isExempt: hasApiToken })
  const tokensOf = ({ ip }: FastifyRequest) => `invalid-tokens:${networkOf(ip)}`
  return {
    refuseNetwork: (request) => {
      const { isExceeded, left } = counts.look(tokensOf(request), requestsPerMinute)
      if (isExceeded) throw tooMany(left)
    },
    countInvalidToken: async (request) => void (await counts.count(tokensOf(request), requestsPerMinute)),
    countCall: async (apiUserId, reply) => {
      const { remaining, isExceeded, left } = await counts.count(
        `api-user:${apiUserId}`,
        apiUserRequestsPerMinute,
      )
      // draft-ietf-httpapi-ratelimit-headers-10
      reply.headers({
        'RateLimit-Policy': `"api-user";q=${apiUserRequestsPerMinute};w=${windowSeconds}`,
        RateLimit: `"api-user";r=${remaining};t=${Math.ceil(left / 1000)}`,
      })
      if (isExceeded) throw tooMany(left)
    },
  }
}

/** Calls that look up a bearer token; any other counts for its network, whatever its header says. */
const byBearer: ReadonlySet<string | undefined> = new Set<Endpoint['credential']>([
  'user',
  'api-user',
  'user-or-api-user',
  'user-or-direct',
])

function hasApiToken({ headers, routeOptions, url }: FastifyRequest): boolean {
  // An identity provider's calls are counted by their token.
  if (url.startsWith('/scim/v2/')) return readAuthorization(headers).scheme === 'bearer'
  const { endpoint } = routeOptions.config as { readonly endpoint?: Endpoint }
  return byBearer.has(endpoint?.credential) && apiTokenIn(headers) !== null
}
