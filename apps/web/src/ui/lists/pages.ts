/** How many a list may show on a page. */
export const pageSizes = [25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** The service takes no higher one; a list that is shorter leads to its last page. */
const highestPage = 1_000_000

/** The page that an address names, which may be written by hand. */
export function pageIn(search: URLSearchParams): number {
  return Math.min(Math.max(Math.trunc(Number(search.get('page'))) || 1, 1), highestPage)
}

/** The page numbers to show around `page`: first, last, neighbours; null where some are left out. */
export function pagesToShow(page: number, total: number): readonly (number | null)[] {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  const from = Math.min(Math.max(page - 1, 2), total - 4)
  const to = Math.max(Math.min(page + 1, total - 1), 5)
  const start = from <= 3 ? 2 : from
  const end = to >= total - 2 ? total - 1 : to
  const middle = Array.from({ length: end - start + 1 }, (_, index) => start + index)
  return [1, ...(start > 2 ? [null] : []), ...middle, ...(end < total - 1 ? [null] : []), total]
}

/** How many are on this page: '25 of 1,284' counts what is shown. */
export function shownOnPage(page: number, size: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 }
  return { from: Math.min((page - 1) * size + 1, total), to: Math.min(page * size, total) }
}
