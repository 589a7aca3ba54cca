import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The query of the address, as text; follows every navigation. */
export function useSearchParameters(): URLSearchParams {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Reads a query as text and nothing else: '?q=007' is not the number 7. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
