import type { ActivityPage } from '#api/business/activity/activity.ts'
import { presentSignatureActivity } from '#api/business/activity/presenter.ts'

/** Signatures as clients of this market read them. */
export function presentPaidSignatures(
  businessId: string,
  { items, total }: ActivityPage,
  { page, size }: { readonly page: number; readonly size: number },
) {
  const activities = items.map(presentSignatureActivity).map(({ initiator, signer, ...one }) => ({
    ...one,
    business_id_paid_by: businessId,
    cost_center: null,
    initiator: initiator.email,
    signer: { ...signer, mobile: null },
  }))
  return { total_pages: Math.ceil(total / size), total_items: total, current_page: page, size, activities }
}
