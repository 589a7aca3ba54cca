import { type Asset, meta, withHead } from './web-asset.ts'

/** Each business has websites of its own: so many pages are kept, those that were asked for last. */
export const framedAtMost = 100

/**
 * The page with the websites it may talk to. Its ETag is another one: with a 304 a browser would keep the headers it has.
 * For the same websites it is made and compressed once.
 */
export function framedPages(): (page: Asset, ancestors: readonly string[]) => Asset {
  const known = new Map<string, Asset>()
  return (page, ancestors) => {
    const websites = ancestors.join(' ')
    // A page has one version for each language that its words are preloaded in.
    const key = `${page.etag} ${websites}`
    const framed = known.get(key) ?? withHead(page, meta('embedding', websites), 'first')
    // At the end of the map is what was asked for last.
    known.delete(key)
    known.set(key, framed)
    const [oldest] = known.keys()
    if (known.size > framedAtMost && oldest !== undefined) known.delete(oldest)
    return framed
  }
}
