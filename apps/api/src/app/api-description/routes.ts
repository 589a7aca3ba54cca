import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeApi, describeIntegrationApi } from './document.ts'
import { guidePages } from './guide/pages.ts'
import { references, renderPage } from './guide/render.ts'
import { guideStyle } from './guide/style.ts'
import { pagePolicy, readFont, readRedoc, referencePage, startScript } from './page.ts'

const compress = promisify(gzip)

/**
 * The API for people at `/docs`: a guide that begins with the first request, and the references. For machines at
 * `/openapi.json`, and at `/openapi-integration.json` what API users call. Made once, when first asked for.
 */
export async function registerApiDescription(app: FastifyInstance, publicUrl: string): Promise<void> {
  const description = asset('application/json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(describeApi())),
  )
  const redoc = asset('text/javascript; charset=utf-8', readRedoc)
  const start = asset('text/javascript; charset=utf-8', () => Buffer.from(startScript))
  app.get('/openapi.json', description)
  app.get(
    '/openapi-integration.json',
    asset('application/json; charset=utf-8', () => Buffer.from(JSON.stringify(describeIntegrationApi()))),
  )
  const style = asset('text/css; charset=utf-8', () => Buffer.from(guideStyle))
  for (const guidePage of guidePages)
    app.get(
      guidePage.path,
      asset('text/html; charset=utf-8', () => Buffer.from(renderPage(guidePage, publicUrl))),
    )
  app.get('/docs/guide.css', style)
  for (const reference of references)
    app.get(reference.path, async (_request, reply) =>
      reply
        .header('Content-Security-Policy', pagePolicy)
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(referencePage(reference)),
    )
  app.get('/docs/redoc.js', redoc)
  app.get('/docs/start.js', start)
  app.get('/docs/inter.woff2', asset('font/woff2', readFont))
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
