import {
  answerSurvey,
  cancelTrial,
  changeBase,
  changeSeats,
  createPortalSession,
  getCustomerPortal,
  getReferralCode,
  listInvoices,
  listPricePlans,
  syncBusinessBilling,
  updateBilling,
} from '@countersign/contract/subscriptions.ts'
import { contactEnterprise } from '@countersign/contract/enterprise-contact.ts'
import { getUsage } from '@countersign/contract/usage.ts'
import type { BillingAddressChange } from '@countersign/contract/billing-shapes.ts'
import { getBusiness, type Business } from '@countersign/contract/businesses.ts'
import type { BodyOf } from '@countersign/contract/endpoint.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#web/lib/calls/api.ts'
import { keepBusiness, ownBusiness } from '#web/lib/business/current-business.ts'

/** A failure shows where it happens: nothing of billing takes anyone to another page. */
const background = { background: true }

export const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: ({ signal }) => call(listPricePlans, {}, { ...background, signal }),
  staleTime: 60_000,
})

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'usage', id],
    queryFn: ({ signal }) => call(getUsage, { params: { id } }, { ...background, signal }),
  })

export const invoicesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['billing', 'invoices', id],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      call(
        listInvoices,
        { params: { id }, query: { size: '10', ...(pageParam && { after: pageParam }) } },
        { ...background, signal },
      ),
    getNextPageParam: (page) => (page.more ? page.invoices.at(-1)?.id : undefined),
  })

export const referralQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'referral', id],
    queryFn: ({ signal }) => call(getReferralCode, { params: { id } }, { ...background, signal }),
  })

export function keep(business: Business): Business {
  keepBusiness(business, ownBusiness.get()?.role ?? 'admin')
  return business
}

/** Asks the provider for the state of now, through our service. */
export async function syncBusiness(id: string, signal?: AbortSignal): Promise<Business> {
  return keep(await call(syncBusinessBilling, { params: { id } }, { ...background, signal }))
}

/** As we know it now: the provider isn't asked. */
export async function reloadBusiness(id: string): Promise<Business> {
  return keep(await call(getBusiness, { params: { id } }, background))
}

export async function putSeats(id: string, body: BodyOf<typeof changeSeats>) {
  const { billing, action } = await call(changeSeats, { params: { id }, body }, background)
  const own = ownBusiness.get()
  if (own) keep({ ...own.business, billing, seats: { ...own.business.seats, total: billing.seats } })
  return action
}

export async function cancelAtPeriodEnd(id: string): Promise<Business> {
  return keep(await call(changeBase, { params: { id }, body: { next: { type: 'CANCELED' } } }, background))
}

export async function keepPlan(id: string): Promise<Business> {
  return keep(await call(changeBase, { params: { id }, body: { next: null } }, background))
}

export async function endTrial(id: string): Promise<Business> {
  return keep(await call(cancelTrial, { params: { id } }, background))
}

export async function saveAddress(
  business: Business,
  body: z.input<typeof BillingAddressChange>,
): Promise<void> {
  const address = await call(updateBilling, { params: { id: business.id }, body }, background)
  if (business.billing) keep({ ...business, billing: { ...business.billing, ...address } })
}

/** The provider's own page, where the payment method is changed. */
export async function portalAddress({ id, billing }: Business): Promise<string> {
  const params = { id }
  if (billing?.paymentMethod === 'CHARGEBEE')
    return (await call(createPortalSession, { params }, background)).url
  return (await call(getCustomerPortal, { params }, background)).redirectUrl
}

export async function sendSurvey(id: string, body: BodyOf<typeof answerSurvey>): Promise<void> {
  await call(answerSurvey, { params: { id }, body }, background)
}

export async function askForOffer(body: BodyOf<typeof contactEnterprise>): Promise<void> {
  await call(contactEnterprise, { body }, background)
}
