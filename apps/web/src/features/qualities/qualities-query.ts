import { getSignatureQualitiesDetail } from '@countersign/contract/accounts.ts'
import { call } from '#web/lib/calls/api.ts'

export const qualitiesQuery = {
  queryKey: ['qualities'],
  queryFn: () => call(getSignatureQualitiesDetail, {}, { background: true }),
}
