import type { AccountActor } from '#api/platform/actor.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { type BusinessEventType } from '#api/business/businesses/business-event.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { listMembers } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { recordResult } from '#api/platform/db/call-result.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { countWithin } from '#api/identity/throttles/count-within.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { lockBusiness } from './lock-business.ts'
import { expiryOf, type Invitation, mayBeSentAgainAt, stateOf } from './invitation.ts'
import * as repository from './invitation-repository.ts'
import { sendInvitations } from './send-invitations.ts'

export interface WhichInvitation {
  readonly businessId: string
  readonly inviteId: string
}

/** Takes it back, or out of the list where it is over. */
export async function revokeInvitation(
  context: Context,
  actor: AccountActor,
  which: WhichInvitation,
): Promise<void> {
  await asAdmin(context, actor, which, async (tx, { invitation, log }) => {
    await repository.end(tx, invitation.id, 'REVOKED', context.now())
    await log('invitation_revoked')
  })
}

/** To one address in a day: as often as it may be invited. */
const resends = { most: 5, period: 86_400_000 }

/** It is good for its whole time again, also where that was over: then it takes a seat again. */
export async function resendInvitation(
  context: Context,
  actor: AccountActor,
  which: WhichInvitation,
): Promise<Invitation> {
  return asAdmin(context, actor, which, async (tx, { business, invitation, log }) => {
    const now = context.now()
    const earliest = mayBeSentAgainAt(invitation)
    if (!earliest) throw new Refusal('not_found')
    const wait = earliest.getTime() - now.getTime()
    if (wait > 0) throw new Refusal('rate.exceeded', { retryAfter: Math.ceil(wait / 1000) })
    await countResend(tx, invitation, now)
    if (stateOf(invitation, now) === 'EXPIRED') await needSeat(tx, business, now)
    const sent = { ...invitation, sentAt: now, expiresAt: expiryOf(now) }
    await repository.noteSending(tx, sent)
    await sendInvitations(context, tx, business, [sent])
    await log('invitation_sent_again')
    recordResult(tx, invitation.id)
    return sent
  })
}

async function countResend(tx: Transaction, { businessId, email }: Invitation, now: Date): Promise<void> {
  const key = `invitation-resends:${businessId}:${email}`
  const { count, secondsLeft } = await countWithin(tx, key, { now, period: resends.period })
  if (count > resends.most) throw new Refusal('rate.exceeded', { retryAfter: secondsLeft })
}

export async function needSeat(tx: Transaction, { id, seats }: Business, now: Date): Promise<void> {
  if (seats === null) return
  const used = (await listMembers(tx, id)).length + (await repository.listOpen(tx, id, now)).length
  if (used >= seats) throw new Refusal('business.no_seat')
}

async function asAdmin<Result>(
  context: Context,
  actor: AccountActor,
  { businessId, inviteId }: WhichInvitation,
  act: (
    tx: Transaction,
    what: {
      readonly business: Business
      readonly invitation: Invitation
      readonly log: (type: BusinessEventType) => Promise<void>
    },
  ) => Promise<Result>,
): Promise<Result> {
  return transaction(context.db, async (tx) => {
    const business = await lockBusiness(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const invitation = await repository.find(tx, businessId, inviteId)
    if (invitation?.state !== 'OPEN' && invitation?.state !== 'DECLINED') throw new Refusal('not_found')
    const log = (type: BusinessEventType) =>
      appendBusinessEvent(tx, businessId, {
        type,
        at: context.now(),
        actor: eventActor(actor),
        data: { invitationId: invitation.id, email: invitation.email },
      })
    return act(tx, { business, invitation, log })
  })
}
