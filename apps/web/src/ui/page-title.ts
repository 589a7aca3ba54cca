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

export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page)
  }, [page])
}
