import type { Language } from '@countersign/contract/values.ts'
import type { LinkActor } from '#api/actor.ts'
import type { Reader, Transaction } from '#api/db/transaction.ts'

type Found = Omit<LinkActor, 'address' | 'userAgent'>

export async function findByLinkHash(db: Reader, hash: Buffer): Promise<Found | null> {
  const row = await signer(db).where('link_hash', '=', hash).executeTakeFirst()
  return row ? found(row) : null
}

export async function findBySignature(
  db: Reader,
  requestId: string,
  signatureId: string,
): Promise<(Found & { readonly linkHash: Buffer }) | null> {
  const row = await signer(db)
    .select('link_hash')
    .where('id', '=', signatureId)
    .where('request_id', '=', requestId)
    .where('link_hash', 'is not', null)
    .executeTakeFirst()
  return row?.link_hash ? { ...found(row), linkHash: row.link_hash } : null
}

function signer(db: Reader) {
  return db
    .selectFrom('signatures')
    .select(['id', 'request_id', 'email', 'first_name', 'last_name', 'language'])
}

interface Row {
  id: string
  request_id: string
  email: string
  first_name: string | null
  last_name: string | null
  language: string
}

function found(row: Row): Found {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return {
    kind: 'link',
    requestId: row.request_id,
    signatureId: row.id,
    email: row.email,
    name: name || row.email,
    language: row.language as Language,
  }
}

export interface FormerLink {
  readonly hash: Buffer
  readonly requestId: string
  readonly reason: 'handed_on' | 'removed' | 'account'
}

/** Keeps why these links open nothing any more. */
export async function insertFormerLinks(tx: Transaction, links: readonly FormerLink[]): Promise<void> {
  if (links.length === 0) return
  await tx
    .insertInto('former_links')
    .values(links.map(({ hash, requestId, reason }) => ({ link_hash: hash, request_id: requestId, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findFormerLink(
  db: Reader,
  hash: Buffer,
  requestId: string,
): Promise<FormerLink['reason'] | null> {
  const row = await db
    .selectFrom('former_links')
    .select('reason')
    .where('link_hash', '=', hash)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.reason ?? null
}
