import type * as contract from '@countersign/contract/api-users.ts'
import type { ActivityPage } from '#api/business/activity/activity.ts'
import { presentSignatureActivity } from '#api/business/activity/presenter.ts'
import type { ApiUser } from './api-user.ts'
import type { KeyShownOnce } from './change-api-user.ts'

export function presentApiUser(apiUser: ApiUser): contract.ApiUser {
  return {
    username: apiUser.username,
    description: apiUser.description,
    scopes: [...apiUser.scopes],
    createdAt: apiUser.createdAt.toISOString(),
    createdBy: apiUser.createdBy,
    keyCreatedAt: apiUser.keyCreatedAt.toISOString(),
    keyEnding: apiUser.keyEnding,
    lastUsedAt: apiUser.lastUsedAt?.toISOString() ?? null,
  }
}

/** The one answer that has the key. */
export function presentKey({ apiUser, key }: KeyShownOnce) {
  return { apiUser: presentApiUser(apiUser), username: apiUser.username, key }
}

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
