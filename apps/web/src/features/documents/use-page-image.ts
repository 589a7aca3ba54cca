import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PageSource } from './page-source.ts'

/** The image of a page as an address for `img`. While a sharper one loads the one before stays. */
export function usePageImage(
  source: PageSource,
  page: { documentId: string; index: number },
  scale: number,
  wanted: boolean,
) {
  const { firstScale = scale } = source
  const query = useQuery({
    ...pageImageQuery(source, page, scale),
    enabled: wanted,
    placeholderData: keepPreviousData,
  })
  const small = useQuery({
    ...pageImageQuery(source, page, firstScale),
    enabled: wanted && page.index === 0 && firstScale < scale && !query.data,
  })
  const url = useObjectUrl(query.data ?? small.data)
  return { url, failed: query.isError, again: query.refetch }
}

function pageImageQuery(
  source: PageSource,
  { documentId, index }: { documentId: string; index: number },
  scale: number,
) {
  return queryOptions({
    queryKey: ['page-image', documentId, index, scale],
    queryFn: ({ signal }) => source.image(documentId, index, scale, signal),
    // A document never changes, so neither does the image of its page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      // An image that is just being drawn still asks for it.
      window.setTimeout(() => URL.revokeObjectURL(made), 5000)
    }
  }, [blob])
  return url
}

export function pageTextQuery(
  source: PageSource,
  { documentId, index }: { documentId: string; index: number },
) {
  return queryOptions({
    queryKey: ['page-text', documentId, index],
    queryFn: ({ signal }) => source.text(documentId, index, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
