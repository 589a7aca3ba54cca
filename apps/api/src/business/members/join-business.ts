import { addMember } from './add-member.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import * as businesses from '#api/business/businesses/repository.ts'
import { linkJoined } from '#api/business/provisioning/link-members.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { lockBusiness } from './lock-business.ts'
import { endAsAccepted, listOpen } from './invitation-repository.ts'
import { setRole } from './member-repository.ts'

export interface JoinOptions {
  readonly businessId: string
  readonly role: BusinessRole
  readonly by: 'invitation' | 'domain'
}

/**
 * Makes the caller one of the business's people. Someone who is invited has a seat held for them, by whichever way they join; the
 * seats held for others are taken. Gives the role: an admin's, too, if a group of the business's identity provider makes them one.
 */
export async function joinBusiness(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  { businessId, role: offered, by }: JoinOptions,
): Promise<BusinessRole> {
  const at = context.now()
  const business = await lockBusiness(tx, businessId)
  const people = await businesses.listMembers(tx, businessId)
  if (people.some(({ accountId }) => accountId === actor.accountId))
    throw new Refusal('business.already_member')
  const { accountId, email, name } = actor
  const invited = by === 'invitation' ? [] : await listOpen(tx, businessId, at)
  const held = invited.filter((one) => one.email !== email).length
  if (business.seats !== null && people.length + held >= business.seats) throw new Refusal('business.no_seat')
  if (!(await addMember(tx, { businessId, accountId, role: offered, at })))
    throw new Refusal('business.already_member')
  const role = (await linkJoined(tx, { businessId, accountId, at })) ? 'admin' : offered
  if (role !== offered) await setRole(tx, [accountId], role)
  await endAsAccepted(tx, { businessId, email, at })
  await appendBusinessEvent(tx, businessId, {
    type: 'member_joined',
    at,
    actor: eventActor(actor),
    data: { accountId, email, name, role, by },
  })
  return role
}
