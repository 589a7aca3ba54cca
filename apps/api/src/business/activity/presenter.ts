import type * as contract from '@countersign/contract/activity.ts'
import type { Activity, ActivityPage } from './activity.ts'

export function presentAccountActivity(one: Activity): contract.AccountActivity {
  return {
    id: one.id,
    action: one.action as contract.AccountAction,
    timestamp: one.at.toISOString(),
    initiator: one.initiatorName === '' && one.initiatorEmail === null ? null : initiatorOf(one),
    account: { id: one.personId, name: nameOf(one), email: one.personEmail },
  }
}

export function presentSignatureActivity(one: Activity): contract.SignatureActivity {
  return {
    id: one.id,
    action: one.action as contract.SignatureActivity['action'],
    timestamp: one.at.toISOString(),
    signature_request_id: one.requestId ?? '',
    title: one.title,
    initiator: initiatorOf(one),
    signer: {
      email: one.personEmail ?? '',
      first_name: one.personName,
      last_name: one.personSurname,
      type: one.personType ?? 'unknown',
    },
    quality: one.dimension,
    legislation: one.legislation,
  }
}

export function presentIdentificationActivity(one: Activity): contract.IdentificationActivity {
  return {
    id: one.id,
    action: one.action as contract.IdentificationActivity['action'],
    timestamp: one.at.toISOString(),
    person: {
      name: nameOf(one),
      email: one.personEmail,
      type: one.personType === 'member' ? 'member' : 'external',
    },
    legislation: one.legislation ?? 'EIDAS',
    method: one.method ?? '',
    covered: one.covered ?? false,
  }
}

export function presentPage<Item>(
  { items, total, isCapped }: ActivityPage,
  { page, size }: { readonly page: number; readonly size: number },
  present: (one: Activity) => Item,
) {
  return {
    items: items.map(present),
    page,
    size,
    total_items: total,
    total_is_capped: isCapped,
    total_pages: Math.ceil(total / size),
  }
}

const initiatorOf = (one: Activity) => ({
  id: one.initiatorId,
  name: one.initiatorName,
  email: one.initiatorEmail,
})

export const nameOf = (one: Activity): string =>
  [one.personName, one.personSurname].filter((part) => part !== '').join(' ')
