import type { Person } from '@countersign/contract/integration/activities.ts'
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
    initiator: presentInitiator(initiator),
    signer: { ...signer, mobile: '' },
  }))
  return { total_pages: Math.ceil(total / size), total_items: total, current_page: page, size, activities }
}

/** Requests are paid by the business of whose they are: of its API users, whose email is a user name, and its members. */
function presentInitiator({ name, email }: { readonly name: string; readonly email: string | null }): Person {
  if (email === null) return { email: '', ...splitName(name), type: 'unknown', mobile: '' }
  if (!email.includes('@')) return { email, first_name: name, last_name: '', type: 'api', mobile: '' }
  return { email, ...splitName(name), type: 'member', mobile: '' }
}

function splitName(name: string) {
  const [first_name = '', ...rest] = name.split(' ')
  return { first_name, last_name: rest.join(' ') }
}
