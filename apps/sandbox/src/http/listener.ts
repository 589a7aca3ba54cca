import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo, Server as NetServer } from 'node:net'
import fastify from 'fastify'
import type { FastifyError, FastifyInstance } from 'fastify'

const BODY_LIMIT = 1024 * 1024

export type Listener = { port: number; app: FastifyInstance; close(): Promise<void> }

/**
 * Binds the port first and builds the routes after, so that certificates can carry the final address even when the
 * port is 0. Call `app.ready()` once the routes are registered.
 */
export async function openListener(
  port: number,
  host: string,
  server: Server | TlsServer = createServer(),
): Promise<Listener> {
  // As Fastify's own server has it. After Node's five seconds a client that is busy writes to a connection that is being closed.
  server.keepAliveTimeout = 72_000
  const bound = await listen(server, port, host)
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    serverFactory: (handler) => server.on('request', handler),
    schemaErrorFormatter: ([first], where) => {
      const missing = first?.params['missingProperty']
      const field = typeof missing === 'string' ? missing : (first?.instancePath.slice(1) ?? where)
      return Object.assign(new Error(`${field} ${first?.message ?? 'is wrong'}`), { field })
    },
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found\n'))
  app.setErrorHandler<FastifyError & { field?: string }>((error, _request, reply) => {
    const status = error.statusCode ?? 500
    const message = status < 500 ? error.message : 'The sandbox failed to answer this call'
    return reply.code(status).send({ status, field: error.field, message })
  })
  return {
    port: bound,
    app,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await app.close()
    },
  }
}

/** Resolves with the port that was bound; rejects with the system's error (EADDRINUSE when it is taken). */
export function listen(server: Server | NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(portOf(server.address()))
    })
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The listener has no port')
  return address.port
}
