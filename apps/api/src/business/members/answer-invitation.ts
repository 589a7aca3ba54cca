import type { AccountActor } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { noteInviteAccepted } from '#api/identity/accounts/settings-repository.ts'
import type { Business, BusinessRole } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import * as businesses from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { lockBusiness } from './lock-business.ts'
import type { Invitation } from './invitation.ts'
import * as repository from './invitation-repository.ts'
import { joinBusiness } from './join-business.ts'

export interface OwnInvitation {
  readonly invitation: Invitation
  readonly business: Business
  /** One belongs to another business, which has to be left first. */
  readonly belongsElsewhere: boolean
}

/** Those that wait for the caller's answer; the newest first. Once it is over there is none, nor is there another's. */
export async function listOwnInvitations(context: Context, actor: AccountActor): Promise<OwnInvitation[]> {
  const { db } = context
  const [waiting, membership] = await Promise.all([
    repository.listWaitingFor(db, actor.email, context.now()),
    businesses.findMembership(db, actor.accountId),
  ])
  const found = waiting.map(async (invitation) => {
    const business = await businesses.find(db, invitation.businessId)
    return business ? [{ invitation, business, belongsElsewhere: membership !== null }] : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * Does one wait that could be accepted? Anyone who belongs to a business is not held up by it: they find it by the link in
 * the mail.
 */
export async function isInvited(db: Reader, accountId: string, email: string, now: Date): Promise<boolean> {
  const waiting = await repository.listWaitingFor(db, email, now)
  return waiting.length > 0 && (await businesses.findMembership(db, accountId)) === null
}

export async function acceptInvitation(
  context: Context,
  actor: AccountActor,
  inviteId: string,
): Promise<Pick<Invitation, 'businessId' | 'role'>> {
  return transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    // The email as it is now: it may have changed since the session was looked up.
    const self = { ...actor, email: account.email }
    const invitation = await lockOwn(context, tx, self, (one) => one.id === inviteId)
    return { businessId: invitation.businessId, role: await accept(context, tx, self, invitation) }
  })
}

/** The same, of the newest that waits, where it is not said which; in the caller's transaction. */
export async function acceptNewest(context: Context, tx: Transaction, actor: AccountActor): Promise<void> {
  await accept(context, tx, actor, await lockOwn(context, tx, actor, () => true))
}

async function accept(
  context: Context,
  tx: Transaction,
  actor: AccountActor,
  { businessId, role }: Invitation,
): Promise<BusinessRole> {
  const joinedAs = await joinBusiness(context, tx, actor, { businessId, role, by: 'invitation' })
  await noteInviteAccepted(tx, actor.accountId)
  return joinedAs
}

/** Nobody else changes it until the transaction is over. */
async function lockOwn(
  context: Context,
  tx: Transaction,
  { email }: AccountActor,
  isMeant: (invitation: Invitation) => boolean,
): Promise<Invitation> {
  const look = async () => (await repository.listWaitingFor(tx, email, context.now())).find(isMeant)
  const seen = await look()
  if (!seen) throw new Refusal('not_found')
  await lockBusiness(tx, seen.businessId)
  // It may have been taken back before the business was held.
  const invitation = await look()
  if (invitation?.id !== seen.id) throw new Refusal('not_found')
  return invitation
}

export async function declineInvitation(
  context: Context,
  actor: AccountActor,
  inviteId: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const invitation = await lockOwn(context, tx, actor, (one) => one.id === inviteId)
    const { id, businessId, email } = invitation
    const now = context.now()
    await repository.end(tx, id, 'DECLINED', now)
    await appendBusinessEvent(tx, businessId, {
      type: 'invitation_declined',
      at: now,
      actor: eventActor(actor),
      data: { invitationId: id, email },
    })
    await tellInviter(context, tx, actor, invitation)
  })
}

/** As long as they belong to the business: nobody else is to hear of it. */
async function tellInviter(
  context: Context,
  tx: Transaction,
  { name, email }: AccountActor,
  { businessId, invitedBy }: Invitation,
): Promise<void> {
  const inviter = invitedBy && (await findAccount(tx, invitedBy.id))
  const membership = inviter && (await businesses.findMembership(tx, inviter.id))
  if (!inviter || membership?.business.id !== businessId) return
  await enqueueMail(context, tx, {
    kind: 'business_invitation_declined',
    recipient: inviter.email,
    language: inviter.language,
    input: { business: membership.business.name, name: name || email, email },
  })
}
