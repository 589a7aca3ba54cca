import { createServer } from 'node:http'
import { once } from 'node:events'
import { collectDefaultMetrics, register } from 'prom-client'
import type { Config } from '#api/platform/settings/config.ts'
import type { Context } from '#api/providers/context.ts'
import { measureTrustServices } from '#api/app/trust-services/measure-health.ts'

/** Prometheus' page, on a port of its own that is not for the world. */
export async function serveMetrics(
  config: Config,
  services: Context['trustServices'],
): Promise<{ close(): Promise<void> }> {
  collectDefaultMetrics()
  measureTrustServices(services)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(config.metricsPort)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const message = `Port ${config.metricsPort} is taken. Set METRICS_PORT to another one.`
    throw Object.assign(new Error(message, { cause: error }), { name: 'PortTaken' })
  }
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
