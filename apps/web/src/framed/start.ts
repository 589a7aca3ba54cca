import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasSigned } from '#web/features/signing/situation.ts'
import { allowedOrigins } from '#web/lib/browser/embedding.ts'
import { isLinkOver } from '#web/lib/requests/direct-link.ts'
import { delegated, eventsOf, failureOf, type EmbeddingEvent } from './embedding-event.ts'
import { stayInFrame } from './stay-in-frame.tsx'
import { targetOrigins } from './target-origins.ts'

/** What only a page in another website's frame does: loaded there, and nowhere else. */
export function startFramed(queries: QueryClient): void {
  const targets = targetOrigins(allowedOrigins(), {
    // Firefox hasn't had it for long.
    ancestor: (location as Partial<Location>).ancestorOrigins?.[0],
    referrer: document.referrer,
  })
  stayInFrame()
  followLink(queries.getQueryCache(), (event) => {
    for (const target of targets) window.parent.postMessage(event, target)
  })
}

/** Tells what becomes of the request that the page shows, each event once. */
function followLink(cache: QueryCache, tell: (event: EmbeddingEvent) => void): void {
  const told = new Set<string>()
  const tellOnce = (event: EmbeddingEvent) => {
    const text = JSON.stringify(event)
    if (told.has(text)) return
    told.add(text)
    tell(event)
  }
  const look = ({ queryKey: [name, ...ids], state }: Query) => {
    const isRequest = name === 'direct-signature-request'
    if (!isRequest && name !== 'direct-user') return
    const shown = isRequest
      ? state.data
      : cache.find({ queryKey: ['direct-signature-request', ...ids] })?.state.data
    const request = shown as SignatureRequest | undefined
    if (isRequest && request) eventsOf(request).forEach(tellOnce)
    // A link that ends while its page is open shows nothing either, but that one has signed.
    const isOver = isLinkOver(state.error) && !(request && hasSigned(request))
    if (state.status === 'error' && (state.data ? isOver : true))
      tellOnce(failureOf(String(ids[0]), state.error, request))
  }
  for (const query of cache.getAll()) look(query)
  cache.subscribe((event) => {
    const { query } = event
    look(query)
    // Who has delegated it asks no longer (direct-sign.tsx).
    const isLeft = event.type === 'observerOptionsUpdated' && event.observer.options.enabled === false
    if (isLeft && query.queryKey[0] === 'direct-signature-request' && query.state.data)
      tellOnce(delegated(query.state.data as SignatureRequest))
  })
}
