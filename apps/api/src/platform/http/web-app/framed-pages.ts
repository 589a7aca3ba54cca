import { type Asset, etagOf, meta } from './web-asset.ts'

/** Each business has websites of its own: so many pages are kept, those that were asked for last. */
export const framedAtMost = 100

/**
 * The page with the websites it may talk to. Its ETag is another one: with a 304 a browser would keep the headers it has.
 * For the same websites it is made and compressed once.
 */
export function framedPages(): (page: Asset, ancestors: readonly string[]) => Asset {
  const known = new Map<string, { readonly of: Asset; readonly framed: Asset }>()
  return (page, ancestors) => {
    const websites = ancestors.join(' ')
    const found = known.get(websites)
    const framed = found?.of === page ? found.framed : frame(page, websites)
    // At the end of the map is what was asked for last.
    known.delete(websites)
    known.set(websites, { of: page, framed })
    const [oldest] = known.keys()
    if (known.size > framedAtMost && oldest !== undefined) known.delete(oldest)
    return framed
  }
}

function frame(page: Asset, websites: string): Asset {
  const head = `<head>${meta('embedding', websites)}`
  const content = Buffer.from(page.content.toString().replace('<head>', () => head))
  return { ...page, content, etag: etagOf(content), packed: new Map() }
}
