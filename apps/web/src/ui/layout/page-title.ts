import { useEffect } from 'react'

/** '{page} - Countersign', or the product's name alone. */
export function pageTitle(page: string): string {
  return page ? `${page} - Countersign` : 'Countersign'
}

/** Where a route has no title: the last static part of its path, dashes as spaces, words capitalised. */
export function titleOfPath(path: string): string {
  const last =
    path
      .split('/')
      .filter((part) => part && !part.startsWith('$'))
      .at(-1) ?? ''
  return last.replaceAll('-', ' ').replace(/(^|\s)\S/gu, (letter) => letter.toLocaleUpperCase())
}

const claims = new Set<object>()

/** The page's own title, for as long as the page is shown; while it has none, the one of its path. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    if (page === '') return
    const claim = {}
    claims.add(claim)
    document.title = pageTitle(page)
    return () => {
      claims.delete(claim)
    }
  }, [page])
}

/** The title made of the route's path, where the page that is shown has none of its own. */
export function usePathTitle(path: string): void {
  useEffect(() => {
    if (claims.size === 0) document.title = pageTitle(titleOfPath(path))
  }, [path])
}
