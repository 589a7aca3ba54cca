import type { Line, Subscription, SubscriptionItem } from '../billing-resources.ts'
import { lineOf } from '../invoices/invoice-draft.ts'
import type { Usage } from '../resources.ts'
import type { Site } from '../site.ts'

/** What metered items come to up to then. Each usage is invoiced once. */
export function usageLines(site: Site, subscription: Subscription, until: number): Line[] {
  const from = subscription.current_term_start ?? subscription.created_at
  return subscription.subscription_items
    .filter((item) => item.metered_quantity !== undefined)
    .flatMap((item) => {
      const quantity = quantityOf(site, item, openUsages(site, subscription, item, until))
      if (quantity === 0) return []
      const owner = { customerId: subscription.customer_id, subscriptionId: subscription.id }
      return [lineOf(site, item, { from, to: until, quantity, ...owner })]
    })
}

export function markInvoiced(site: Site, subscription: Subscription, until: number, invoiceId: string): void {
  for (const item of subscription.subscription_items)
    for (const usage of openUsages(site, subscription, item, until)) usage.invoice_id = invoiceId
}

/** What was used and is not invoiced yet. */
export function openUsages(
  site: Site,
  subscription: Subscription,
  item: SubscriptionItem,
  until = Infinity,
): Usage[] {
  return site.tables.usages
    .all()
    .filter((usage) => usage.subscription_id === subscription.id && usage.invoice_id === undefined)
    .filter((usage) => usage.item_price_id === item.item_price_id && usage.usage_date <= until)
}

export function quantityOf(site: Site, item: SubscriptionItem, usages: readonly Usage[]): number {
  const price = site.tables.itemPrices.need(item.item_price_id)
  const quantities = usages.map((usage) => Number(usage.quantity))
  switch (site.tables.items.need(price.item_id).usage_calculation) {
    case 'last_usage':
      return quantities.at(-1) ?? 0
    case 'max_usage':
      return Math.max(0, ...quantities)
    default:
      return quantities.reduce((total, quantity) => total + quantity, 0)
  }
}
