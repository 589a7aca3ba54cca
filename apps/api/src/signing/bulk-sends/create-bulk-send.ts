import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { refuseBeyondNewSender } from '#api/identity/sending-limits/limit-emails.ts'
import { lockOwnAccountForShare } from '#api/identity/accounts/lock-own-account.ts'
import { lockForShare as lockTemplate } from '#api/signing/templates/repository.ts'
import { columnNames } from './column-names.ts'
import { placeholdersIn } from './mapping.ts'
import { type MappingInput, type PreparedSend, prepareSend } from './prepare-send.ts'
import { type TableInput, readTable } from './table/read-table.ts'
import { refuseBulkSend } from './refuse-bulk-send.ts'
import * as repository from './repository.ts'

const sendsAtATime = 5

/**
 * All sends follow one another, each in turn: they leave the other workers to what people wait for. Its next turn comes
 * before the mails of the last one, which these workers send meanwhile.
 */
export const sendJob = { queue: 'bulk-sends', maxAttempts: 1000, priority: -1 } as const

export interface NewBulkSend {
  readonly table: TableInput
  readonly mapping: MappingInput
  readonly expected_count?: number | undefined
}

/** Writes the rows down and the job that sends them. Wrong rows are kept with their reasons and not sent. */
export async function createBulkSend(
  context: Context,
  actor: AccountActor,
  templateId: string,
  given: NewBulkSend,
): Promise<string> {
  const table = readTable(given.table)
  return transaction(context.db, async (tx) => {
    // An account that was deleted meanwhile would send in nobody's name.
    await lockOwnAccountForShare(tx, actor.accountId)
    const template = await lockTemplate(tx, templateId, actor.accountId)
    if (!template) throw new Refusal('not_found')
    const prepared = await prepareSend(context, tx, { template, sender: actor.email }, table, given.mapping)
    refuseIncomplete(prepared, given.expected_count)
    await refuseBulkSend(context, tx, actor.accountId)
    if ((await repository.countRunning(tx, actor.accountId)) >= sendsAtATime)
      throw new Refusal('bulk_send.too_many')
    await refuseBeyondNewSender(context, tx, actor.accountId, emailsOf(prepared))
    const id = crypto.randomUUID()
    recordResult(tx, id)
    await repository.insert(tx, {
      id,
      ownerId: actor.accountId,
      template,
      actor: eventActor(actor),
      createdAt: context.now(),
      rows: prepared.rows,
      columns: columnNames(table.columns, prepared.mapping),
    })
    await enqueue(tx, 'send-bulk-rows', { sendId: id }, sendJob)
    return id
  })
}

/** At least so many: one to each person of each row that can be sent. */
function emailsOf({ rows, mapping }: PreparedSend): number {
  return rows.filter(({ problems }) => problems.length === 0).length * mapping.roles.length
}

function refuseIncomplete(prepared: PreparedSend, expected: number | undefined): void {
  const without = prepared.mapping.roles.findIndex(({ email }) => email === null)
  if (without >= 0) throw wrongField(`mapping.roles.${without}.email`, 'required', 'This field is required')
  const [unknown] = prepared.unknownColumns
  if (unknown !== undefined) {
    const field = placeholdersIn(prepared.mapping.title).includes(unknown) ? 'title' : 'message'
    throw wrongField(`mapping.${field}`, 'unknown_column', `The table has no column ${unknown}`)
  }
  const good = prepared.rows.filter(({ problems }) => problems.length === 0).length
  if (good === 0) throw wrongField('table', 'no_good_row', 'No row can be sent as it is')
  if (expected !== undefined && expected !== good)
    throw wrongField('expected_count', 'different', `${good} rows can be sent`)
}
