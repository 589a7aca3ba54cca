import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../../faults/fault-board.ts'
import { openListener } from '../../http/listener.ts'
import type { PaymentClock } from '../clock.ts'
import { scriptPath } from '../stripe-pages/addresses.ts'
import { registerPages } from '../stripe-pages/register-pages.ts'
import { createAccount } from './account.ts'
import { registerApi } from './api.ts'
import { keepEvent } from './events/events.ts'
import { openKeys } from './keys.ts'
import type { Settings } from './keys.ts'
import { createPages } from './pages.ts'
import { createRenewals } from './subscriptions/renewals.ts'
import { openStore } from './store.ts'
import { registerTestRoutes } from './test-routes.ts'
import { createWebhooks } from './events/webhooks.ts'

export interface Stripe {
  port: number
  settings: Settings
  close(): Promise<void>
}

/** A Stripe account: its API and its pages on a port of their own, the routes for tests with those of the sandbox. */
export async function openStripe(given: {
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
  /** The time in the signatures of webhooks, in milliseconds. */
  signedAt?: () => number
}): Promise<Stripe> {
  const { host, app, data, clock, faults, productUrl } = given
  const listener = await openListener(given.port, host)
  const apiUrl = `http://${new URL(given.url).hostname}:${listener.port}`
  const settings: Settings = { apiUrl, scriptUrl: apiUrl + scriptPath, ...openKeys(data) }
  const store = openStore(data)
  const webhooks = createWebhooks({
    address: productUrl ? `${productUrl}/v2/webhooks/stripe` : undefined,
    settings,
    faults,
    save: store.save,
    signedAt: given.signedAt ?? Date.now,
  })
  const account = createAccount({
    store,
    faults,
    url: apiUrl,
    now: clock.now,
    onEvent: (told) => {
      const { now, newId } = account
      webhooks.send(
        keepEvent(store, { ...told, id: newId('evt'), now: now(), hasWebhook: productUrl !== undefined }),
      )
    },
  })
  const renewals = createRenewals(account, async () => store.save())
  clock.add(renewals)
  // What fell due since a tester last moved the clock, because time passes without them too.
  const catchUp = async (): Promise<void> => {
    if ((renewals.nextDue() ?? Infinity) <= clock.now()) await clock.moveTo(clock.now() + 1000)
  }
  await registerPages(listener.app, createPages(account, settings))
  await registerApi(listener, { account, settings, clock: clock.now, catchUp })
  registerTestRoutes(app, { account, webhooks, clock })
  await listener.app.ready()
  for (const event of store.tables.events.all()) if (!event.hidden.isDelivered) webhooks.send(event)
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
