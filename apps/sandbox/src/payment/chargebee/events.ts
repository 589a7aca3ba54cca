import { list } from './list.ts'
import type { Event, EventSource } from './resources.ts'
import { get } from './route.ts'
import type { Route } from './route.ts'
import { shown } from './site.ts'
import type { Store } from './store.ts'

const kept = 5000

export const eventRoutes: Route[] = [
  get('/events', ({ site, params }) =>
    list(params, {
      name: 'event',
      rows: site.tables.events.all(),
      filters: ['id', 'event_type', 'webhook_status', 'source', 'occurred_at'],
      sortBy: ['occurred_at'],
    }),
  ),
  get('/events/:id', ({ site, id }) => ({ event: shown(site.tables.events.need(id)) })),
]

/** Keeps the event. Its content is how things were then, and does not change any longer. */
export function keepEvent(
  store: Store,
  given: {
    id: string
    type: string
    content: Record<string, unknown>
    source: EventSource
    now: number
    hasWebhook: boolean
  },
): Event {
  const status = given.hasWebhook ? 'scheduled' : 'not_configured'
  const event = store.tables.events.add({
    id: given.id,
    object: 'event',
    occurred_at: given.now,
    source: given.source,
    api_version: 'v2',
    event_type: given.type,
    webhook_status: status,
    webhooks: given.hasWebhook ? [{ id: 'whv2_sandbox', object: 'webhook', webhook_status: status }] : [],
    content: given.content,
  })
  const all = store.tables.events.all()
  const [oldest] = all
  if (oldest && all.length > kept) store.tables.events.remove(oldest.id)
  return event
}
