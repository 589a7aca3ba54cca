import { getHealth, getHealthV2, getHealthV3 } from '@countersign/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { parts } from '#api/app/readiness/checks.ts'
import { openReadiness, type Readiness } from '#api/app/readiness/readiness.ts'
import { statesOf } from '#api/app/trust-services/health.ts'

export interface HealthOptions {
  readonly elapsed?: (() => number) | undefined
  readonly readiness?: (() => Promise<Readiness>) | undefined
  /** Whether this process has been asked to stop, and closes its port soon. */
  readonly isStopping?: (() => boolean) | undefined
}

/**
 * /healthz: the process is alive. /readyz: all that a signature needs is there, each part named; where one is not, why
 * and since when, in words that tell nothing of the inside.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Context,
  { elapsed, readiness = openReadiness(context, { elapsed }), isStopping = () => false }: HealthOptions = {},
): () => Promise<Readiness> {
  app.get('/healthz', async () => ({ status: 'UP' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    // Nothing is asked of what is about to close.
    if (isStopping()) return reply.status(503).send({ status: 'STOPPING' })
    const states = await readiness()
    const [down, degraded] = downParts(states)
    return reply.status(down.length === 0 ? 200 : 503).send({
      status: down.length === 0 ? 'UP' : 'DOWN',
      groups: Object.fromEntries(parts.map((part) => [part, states[part].reason === null])),
      down,
      // People still sign, for a while; someone has to see to it.
      degraded,
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
  isStopping: () => boolean = () => false,
): void {
  for (const call of [getHealth, getHealthV2, getHealthV3])
    bind(app, context, call, async () => {
      if (isStopping() || downParts(await readiness())[0].length > 0)
        throw new Refusal('service.unavailable', { retryAfter: 10 })
      return { status: 'UP' as const, groups: ['liveness', 'readiness'] }
    })
}

/** The parts without which nobody signs, and the others. */
function downParts(states: Readiness) {
  const down = Object.entries(states).flatMap(([part, { reason, since }]) =>
    reason === null ? [] : [{ part, reason, since: since.toISOString() }],
  )
  const isEssential = ({ part }: { part: string }) => parts.some((one) => one === part)
  return [down.filter(isEssential), down.filter((one) => !isEssential(one))] as const
}
