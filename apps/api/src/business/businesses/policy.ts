import type { AccountActor, ApiUserActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { findMembership, type Membership } from './repository.ts'

/** Only who belongs to a business sees it: to others it looks as if there were none. */
export async function allowMember(db: Reader, actor: AccountActor, businessId: string): Promise<Membership> {
  const membership = await findMembership(db, actor.accountId)
  if (membership?.business.id !== businessId) throw new Refusal('not_found')
  return membership
}

/** Members who are no admins are told so (specification, section 6). */
export async function allowAdmin(db: Reader, actor: AccountActor, businessId: string): Promise<Membership> {
  const membership = await allowMember(db, actor, businessId)
  if (membership.role !== 'admin') throw new Refusal('business.not_allowed')
  return membership
}

/**
 * The same for a call that an API user may make too. What its key opens was looked at with its token
 * (`app/http/credentials.ts`); what is left is that the business is its own.
 */
export async function allowApiUserOr(
  allow: (db: Reader, actor: AccountActor, businessId: string) => Promise<Membership>,
  db: Reader,
  actor: AccountActor | ApiUserActor,
  businessId: string,
): Promise<void> {
  if (actor.kind === 'account') await allow(db, actor, businessId)
  else if (actor.businessId !== businessId) throw new Refusal('not_found')
}
