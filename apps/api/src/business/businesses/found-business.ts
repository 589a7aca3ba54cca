import { addMember } from '#api/business/members/add-member.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { transaction, type Transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { type Business, newBusiness } from './business.ts'
import { appendBusinessEvent } from './append-event.ts'
import * as repository from './repository.ts'

export interface Foundation {
  readonly name: string
  readonly phone: string | null
  readonly country: string | null
  readonly termsAccepted: boolean
  readonly dataProcessingAccepted: boolean
  /** Of the referral programme. */
  readonly ucc: string | null
}

/** Makes a business out of a personal account. */
export async function foundOwnBusiness(
  context: Pick<Context, 'db' | 'now'>,
  actor: AccountActor,
  given: Foundation,
): Promise<Business> {
  const foundation = readFoundation(given)
  return transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    return foundBusiness(tx, account, foundation, { at: context.now(), actor: eventActor(actor) })
  })
}

/** Refuses what is wrong of it, before anything is written. */
export function readFoundation(given: Foundation): Foundation {
  if (!given.termsAccepted || !given.dataProcessingAccepted) throw new Refusal('terms.not_accepted')
  return given
}

/** Adds the business and its first admin, in the transaction of what makes them. */
export async function foundBusiness(
  tx: Transaction,
  founder: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName'>,
  { name, phone, country, ucc }: Foundation,
  { at, actor }: { readonly at: Date; readonly actor: EventActor },
): Promise<Business> {
  const business = newBusiness({
    name,
    email: founder.email,
    phone,
    country,
    createdAt: at,
    termsAcceptedAt: at,
    dataProcessingAcceptedAt: at,
  })
  await repository.insert(tx, business, ucc)
  const accountId = founder.id
  // The account's one membership decides: of two businesses at once one is made.
  if (!(await addMember(tx, { businessId: business.id, accountId, role: 'admin', at })))
    throw new Refusal('business.already_member')
  await appendBusinessEvent(tx, business.id, {
    type: 'business_created',
    at,
    actor,
    data: { name, country, termsAccepted: true, dataProcessingAccepted: true },
  })
  const { email, firstName, lastName } = founder
  await appendBusinessEvent(tx, business.id, {
    type: 'member_joined',
    at,
    actor,
    data: { accountId, email, name: `${firstName} ${lastName}`.trim(), role: 'admin', by: 'founder' },
  })
  return business
}
