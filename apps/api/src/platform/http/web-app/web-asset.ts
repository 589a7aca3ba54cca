import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of the web app, in memory. */
export interface Asset {
  readonly type: string
  readonly content: Buffer
  readonly etag: string
  /** Its name says what is in it: it never changes. */
  readonly hashed: boolean
  /** Compressed once, when it is first asked for so. */
  readonly packed: Map<'br' | 'gzip', Promise<Buffer>>
}

export const etagOf = (content: Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

export function pack(asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const kept = asset.packed.get(encoding)
  if (kept) return kept
  const packed =
    encoding === 'br'
      ? promisify(brotliCompress)(asset.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : promisify(gzip)(asset.content, { level: 9 })
  asset.packed.set(encoding, packed)
  return packed
}

/** The same page with more in its head: before all that is there, or after it. */
export function withHead(page: Asset, tags: string, place: 'first' | 'last'): Asset {
  const [mark, put] = place === 'first' ? ['<head>', `<head>${tags}`] : ['</head>', `${tags}</head>`]
  const content = Buffer.from(page.content.toString().replace(mark, () => put))
  return { ...page, content, etag: etagOf(content), packed: new Map() }
}

export function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">`
}
