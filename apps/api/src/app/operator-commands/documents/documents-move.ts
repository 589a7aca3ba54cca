import { moveDocuments, type MoveResult } from '#api/app/document-move/move-documents.ts'
import { openBothStores } from '#api/app/open-installation.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, noPositionals, UsageError } from '../command.ts'

const listed = 20

export async function moveAllDocuments(call: Call<{ readonly to: string | undefined }>): Promise<Answer> {
  noPositionals(call)
  const { to } = call.options
  if (to !== 's3' && to !== 'folder') throw new UsageError('Give --to s3 or --to folder.')
  const fromKind = to === 's3' ? 'folder' : 's3'
  const config = await call.config()
  const stores = await openBothStores(config)
  if (!stores) throw new UsageError('STORE_S3_BUCKET is not set.')
  try {
    const { db, pool } = await call.installation()
    const [from, target] = [stores[fromKind], stores[to]]
    call.progress(`Moving documents from ${from.whereIs()} to ${target.whereIs()} …`)
    const result = await moveDocuments({ db, pool, from, fromKind, to: target, progress: call.progress })
    return { status: result.missing.length > 0 ? 1 : 0, lines: describe(result, to), json: result }
  } finally {
    stores.close()
  }
}

function describe(
  { copied, alreadyThere, inTrash, inUse, missing, damaged }: MoveResult,
  to: string,
): string[] {
  const counts = `${counted(copied, 'document')} copied, ${alreadyThere} there already, ${inTrash} copied to the trash.`
  const bad = [
    ...missing.map((sha256) => `  missing  ${sha256}`),
    ...damaged.map((sha256) => `  damaged in the old store  ${sha256}`),
  ]
  const shown = [
    ...bad.slice(0, listed),
    ...(bad.length > listed ? [`  and ${bad.length - listed} more`] : []),
  ]
  if (missing.length > 0)
    return [
      counts,
      `Of ${counted(inUse, 'document')} that the database refers to, ${missing.length} ${missing.length === 1 ? 'is' : 'are'} not in the new store:`,
      ...shown,
      'Nothing has changed: Countersign goes on with both stores. Restore these from a backup, and try again.',
    ]
  return [
    counts,
    ...shown,
    inUse === 1
      ? 'The one document that the database refers to is in the new store.'
      : `All ${inUse} documents that the database refers to are in the new store.`,
    `Now set STORE=${to} and restart all processes.`,
  ]
}
