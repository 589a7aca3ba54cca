import type { Origin } from '../account.ts'
import { list, listParams } from '../list.ts'
import { apiVersion } from '../resources.ts'
import type { Event } from '../resources.ts'
import { get } from '../route.ts'
import type { Route } from '../route.ts'
import type { Store } from '../store.ts'

const kept = 5000
/** Events can be listed for thirty days. */
const listed = 30 * 86_400

export const eventRoutes: Route[] = [
  get('/events', [...listParams, 'type', 'types[]', 'delivery_success'], ({ account, params }) => {
    const types = params.texts('types')
    const type = params.text('type')
    const delivered = params.flag('delivery_success')
    const isType = (one: string) =>
      type === undefined || (type.endsWith('*') ? one.startsWith(type.slice(0, -1)) : one === type)
    const rows = account.tables.events
      .all()
      .filter(
        (one) =>
          one.created > account.now() - listed &&
          isType(one.type) &&
          (types === undefined || types.includes(one.type)) &&
          (delivered === undefined || one.hidden.isDelivered === delivered),
      )
    return list(params, '/v1/events', rows)
  }),
  get('/events/:id', [], ({ account, id }) => account.tables.events.need(id)),
]

/** Keeps the event. Its object is how things were then, and never changes. */
export function keepEvent(
  store: Store,
  given: {
    id: string
    type: string
    object: object
    previous: object | undefined
    origin: Origin
    now: number
    hasWebhook: boolean
  },
): Event {
  const event = store.tables.events.add({
    id: given.id,
    object: 'event',
    api_version: apiVersion,
    created: given.now,
    livemode: false,
    type: given.type,
    pending_webhooks: given.hasWebhook ? 1 : 0,
    request: given.origin,
    data: { object: given.object, ...(given.previous && { previous_attributes: given.previous }) },
    hidden: { isDelivered: !given.hasWebhook },
  })
  const all = store.tables.events.all()
  const [oldest] = all
  if (oldest && all.length > kept) store.tables.events.remove(oldest.id)
  return event
}
