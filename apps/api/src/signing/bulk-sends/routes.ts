import { tableRowsAtMost } from '@countersign/contract/bulk-sends.ts'
import * as calls from '@countersign/contract/bulk-sends.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { readForAnswer } from '#api/platform/db/commit-outcome.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { emailsPerHour } from '#api/identity/sending-limits/limit-emails.ts'
import { find } from '#api/signing/templates/repository.ts'
import { cancelBulkSend } from './cancel-bulk-send.ts'
import { createBulkSend } from './create-bulk-send.ts'
import { limitedMailboxes } from './limited-mailboxes.ts'
import { fieldsOf, prepareSend } from './prepare-send.ts'
import { presentCheck, presentRow, presentSend } from './presenter.ts'
import { countOf, findSummary, listRows, listSends, type SendSummary } from './read-repository.ts'
import { readTable } from './table/read-table.ts'
import { reportOf } from './report.ts'

export function registerBulkSends(app: FastifyInstance, context: Context): void {
  registerSending(app, context)
  registerFollowing(app, context)
}

function registerSending(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.checkBulkSend, async ({ actor, params, body }) => {
    const template = await find(context.db, params.id, actor.accountId)
    if (!template) throw new Refusal('not_found')
    const table = readTable(body.table)
    const sender = actor.email
    const prepared = await prepareSend(context, context.db, { template, sender }, table, body.mapping)
    const perHour = await emailsPerHour(context, context.db, actor.accountId)
    const limited = limitedMailboxes(template, prepared.rows, { sender, perHour })
    return { ...presentCheck(table, prepared, fieldsOf(template)), limited_mailboxes: limited }
  })
  const shown = async (actor: AccountActor, id: string) =>
    presentSend(await readForAnswer(() => ownSend(context, actor, id)))
  bind(
    app,
    context,
    calls.createBulkSend,
    async ({ actor, params, body }) => shown(actor, await createBulkSend(context, actor, params.id, body)),
    { again: ({ actor }, id) => shown(actor, id) },
  )
}

function registerFollowing(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.listBulkSends, async ({ actor, query }) => {
    const { items, total } = await listSends(context.db, actor.accountId, {
      ...query,
      now: context.now(),
    })
    const { page, size } = query
    const pages = { page, size, total_items: total, total_pages: Math.ceil(total / size) }
    return { items: items.map(presentSend), ...pages }
  })
  bind(app, context, calls.getBulkSend, async ({ actor, params, query }) => {
    const send = await ownSend(context, actor, params.id)
    const { page, size, state } = query
    const rows = await listRows(context.db, send.id, { page, size, state, now: context.now() })
    const total = countOf(send, state)
    const pages = { page, size, total_items: total, total_pages: Math.ceil(total / size) }
    return {
      ...presentSend(send),
      undelivered_count: send.undelivered,
      has_fields: send.has_fields,
      rows: { items: rows.map(presentRow), ...pages },
    }
  })
  bind(app, context, calls.cancelBulkSend, async ({ actor, params }) => {
    const { id } = await ownSend(context, actor, params.id)
    await cancelBulkSend(context, id)
    return presentSend(await ownSend(context, actor, id))
  })
  bind(app, context, calls.getBulkSendReport, async ({ actor, params }) => {
    const send = await ownSend(context, actor, params.id)
    const rows = await listRows(context.reads.db, send.id, {
      page: 1,
      size: tableRowsAtMost,
      now: context.now(),
    })
    const { publicUrl } = context.config
    return {
      contentType: 'text/csv; charset=utf-8',
      content: Buffer.from(reportOf(rows, { language: actor.language, publicUrl })),
      fileName: `${send.template_name}.csv`,
    }
  })
}

/** Another's is none. */
async function ownSend(context: Context, actor: AccountActor, id: string): Promise<SendSummary> {
  const send = await findSummary(context.db, id, { ownerId: actor.accountId, now: context.now() })
  if (!send) throw new Refusal('not_found')
  return send
}
