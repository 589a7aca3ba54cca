import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Calls under way are carried out when the process is asked to end, but it waits no longer than this for anybody. */
const endWithin = 20_000

/**
 * Closes what is left open when the service ends: browsers open connections before they ask for anything, and the server
 * itself would wait a minute for each of them.
 */
export function closeConnections(app: FastifyInstance): void {
  // Not by their ids: a caller may choose the same one twice.
  const underWay = new Set<FastifyRequest>()
  let closing = false
  const closeIfDone = () => {
    // The last answer is on its way out: it is let go first.
    if (closing && underWay.size === 0) setImmediate(() => app.server.closeAllConnections())
  }
  app.addHook('onRequest', async (request) => void underWay.add(request))
  const end = (request: FastifyRequest) => {
    underWay.delete(request)
    closeIfDone()
  }
  app.addHook('onResponse', async (request) => end(request))
  app.addHook('onRequestAbort', async (request) => end(request))
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), endWithin).unref()
    setImmediate(closeIfDone)
  })
}
