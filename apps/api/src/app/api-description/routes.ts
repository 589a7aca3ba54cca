import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeApi } from './document.ts'
import { page, pagePolicy, readRedoc, startScript } from './page.ts'

const compress = promisify(gzip)

/** The API's description for machines at `/openapi.json`, and for people at `/docs`. Made once, when first asked for. */
export async function registerApiDescription(app: FastifyInstance): Promise<void> {
  const description = asset('application/json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(describeApi())),
  )
  const redoc = asset('text/javascript; charset=utf-8', readRedoc)
  const start = asset('text/javascript; charset=utf-8', () => Buffer.from(startScript))
  app.get('/openapi.json', description)
  app.get('/docs', async (_request, reply) =>
    reply
      .header('Content-Security-Policy', pagePolicy)
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  )
  app.get('/docs/redoc.js', redoc)
  app.get('/docs/start.js', start)
}

/** Serves what `make` makes: kept, and compressed once. */
function asset(contentType: string, make: () => Buffer) {
  let made: Promise<{ plain: Buffer; compressed: Buffer }> | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= Promise.resolve(make()).then(async (plain) => ({ plain, compressed: await compress(plain) }))
    const { plain, compressed } = await made
    reply.header('Cache-Control', 'public, max-age=300').header('Vary', 'Accept-Encoding').type(contentType)
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('Content-Encoding', 'gzip').send(compressed)
  }
}
