import type { PageText } from '@countersign/contract/documents.ts'
import { CancelledError, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PageSource } from '../page-source.ts'
import { pageTextQuery } from '../use-page-image.ts'
import type { ViewerPage } from '../viewer-page.ts'
import { findIn, type TextMatch } from './find-text.ts'

export interface FindResult {
  readonly page: ViewerPage
  readonly text: PageText
  readonly hit: TextMatch
}

export interface Search {
  readonly found: readonly FindResult[]
  /** Pages that were looked at, of all; pages that could not be read count too. */
  readonly done: number
  readonly failed: boolean
}

const nothing: Search = { found: [], done: 0, failed: false }
/** So many pages are asked for at once, while the one who searches already sees the first hits. */
const atOnce = 4
/** One waits for the next letter before all pages are asked for. */
const pause = 200

/** Looks for a text on all pages, also on those that were never in sight. */
export function useFind(pages: readonly ViewerPage[], source: PageSource, query: string): Search {
  const queries = useQueryClient()
  const [search, setSearch] = useState<Search>(nothing)
  useEffect(() => {
    setSearch(nothing)
    if (query.trim() === '') return
    const stop = new AbortController()
    const timer = window.setTimeout(() => {
      void findOnAll({ queries, pages, source, query, signal: stop.signal, onProgress: setSearch })
    }, pause)
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [queries, pages, source, query])
  return search
}

async function findOnAll(options: {
  queries: QueryClient
  pages: readonly ViewerPage[]
  source: PageSource
  query: string
  signal: AbortSignal
  onProgress: (search: Search) => void
}): Promise<void> {
  const { queries, pages, source, query, signal, onProgress } = options
  const byPage: FindResult[][] = []
  const waiting = [...pages]
  let done = 0
  let failed = false
  async function textOf(page: ViewerPage): Promise<PageText> {
    try {
      return await queries.fetchQuery(pageTextQuery(source, page))
    } catch (failure) {
      // The viewer's own question, which this one had joined, was given up with a page that went out of sight.
      if (!(failure instanceof CancelledError) || signal.aborted) throw failure
      return textOf(page)
    }
  }
  async function work(): Promise<void> {
    const page = waiting.shift()
    if (!page || signal.aborted) return
    try {
      const text = await textOf(page)
      byPage[page.position] = findIn(text, query).map((hit) => ({ page, text, hit }))
    } catch {
      failed = true
    }
    done += 1
    if (!signal.aborted) onProgress({ found: byPage.flat(), done, failed })
    return work()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
