import { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/api.ts'

export const standardsQuery = {
  queryKey: ['signature-standards'],
  queryFn: () => call(getSignatureQualitiesDetail, {}, { background: true }),
}
