import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { PortTaken } from '#api/app/port-taken.ts'
import { isSameSecret } from '#api/platform/secrets/is-same-secret.ts'
import type { Config } from '#api/platform/settings/config.ts'
import type { Metrics } from './open-metrics.ts'

/** Prometheus' page, on a port of its own that is not for the world; with METRICS_TOKEN for those who have it alone. */
export async function serveMetrics(
  {
    host,
    metricsPort,
    metricsToken,
  }: Pick<Config, 'metricsPort' | 'metricsToken'> & Partial<Pick<Config, 'host'>>,
  metrics: Metrics,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (
      metricsToken !== undefined &&
      !isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    )
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  }
  await listen(server, metricsPort, host)
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen({ port, ...(host && { host }) })
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new PortTaken(`Port ${port} is taken. Set METRICS_PORT to another one.`, { cause: error })
  }
}
