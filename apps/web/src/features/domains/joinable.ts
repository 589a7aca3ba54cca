import { listJoinableBusinesses } from '@countersign/contract/business-domains.ts'
import { call } from '#web/lib/calls/api.ts'
import { loadBusiness } from '#web/lib/business/current-business.ts'

export const joinableQuery = {
  queryKey: ['joinable-businesses'],
  // Members of a business are not asked, and neither is the service.
  queryFn: async () =>
    (await loadBusiness()) === null
      ? (await call(listJoinableBusinesses, {}, { background: true })).businesses
      : [],
}

export type JoinableBusiness = Awaited<ReturnType<typeof joinableQuery.queryFn>>[number]
