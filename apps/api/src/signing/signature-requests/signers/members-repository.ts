import { sql } from 'kysely'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { Member, SignatureRequest } from '../signature-request.ts'

/** Writes down who the members of the request's groups are and how they come in. */
export async function saveMembers(
  tx: Transaction,
  request: SignatureRequest,
  before?: SignatureRequest,
): Promise<void> {
  const members = membersIn(request)
  const ids = members.map(({ id }) => id)
  if (before && membersIn(before).some(({ id }) => !ids.includes(id)))
    await tx
      .deleteFrom('signature_members')
      .where('request_id', '=', request.id)
      .where(sql<boolean>`id <> ALL(${ids}::uuid[])`)
      .execute()
  if (members.length === 0) return
  await tx
    .insertInto('signature_members')
    .values(members)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...Object.fromEntries(changing.map((name) => [name, eb.ref(`excluded.${name}`)])),
        time_zone: sql`CASE WHEN signature_members.email = excluded.email THEN signature_members.time_zone END`,
      })),
    )
    .execute()
}

function membersIn(request: SignatureRequest) {
  return request.signatures.flatMap(({ id, group }) =>
    (group?.members ?? []).map((member, position) => ({
      request_id: request.id,
      signature_id: id,
      position,
      ...columns(member),
    })),
  )
}

const changing = [
  'email',
  'name',
  'language',
  'account_id',
  'link_hash',
  'link_encrypted',
  'opened_at',
  'delivery_state',
  'delivery_message',
] as const

function columns(member: Member) {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    language: member.language,
    account_id: member.accountId,
    link_hash: member.link?.hash ?? null,
    link_encrypted: member.link?.encrypted ?? null,
    opened_at: member.openedAt,
    delivery_state: member.delivery?.state ?? null,
    delivery_message: member.delivery?.message ?? null,
  }
}

/** The account of this email is the one that is asked from now on, by request; the request is locked. */
export async function adoptMembers(
  tx: Transaction,
  requestId: string,
  account: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .updateTable('signature_members')
    .set({ account_id: account.id })
    .where('request_id', '=', requestId)
    .where('email', '=', account.email)
    .where('account_id', 'is', null)
    .where(notReleased)
    .execute()
}

const notReleased = sql<boolean>`signature_members.released_email IS DISTINCT FROM signature_members.email`

/** The sent requests in which a member of this email has no account yet. */
export async function listMembersWaitingFor(tx: Transaction, email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('signature_members')
    .innerJoin('signature_requests', 'signature_requests.id', 'signature_members.request_id')
    .select('signature_requests.id')
    .distinct()
    .where('signature_requests.status', '<>', 'DRAFT')
    .where('signature_members.email', '=', email)
    .where('signature_members.account_id', 'is', null)
    .where(notReleased)
    .execute()
  return rows.map(({ id }) => id)
}

export async function noteMemberTimeZone(
  db: Reader,
  { id, email }: { readonly id: string; readonly email: string },
  timeZone: string,
): Promise<void> {
  await db
    .updateTable('signature_members')
    .set({ time_zone: timeZone })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('time_zone', 'is distinct from', timeZone)
    .execute()
}

/** Notes the first look of a member; false where there was one. */
export async function markOpened(tx: Transaction, memberId: string, at: Date): Promise<boolean> {
  const opened = await tx
    .updateTable('signature_members')
    .set({ opened_at: at })
    .where('id', '=', memberId)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return opened.numUpdatedRows === 1n
}

/** How the last mail to these members went, and what that comes to for their signatures. */
export async function setMembersDelivery(
  tx: Transaction,
  memberIds: readonly string[],
  delivery: NonNullable<Member['delivery']>,
): Promise<void> {
  if (memberIds.length === 0) return
  await tx
    .updateTable('signature_members')
    .set({ delivery_state: delivery.state, delivery_message: delivery.message })
    .where('id', 'in', memberIds)
    .execute()
  await refreshGroupsDelivery(tx, memberIds)
}

/** Nothing is on its way to this member any longer. */
export async function clearMemberPendingDelivery(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .updateTable('signature_members')
    .set({ delivery_state: null, delivery_message: null })
    .where('id', '=', memberId)
    .where('delivery_state', '=', 'pending')
    .execute()
  await refreshGroupsDelivery(tx, [memberId])
}

/** Failed comes before pending, and that before sent: by the alphabet. Null, where there is no mail, comes last. */
async function refreshGroupsDelivery(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE signatures s SET delivery_state = m.state, delivery_message = m.message
    FROM (
      SELECT DISTINCT ON (signature_id) signature_id, delivery_state AS state, delivery_message AS message
      FROM signature_members
      WHERE signature_id IN (
        SELECT signature_id FROM signature_members WHERE id = ANY(${[...memberIds]}::uuid[]))
      ORDER BY signature_id, delivery_state COLLATE "C"
    ) m WHERE s.id = m.signature_id`.execute(tx)
}
