import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)
const file = new URL('./embed-v1.js', import.meta.url)

/** The script that other websites load: with the address of this installation, readable as it is written. */
export async function embedScript(publicUrl: string): Promise<Buffer> {
  const { origin } = new URL(publicUrl)
  return Buffer.from(
    (await readFile(file, 'utf8')).replace("'{origin}'", JSON.stringify(origin)).replace('{origin}', origin),
  )
}

/**
 * `/embed/v1.js`: any website may load it. Kept for a day, and for a week while it is fetched again: a website keeps working when
 * it is corrected, and what is incompatible is `/embed/v2.js`.
 */
export function registerEmbedScript(app: FastifyInstance, publicUrl: string): void {
  let made: Promise<{ plain: Buffer; compressed: Buffer; etag: string }> | undefined
  app.get('/embed/v1.js', async (request, reply) => {
    made ??= embedScript(publicUrl).then(async (plain) => ({
      plain,
      compressed: await compress(plain, { level: 9 }),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    }))
    const { plain, compressed, etag } = await made
    reply
      .header('Cache-Control', 'public, max-age=86400, stale-while-revalidate=604800')
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Vary', 'Accept-Encoding')
      .header('ETag', etag)
      .type('text/javascript; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('Content-Encoding', 'gzip').send(compressed)
  })
}
