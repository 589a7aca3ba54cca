import type { Reader } from '#api/platform/db/transaction.ts'
import { aboveSimple } from '#api/signing/qualities/above-simple.ts'
import type { Holder } from '../identification.ts'

export interface OpenSignature {
  readonly requestId: string
  readonly signatureId: string
  readonly quality: string
  readonly legislation: string | null
}

const notMade = ['WAITING', 'OPEN'] as const

/**
 * The open requests that require an advanced or qualified signature of this person, each once, in locking order. A
 * guest is still asked only under the email they were identified with: a delegated signature keeps its id.
 */
export async function findRequestsToProveFor(db: Reader, holder: Holder): Promise<OpenSignature[]> {
  let query = db
    .selectFrom('signatures as s')
    .innerJoin('signature_requests as r', 'r.id', 's.request_id')
    .leftJoin('signature_members as m', 'm.signature_id', 's.id')
    .select(['s.request_id as requestId', 's.id as signatureId', 'r.quality', 'r.legislation'])
    .distinctOn('s.request_id')
    .where('r.status', '=', 'OPEN')
    .where('r.quality', 'in', aboveSimple)
    .where('s.status', 'in', notMade)
    .orderBy('s.request_id')
    .orderBy('s.position')
  query =
    holder.kind === 'account'
      ? query.where((eb) =>
          eb.or([eb('s.account_id', '=', holder.accountId), eb('m.account_id', '=', holder.accountId)]),
        )
      : query
          .where('s.id', '=', holder.signatureId)
          .$if(holder.memberId === null, (own) => own.where('s.email', '=', holder.email))
          .$if(holder.memberId !== null, (own) =>
            own.where('m.id', '=', holder.memberId).where('m.email', '=', holder.email),
          )
  return query.execute()
}

/** Whom a guest’s signature, or place in a group, is asked of now; null where it is nobody’s any longer. */
export async function findGuestEmail(
  db: Reader,
  guest: { readonly requestId: string; readonly signatureId: string; readonly memberId: string | null },
): Promise<string | null> {
  const row = guest.memberId
    ? await db
        .selectFrom('signature_members')
        .select('email')
        .where('id', '=', guest.memberId)
        .where('signature_id', '=', guest.signatureId)
        .where('request_id', '=', guest.requestId)
        .executeTakeFirst()
    : await db
        .selectFrom('signatures')
        .select('email')
        .where('id', '=', guest.signatureId)
        .where('request_id', '=', guest.requestId)
        .executeTakeFirst()
  return row?.email ?? null
}
