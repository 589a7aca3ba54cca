import type { Endpoint } from '@countersign/contract/endpoint.ts'
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#api/platform/refusal.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { apiTokenIn } from './authorization.ts'

const windowSeconds = 60

/** What limits the calls of API users. All other calls are counted by network before they are looked at. */
export interface ApiUserLimits {
  /** Refuses a network that has sent too many invalid tokens, before another one is looked up. */
  refuseNetwork(request: FastifyRequest): Promise<void>
  countInvalidToken(request: FastifyRequest): Promise<void>
  /** Counts a call, refuses it over the limit, and gives its response the RateLimit headers. */
  countCall(apiUserId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/**
 * Limits calls by network, and those of API users by API user: the programs of many customers may come from one network,
 * such as a cloud provider's, and share no limit there. Each process counts for itself.
 */
export async function registerRateLimits(app: FastifyInstance, config: Config): Promise<ApiUserLimits> {
  const byNetwork = ({ ip }: FastifyRequest): string => networkOf(ip)
  const timeWindow = windowSeconds * 1000
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow,
    keyGenerator: byNetwork,
    allowList: hasApiToken,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  const users = new WeakMap<FastifyRequest, string>()
  const counter = (options: CreateRateLimitOptions) =>
    app.createRateLimit({ timeWindow, allowList: [], ...options })
  const countInvalid = counter({ max: config.requestsPerMinute, keyGenerator: byNetwork })
  const countUser = counter({
    max: config.apiUserRequestsPerMinute,
    keyGenerator: (request) => users.get(request) ?? '',
  })
  return {
    refuseNetwork: async (request) => {
      const state = await countInvalid(request, { increment: false })
      if (!state.isAllowed && state.remaining === 0) throw tooMany(state.ttl)
    },
    countInvalidToken: async (request) => void (await countInvalid(request)),
    countCall: async (apiUserId, request, reply) => {
      users.set(request, apiUserId)
      const state = await countUser(request)
      if (state.isAllowed) return
      const { max, remaining, ttl, ttlInSeconds, isExceeded } = state
      // draft-ietf-httpapi-ratelimit-headers-10; the library writes those of an early draft.
      reply.headers({
        'RateLimit-Policy': `"api-user";q=${max};w=${windowSeconds}`,
        RateLimit: `"api-user";r=${remaining};t=${ttlInSeconds}`,
      })
      if (isExceeded) throw tooMany(ttl)
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

function hasApiToken({ headers, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config as { readonly endpoint?: Endpoint }
  return byBearer.has(endpoint?.credential) && apiTokenIn(headers) !== null
}

const tooMany = (milliseconds: number): Refusal =>
  new Refusal('rate.exceeded', { retryAfter: Math.max(1, milliseconds / 1000) })
