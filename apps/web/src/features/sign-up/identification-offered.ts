import { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/api.ts'
import { isIdentificationOffered } from './identification.ts'

/** Can the account that has just been made identify itself here? Where it is not known, the next page tells. */
export async function identificationIsOffered(): Promise<boolean> {
  try {
    return isIdentificationOffered(
      (await call(getSignatureQualitiesDetail, {}, { background: true })).details,
    )
  } catch {
    return true
  }
}
