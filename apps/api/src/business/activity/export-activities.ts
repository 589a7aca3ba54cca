import { Readable } from 'node:stream'
import type { AccountActor } from '#api/platform/actor.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { FileAnswer } from '#api/platform/http/bind.ts'
import type { Activity } from './activity.ts'
import { groupedLines, headOf, linesOf } from './csv.ts'
import { type ExportFilter, type Grouping, groupActivities, iterateActivities } from './export-repository.ts'
import { dayOf } from './read-range.ts'

/**
 * Activity as a file, streamed from the database. The export is recorded as an administrative action. The caller has
 * been authorised already.
 */
export async function exportActivities(
  context: Context,
  actor: AccountActor,
  exported: ExportFilter,
  by: Grouping | undefined,
): Promise<FileAnswer> {
  const at = context.now()
  const { businessId, kind, range } = exported
  const content = await contentOf(context, exported, by, at)
  await transaction(context.db, (tx) =>
    appendBusinessEvent(tx, businessId, {
      type: 'activity_exported',
      at,
      actor: eventActor(actor),
      data: { kind, from: range.from, to: range.to, groupedBy: by ?? null },
    }),
  )
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    content,
    fileName: nameOf(exported, by, at),
  }
}

/** What can be read at all: its beginning is read before anything is recorded or answered. */
async function contentOf(
  { reads }: Pick<Context, 'reads'>,
  exported: ExportFilter,
  by: Grouping | undefined,
  until: Date,
): Promise<FileAnswer['content']> {
  const { kind } = exported
  if (by !== undefined)
    return Buffer.from(groupedLines(kind, by, await groupActivities(reads.db, exported, by)))
  const activities = iterateActivities(reads.db, exported, until)
  const first = await activities.next()
  return Readable.from(linesFrom(kind, first.done ? [] : first.value, activities), { objectMode: false })
}

async function* linesFrom(
  kind: ExportFilter['kind'],
  first: readonly Activity[],
  following: AsyncIterable<readonly Activity[]>,
): AsyncGenerator<string> {
  yield headOf(kind) + linesOf(kind, first)
  for await (const some of following) yield linesOf(kind, some)
}

/** `signatures-2026-01-01-2026-03-31.csv`; without an end up to today. */
function nameOf({ kind, range }: ExportFilter, by: Grouping | undefined, at: Date): string {
  const parts = [`${kind}s`, by ? `by-${by}` : null, range.from, range.to ?? dayOf(at)]
  return `${parts.filter((part) => part !== null).join('-')}.csv`
}
