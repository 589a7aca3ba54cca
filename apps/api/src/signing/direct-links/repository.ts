import type { Language } from '@countersign/contract/values.ts'
import type { LinkActor } from '#api/platform/actor.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'

type LinkHolder = Omit<LinkActor, 'address' | 'userAgent'>

export async function findByLinkHash(db: Reader, hash: Buffer): Promise<LinkHolder | null> {
  const row = await signer(db).where('link_hash', '=', hash).executeTakeFirst()
  if (row) return found(row)
  const asked = await member(db).where('link_hash', '=', hash).executeTakeFirst()
  return asked ? foundMember(asked) : null
}

/** By the id of the signature, or that of the group's member whom it is asked of. */
export async function findByHolder(
  db: Reader,
  requestId: string,
  holderId: string,
): Promise<(LinkHolder & { readonly linkHash: Buffer }) | null> {
  const row = await signer(db)
    .select('link_hash')
    .where('id', '=', holderId)
    .where('request_id', '=', requestId)
    .where('link_hash', 'is not', null)
    .executeTakeFirst()
  if (row) return row.link_hash && { ...found(row), linkHash: row.link_hash }
  const asked = await member(db)
    .select('link_hash')
    .where('id', '=', holderId)
    .where('request_id', '=', requestId)
    .where('link_hash', 'is not', null)
    .executeTakeFirst()
  return asked?.link_hash ? { ...foundMember(asked), linkHash: asked.link_hash } : null
}

function member(db: Reader) {
  return db
    .selectFrom('signature_members')
    .select(['id', 'signature_id', 'request_id', 'email', 'name', 'language'])
}

interface MemberRow {
  id: string
  signature_id: string
  request_id: string
  email: string
  name: string | null
  language: string
}

function foundMember(row: MemberRow): LinkHolder {
  return {
    kind: 'link',
    requestId: row.request_id,
    signatureId: row.signature_id,
    memberId: row.id,
    email: row.email,
    name: row.name ?? row.email,
    language: row.language as Language,
  }
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

function found(row: Row): LinkHolder {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return {
    kind: 'link',
    requestId: row.request_id,
    signatureId: row.id,
    memberId: null,
    email: row.email,
    name: name || row.email,
    language: row.language as Language,
  }
}

export interface FormerLink {
  readonly hash: Buffer
  readonly requestId: string
  readonly reason: 'delegated' | 'removed' | 'account'
}

/** Keeps why these links open nothing any longer. */
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
