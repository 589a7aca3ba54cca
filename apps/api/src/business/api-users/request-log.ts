import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorKeyOf } from '#api/platform/http/problem.ts'
import { redacted } from '#api/platform/http/redact.ts'
import type { Context } from '#api/providers/context.ts'
import { insertApiRequests, type NewApiRequest } from './request-repository.ts'

const writeEveryMilliseconds = 1000
/** Those that wait while the database is away; more are not remembered. */
const waitingAtMost = 10_000
/** A statement takes 65,535 parameters. */
const rowsAtOnce = 1000

const callers = new WeakMap<FastifyRequest, string>()

/** Whose call it is, as soon as its token is known: also where it is refused then. */
export function noteCaller(request: FastifyRequest, apiUserId: string): void {
  callers.set(request, apiUserId)
}

/**
 * Writes down the calls of API users: method, path, status, time and error. Together once a second, so that no call waits
 * for it; a process that is killed loses the last second of this log, and of nothing else.
 */
export function recordApiRequests(app: FastifyInstance, context: Context): void {
  let waiting: NewApiRequest[] = []
  const write = async () => {
    const rows = waiting
    waiting = []
    try {
      while (rows.length > 0) {
        await insertApiRequests(context.db, rows.slice(0, rowsAtOnce))
        rows.splice(0, rowsAtOnce)
      }
    } catch (error) {
      context.log.warn({ err: error }, 'calls of API users were not written down')
      waiting = [...rows, ...waiting].slice(0, waitingAtMost)
    }
  }
  const timer = setInterval(() => void write(), writeEveryMilliseconds).unref()
  app.addHook('onResponse', async (request, reply) => {
    const apiUserId = callers.get(request)
    if (apiUserId === undefined || waiting.length >= waitingAtMost) return
    waiting.push({
      apiUserId,
      at: context.now(),
      method: request.method,
      path: (redacted(request.url).split('?')[0] ?? '').slice(0, 500),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      errorKey: errorKeyOf(request) ?? null,
    })
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
