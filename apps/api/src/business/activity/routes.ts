import * as calls from '@countersign/contract/activity.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { ActivityQuery } from './activity.ts'
import { exportActivities } from './export-activities.ts'
import { getStatistics } from './get-statistics.ts'
import { listActivities } from './list-activities.ts'
import {
  presentAccountActivity,
  presentIdentificationActivity,
  presentPage,
  presentSignatureActivity,
} from './presenter.ts'
import { readRange } from './read-range.ts'

export function registerActivity(app: FastifyInstance, context: Context): void {
  const { db, reads } = context

  bind(app, context, calls.listAccountActivities, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const { action } = query
    const found = await listActivities(reads.db, {
      ...pageOf(query),
      businessId: params.id,
      kind: 'account',
      action,
    })
    return presentPage(found, query, presentAccountActivity)
  })

  bind(app, context, calls.listSignatureActivities, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const { action, quality: dimension, initiator: initiatorId } = query
    const of = { businessId: params.id, kind: 'signature', action, dimension, initiatorId } as const
    return presentPage(
      await listActivities(reads.db, { ...pageOf(query), ...of }),
      query,
      presentSignatureActivity,
    )
  })

  bind(app, context, calls.listIdentificationActivities, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const { action, legislation: dimension } = query
    const of = { businessId: params.id, kind: 'identification', action, dimension } as const
    const found = await listActivities(reads.db, { ...pageOf(query), ...of })
    return presentPage(found, query, presentIdentificationActivity)
  })

  bind(app, context, calls.exportSignatureActivities, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const exported = { businessId: params.id, kind: 'signature', range: readRange(query) } as const
    return exportActivities(context, actor, exported, query.group_by)
  })

  bind(app, context, calls.exportIdentificationActivities, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    const exported = { businessId: params.id, kind: 'identification', range: readRange(query) } as const
    return exportActivities(context, actor, exported, query.group_by)
  })

  bind(app, context, calls.getStatistics, async ({ actor, params, query }) => {
    await allowAdmin(db, actor, params.id)
    return getStatistics(context, params.id, readRange(query))
  })
}

/** What all lists are asked alike. */
function pageOf(query: {
  readonly page: number
  readonly size: number
  readonly sort: string
  readonly search?: string | undefined
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
}): Pick<ActivityQuery, 'page' | 'size' | 'newestFirst' | 'search' | 'range'> {
  const { page, size, search } = query
  return {
    page,
    size,
    newestFirst: query.sort.startsWith('-'),
    search: search || undefined,
    range: readRange(query),
  }
}
