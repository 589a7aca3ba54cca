import { fastify, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { registerHealth } from './health.ts'

/** What a worker, which serves nothing else, answers to those who watch over it. */
export function buildHealthHost(context: Context, elapsed?: () => number): FastifyInstance {
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  registerHealth(app, context, elapsed)
  return app
}
