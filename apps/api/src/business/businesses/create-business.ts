import { addMember as addToBusiness } from '#api/business/members/add-member.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { findByEmail } from '#api/identity/accounts/repository.ts'
import { endAsAccepted } from '#api/business/members/invitation-repository.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'
import { type Business, type BusinessRole, newBusiness } from './business.ts'
import { appendBusinessEvent } from './append-event.ts'
import * as repository from './repository.ts'

/** Why the operator's command did not do it. */
export class NotDone extends Error {
  override name = 'NotDone'
}

/** As the operator's command does it: a business and its first admin, who has an account. */
export async function createBusiness(
  context: Pick<Context, 'db' | 'now'>,
  given: { readonly name: string; readonly admin: string },
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const business = newBusiness({ name: given.name, email: given.admin, createdAt: now })
    await repository.insert(tx, business)
    await appendBusinessEvent(tx, business.id, {
      type: 'business_created',
      at: now,
      actor: systemActor,
      data: { name: given.name },
    })
    await join(tx, business.id, given.admin, 'admin', now)
    return business
  })
}

export async function addMember(
  context: Pick<Context, 'db' | 'now'>,
  businessId: string,
  given: { readonly email: string; readonly role: BusinessRole },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await repository.lockForNoKeyUpdate(tx, businessId)))
      throw new NotDone('There is no such business.')
    const at = context.now()
    await join(tx, businessId, given.email, given.role, at)
    await endAsAccepted(tx, { businessId, email: given.email, at })
    await settleSeats(tx, businessId, { actor: systemActor, at })
  })
}

async function join(
  tx: Transaction,
  businessId: string,
  email: string,
  role: BusinessRole,
  at: Date,
): Promise<void> {
  const account = await findByEmail(tx, email)
  if (!account) throw new NotDone(`${email} has no account: it has to be made first.`)
  if (!account.termsAcceptedAt) throw new NotDone(`${email} has not accepted the terms yet.`)
  if (!(await addToBusiness(tx, { businessId, accountId: account.id, role, at })))
    throw new NotDone(`${email} belongs to a business already.`)
  await appendBusinessEvent(tx, businessId, {
    type: 'member_added',
    at,
    actor: systemActor,
    data: { accountId: account.id, email, role },
  })
}
