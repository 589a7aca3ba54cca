import { useEffect } from 'react'

interface AskedList {
  readonly data: { readonly items: readonly unknown[]; readonly total_pages: number } | undefined
  readonly isPlaceholderData: boolean
}

/** Whether a page was asked for that there isn’t, or no longer: the last row of it went. Then `onPage` leads to the last. */
export function useExistingPage(
  { data, isPlaceholderData }: AskedList,
  page: number,
  onPage: (page: number) => void,
): boolean {
  const last = lastPageFor(page, isPlaceholderData ? undefined : data)
  useEffect(() => {
    if (last !== null) onPage(last)
  }, [last, onPage])
  return last !== null
}

/** The page to show in place of one without rows; null where it has some, or is the only one. */
export function lastPageFor(page: number, list: AskedList['data']): number | null {
  if (!list || list.items.length > 0) return null
  const last = Math.max(1, list.total_pages)
  return page > last ? last : null
}
