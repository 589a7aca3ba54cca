import { getHealth, getHealthV2 } from '@countersign/contract/integration/health.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { openReadiness, type Readiness } from '#api/app/readiness/readiness.ts'
import { statesOf } from '#api/app/trust-services/health.ts'

/**
 * /healthz: the process is alive. /readyz: all that a signature needs is there, each part named; where one is not, why
 * and since when, in words that tell nothing of the inside.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Context,
  elapsed?: () => number,
): () => Promise<Readiness> {
  const readiness = openReadiness(context, elapsed)
  app.get('/healthz', async () => ({ status: 'UP' }))
  app.get('/readyz', async (_request, reply) => {
    const states = await readiness()
    const down = downParts(states)
    return reply
      .status(down.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: down.length === 0 ? 'UP' : 'DOWN',
        groups: Object.fromEntries(
          Object.entries(states).map(([part, { reason }]) => [part, reason === null]),
        ),
        down,
        // What they do is told, and takes nobody out of service: people sign without them too.
        trust_services: statesOf(context.trustServices),
        identification_providers: Object.fromEntries(
          context.identification.all().map((provider) => [provider.name, provider.health().state]),
        ),
      })
  })
  return readiness
}

/** The same for programs that watch the service: which part is down is for the operator. */
export function registerHealthOfPrograms(
  app: FastifyInstance,
  context: Context,
  readiness: () => Promise<Readiness>,
): void {
  for (const call of [getHealth, getHealthV2])
    bind(app, context, call, async () => {
      if (downParts(await readiness()).length > 0)
        throw new Refusal('service.unavailable', { retryAfter: 10 })
      return { status: 'UP' as const, groups: ['liveness', 'readiness'] }
    })
}

function downParts(states: Readiness) {
  return Object.entries(states).flatMap(([part, { reason, since }]) =>
    reason === null ? [] : [{ part, reason, since: since.toISOString() }],
  )
}
