import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../../faults/fault-board.ts'
import { openListener } from '../../http/listener.ts'
import type { PaymentClock } from '../clock.ts'
import { registerApi } from './api.ts'
import { keepEvent } from './events.ts'
import { openKeys } from './keys.ts'
import type { Settings } from './keys.ts'
import { registerPages } from './pages/page-routes.ts'
import { createRenewals } from './subscriptions/renewals.ts'
import { createSite } from './site.ts'
import { openStore } from './store.ts'
import { registerTestRoutes } from './test-routes.ts'
import { createWebhooks } from './webhooks.ts'

export interface Chargebee {
  port: number
  settings: Settings
  close(): Promise<void>
}

/** A Chargebee site: its API on a port of its own, its pages with those of the sandbox. */
export async function openChargebee(given: {
  /** 0 for any free one. */
  port: number
  host: string
  /** Where the sandbox's pages are. */
  url: string
  app: FastifyInstance
  data: string | undefined
  clock: PaymentClock
  faults: FaultBoard
  productUrl: string | undefined
}): Promise<Chargebee> {
  const { host, url, app, data, clock, faults, productUrl } = given
  const listener = await openListener(given.port, host)
  // Under the name that others reach the sandbox by. The package takes the site for the host when its suffix is empty.
  const name = new URL(url).hostname
  const apiUrl = `http://${name}:${listener.port}`
  const settings: Settings = { apiUrl, site: name, ...openKeys(data) }
  const store = openStore(data)
  const webhooks = createWebhooks({
    address: productUrl ? `${productUrl}/v2/webhooks/chargebee` : undefined,
    settings,
    faults,
    save: store.save,
  })
  const site = createSite({
    store,
    faults,
    url,
    now: clock.now,
    onEvent: (type, content, source) => {
      const now = site.now()
      const hasWebhook = productUrl !== undefined
      webhooks.send(keepEvent(store, { id: site.newId('ev_'), type, content, source, now, hasWebhook }))
    },
  })
  const renewals = createRenewals(site, async () => store.save())
  clock.add(renewals)
  // What fell due since someone last moved the clock, because time passes without them too.
  const catchUp = async (): Promise<void> => {
    if ((renewals.nextDue() ?? Infinity) <= clock.now()) await clock.moveTo(clock.now() + 1000)
  }
  await registerApi(listener, { site, apiKey: settings.apiKey, clock: clock.now, catchUp })
  await registerPages(app, site)
  registerTestRoutes(app, { site, webhooks, clock })
  await listener.app.ready()
  for (const event of store.tables.events.all())
    if (event.webhook_status === 'scheduled' || event.webhook_status === 're_scheduled') webhooks.send(event)
  return {
    port: listener.port,
    settings,
    close: async () => {
      await listener.close()
      await webhooks.close()
      store.close()
    },
  }
}
