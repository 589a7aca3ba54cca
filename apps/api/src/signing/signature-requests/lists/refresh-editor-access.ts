import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { type EditorChange, enqueue } from '#api/platform/jobs/enqueue.ts'
import { lockRowForNoKeyUpdate } from '../lock-repository.ts'
import { refreshAccess } from './access-repository.ts'
import { listWithOtherAccess } from './editor-access-repository.ts'

// It keeps its worker this long; then it is the next job's turn.
const turn = 2000
const atOnce = 50
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * The job that brings the lists in line with who may edit: editors of a request have access for as long as they belong to its
 * owner’s business. A list also opens documents and finds people, so it isn’t only shown. Run again, it does nothing twice.
 */
export async function refreshEditorAccess(
  context: Context,
  { accountIds, after = beforeAll }: EditorChange,
): Promise<void> {
  const until = Date.now() + turn
  let last = after
  while (Date.now() < until) {
    const ids = await listWithOtherAccess(context.db, accountIds, { after: last, atMost: atOnce })
    for (const id of ids)
      await transaction(context.db, async (tx) => {
        if (await lockRowForNoKeyUpdate(tx, id)) await refreshAccess(tx, id)
      })
    if (ids.length < atOnce) return
    last = ids.at(-1) ?? last
  }
  await transaction(context.db, (tx) => enqueue(tx, 'refresh-editor-access', { accountIds, after: last }))
}
