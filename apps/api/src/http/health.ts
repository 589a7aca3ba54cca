import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/context.ts'
import { statesOf } from '#api/trust-services/health.ts'

/** /healthz: the process is alive. /readyz: database, storage and queue are there, each named. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', async () => ({ status: 'UP' }))
  app.get('/readyz', async (_request, reply) => {
    const [database, storage, jobs] = await Promise.all([
      works(() => context.pool.query('SELECT 1')),
      works(() => context.documentStore.probe()),
      works(() => context.pool.query("SELECT 'enqueue_job'::regproc")),
    ])
    const ready = database && storage && jobs
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'UP' : 'DOWN',
      groups: { database, storage, jobs },
      // What they do is told, and takes nobody out of service: people sign without them too.
      trust_services: statesOf(context.trustServices),
      identification_providers: Object.fromEntries(
        context.identification.all().map((provider) => [provider.name, provider.health().state]),
      ),
    })
  })
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch {
    return false
  }
}
