import { catalogRoutes } from './catalog.ts'
import { couponRoutes } from './coupons.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { meterRoutes } from './meters.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { portalRoutes } from './portal-sessions.ts'
import type { Route } from './route.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { taxIdRoutes } from './tax-ids.ts'

/** All that the API can do. */
export const routes: Route[] = [
  ...catalogRoutes,
  ...meterRoutes,
  ...customerRoutes,
  ...taxIdRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...couponRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...eventRoutes,
]
