import { catalogRoutes } from './catalog/catalog.ts'
import { couponRoutes } from './catalog/coupons.ts'
import { customerRoutes } from './customers/customers.ts'
import { eventRoutes } from './events/events.ts'
import { invoiceRoutes } from './invoices/invoice-routes.ts'
import { meterRoutes } from './catalog/meters.ts'
import { paymentIntentRoutes } from './payments/payment-intents.ts'
import { paymentMethodRoutes } from './payments/payment-methods.ts'
import { portalRoutes } from './customers/portal-sessions.ts'
import type { Route } from './route.ts'
import { setupIntentRoutes } from './payments/setup-intents.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { taxIdRoutes } from './customers/tax-ids.ts'

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
