import { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import type { OutputOf } from '@countersign/contract/endpoint.ts'
import { call } from '#web/lib/api.ts'

type Details = OutputOf<typeof getSignatureQualitiesDetail>['details']

/** Can the account that has just been made identify itself on this installation? The next page says so where it is not known. */
export async function identificationIsOffered(): Promise<boolean> {
  try {
    return isOffered((await call(getSignatureQualitiesDetail, {}, { background: true })).details)
  } catch {
    return true
  }
}

/** One quality that takes an identification, and is to be had, is enough. */
export function isOffered(details: Details): boolean {
  return details.some(({ hurdles }) => hurdles.includes('identification') && !hurdles.includes('not_offered'))
}
