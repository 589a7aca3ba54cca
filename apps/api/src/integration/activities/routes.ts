import { listPaidSignatures, listPaidSignaturesV3 } from '@countersign/contract/integration/activities.ts'
import type { FastifyInstance } from 'fastify'
import { listActivities } from '#api/business/activity/list-activities.ts'
import { readRange } from '#api/business/activity/read-range.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { presentPaidSignatures } from './presenter.ts'

/** Signatures and seals of the API user's business. */
export function registerPaidSignatures(app: FastifyInstance, context: Context): void {
  for (const call of [listPaidSignatures, listPaidSignaturesV3])
    bind(app, context, call, async ({ actor: { businessId }, query }) => {
      const { page, size, sort } = query
      const newestFirst = sort === '-timestamp' || sort === 'desc'
      const filter = {
        kind: 'signature',
        businessId,
        range: readRange(query),
        page,
        size,
        newestFirst,
      } as const
      return presentPaidSignatures(businessId, await listActivities(context.reads.db, filter), { page, size })
    })
}
