import * as calls from '@countersign/contract/administration-log.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { exportAdministration } from './export-administration.ts'
import { presentAction } from './presenter.ts'
import { listActions } from './repository.ts'

const dayLong = 86_400_000

export function registerAdministrationLog(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listAdministration, async ({ actor, params, query }) => {
    await allowAdmin(context.db, actor, params.id)
    const { page, size, type, start_date: first, end_date: last } = query
    const filter = {
      type,
      from: first === undefined ? undefined : new Date(first),
      // The last day is included.
      before: last === undefined ? undefined : new Date(new Date(last).getTime() + dayLong),
    }
    const { actions, total } = await listActions(context.reads.db, params.id, filter, { page, size })
    return {
      items: actions.map(presentAction),
      page,
      size,
      total_items: total,
      total_pages: Math.ceil(total / size),
    }
  })

  bind(app, context, calls.exportAdministration, async ({ actor, params }) => ({
    contentType: 'application/jsonl; charset=utf-8',
    content: await exportAdministration(context, actor, params.id),
    fileName: 'administration.jsonl',
  }))
}
