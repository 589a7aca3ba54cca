import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { isPage } from '@countersign/contract/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#api/platform/settings/config.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import { framedPages } from './framed-pages.ts'
import type { PageAnswer } from '../not-found.ts'
import { openPagePreloads } from './page-preloads.ts'
import { allowFraming } from '../security-headers.ts'
import { type Asset, etagOf, meta, pack, withHead } from './web-asset.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const dist = new URL('../../../../../web/dist/', import.meta.url).pathname

export interface WebApp {
  readonly answer: PageAnswer
  /** One of its files as it was built; null where there is none. */
  readonly readFile: (path: string) => Promise<Uint8Array | null>
}

/**
 * The built web app: its files from memory, compressed once each. The address of a page is its one document; any other is
 * answered with 404, for a browser by the same document, which says so.
 */
export function openWebApp(
  context: PlatformContext,
  /** The websites that may show the page of a path in a frame. */
  frameAncestors: (path: string) => Promise<readonly string[]>,
  directory = decodeURIComponent(dist),
): WebApp {
  const framed = framedPages()
  const loadPreloads = onceRead(() => openPagePreloads(directory))
  const load = onceRead(() => loadAssets(directory, headOf(context.config)))
  const answer: PageAnswer = async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const all = await load()
    const path = request.url.split('?')[0] ?? '/'
    const asset = all.get(path)
    const known = asset !== undefined || isPage(path)
    // A file that is not there is not a page: an old page asking for an old script has to notice.
    if (!known && (path.startsWith('/assets/') || !acceptsPage(request))) return false
    const found = asset ?? all.get('/index.html')
    if (!found) return false
    if (!known) reply.code(404)
    const { 'accept-encoding': encodings = '', 'if-none-match': etag } = request.headers
    // While it can't be looked up, nobody may: the page itself says that the service is away.
    const ancestors = known && !asset ? await frameAncestors(path).catch(() => []) : []
    if (ancestors.length > 0) allowFraming(reply, ancestors)
    const whole = asset || !known ? found : (await loadPreloads())(found, request)
    const page = ancestors.length > 0 ? framed(whole, ancestors) : whole
    await send(reply, page, encodings, known ? etag : undefined)
    return true
  }
  return { answer, readFile: async (path) => (await load()).get(path)?.content ?? null }
}

/** Reads it at the first call. What could not be read, such as while too many files are open, is read again at the next. */
function onceRead<Content>(read: () => Promise<Content>): () => Promise<Content> {
  let reading: Promise<Content> | undefined
  return () =>
    (reading ??= read().catch((failure: unknown) => {
      reading = undefined
      throw failure
    }))
}

const acceptsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

/**
 * They say nothing about a script: a page loads some thirty, and these headers would be a quarter of what it waits for. A
 * worker would be governed by its script's own policy; there is none.
 */
const ofDocuments = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

async function send(
  reply: FastifyReply,
  asset: Asset,
  accepts: string,
  known: string | undefined,
): Promise<void> {
  reply.header('Cache-Control', asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('Vary', 'Accept-Encoding')
  // The document that tells of a missing page is not that page: it cannot be revalidated as one.
  // One that never changes isn't asked for twice.
  if (reply.statusCode === 200 && !asset.hashed) reply.header('ETag', asset.etag)
  if (known === asset.etag) {
    reply.status(304).send()
    return
  }
  reply.header('Content-Type', asset.type)
  if (asset.hashed && asset.type.startsWith('text/javascript'))
    for (const name of ofDocuments) reply.raw.removeHeader(name)
  const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null
  if (!encoding || !/text|javascript|json|svg/.test(asset.type)) {
    reply.send(asset.content)
    return
  }
  reply.header('Content-Encoding', encoding).send(await pack(asset, encoding))
}

/** What the page has to know of this installation before its first call. */
function headOf({ testSystem, outside, termsUrl, frontPage }: Config): string {
  const metas = testSystem ? [meta('test-system', '1')] : []
  if (termsUrl !== undefined) metas.push(meta('terms-url', termsUrl))
  if (frontPage.price !== undefined) metas.push(meta('price', frontPage.price))
  if (frontPage.dataLocation !== undefined) metas.push(meta('data-location', frontPage.dataLocation))
  if (Object.keys(outside).length > 0) metas.push(meta('outside', JSON.stringify(outside)))
  return metas.join('')
}

async function loadAssets(directory: string, head: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  if (!existsSync(directory)) return assets
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(directory, file).split('\\').join('/')}`
    if (path.startsWith('/.vite/') || path.endsWith('.br')) continue
    const content = await readFile(file)
    const asset: Asset = {
      type: types[extname(path)] ?? 'application/octet-stream',
      content,
      etag: etagOf(content),
      hashed: path.startsWith('/assets/'),
      packed: new Map(
        existsSync(`${file}.br`) ? [['br', Promise.resolve(await readFile(`${file}.br`))]] : [],
      ),
    }
    assets.set(path, path === '/index.html' ? withHead(asset, head, 'first') : asset)
  }
  return assets
}
