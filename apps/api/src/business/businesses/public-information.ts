import type { AccountActor, LinkActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listWaitingFor } from '#api/business/members/invitation-repository.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Business } from './business.ts'
import * as repository from './repository.ts'

/** Told to those who have to do with it; to everybody else there is no such business. */
export async function findPublic(db: Reader, actor: AccountActor, id: string, now: Date): Promise<Business> {
  const membership = await repository.findMembership(db, actor.accountId)
  if (membership?.business.id === id) return membership.business
  const concerned =
    (await repository.asksToSign(db, id, { accountId: actor.accountId })) ||
    (await isInvited(db, actor, id, now))
  return ifAllowed(concerned, db, id)
}

/** For a guest, if it is the business of the person who requests this signature. */
export async function findPublicByLink(db: Reader, actor: LinkActor, id: string): Promise<Business> {
  return ifAllowed(await repository.asksToSign(db, id, { requestId: actor.requestId }), db, id)
}

async function isInvited(db: Reader, { email }: AccountActor, id: string, now: Date): Promise<boolean> {
  const waiting = await listWaitingFor(db, email, now)
  return waiting.some(({ businessId }) => businessId === id)
}

async function ifAllowed(allowed: boolean, db: Reader, id: string): Promise<Business> {
  const business = allowed ? await repository.find(db, id) : null
  if (!business) throw new Refusal('not_found')
  return business
}
