import { fastify, type FastifyInstance } from 'fastify'
import { observeRequests, withRequestIds } from '#api/platform/http/observe-requests.ts'
import type { Context } from '#api/providers/context.ts'
import { type HealthOptions, registerHealth } from '../health/routes.ts'

/** What a worker, which serves nothing else, answers to those who watch over it. */
export function buildHealthHost(context: Context, options: HealthOptions = {}): FastifyInstance {
  const app = fastify({
    loggerInstance: context.log,
    ...withRequestIds,
  })
  observeRequests(app)
  registerHealth(app, context, options)
  return app
}
