import type { Language } from '@countersign/contract/values.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import type { Business, BusinessRole } from '#api/business/businesses/business.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import { addMember } from '#api/business/members/add-member.ts'
import { needSeat } from '#api/business/members/change-invitation.ts'
import { expiryOf } from '#api/business/members/invitation.ts'
import * as invitations from '#api/business/members/invitation-repository.ts'
import { addInvitations } from '#api/business/members/invite-members.ts'
import { lockBusiness } from '#api/business/members/lock-business.ts'
import type { MembersContext } from '#api/business/members/members-context.ts'
import { removeDeactivated } from '#api/business/members/remove-members.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { lockAllForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import * as accounts from '#api/identity/accounts/repository.ts'
import { adoptTimeZone } from '#api/identity/accounts/settings-repository.ts'
import { revokeAllSessions } from '#api/identity/sessions/revoke-all-sessions.ts'
import { namesOf } from '#api/identity/single-sign-on/sign-on.ts'
import type { SignOnContext } from '#api/identity/single-sign-on/sign-on-context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { listAdminsByGroup } from './group-repository.ts'
import { scopeOf } from './scope.ts'
import * as repository from './user-repository.ts'
import type { ProvisionedUser } from './user-repository.ts'

export type ProvisioningContext = MembersContext & Pick<SignOnContext, 'adoptSignatures'>

/** Who provisions, and for which business. */
export interface Provisioner {
  readonly businessId: string
  readonly actor: EventActor
}

/** People with a seat, or a seat held for them by an invitation. */
export const isActive = ({ role, isInvited }: ProvisionedUser): boolean => role !== null || isInvited

/** The accounts before the business, as everything that locks both, and the business before its users, as groups do. */
export async function lockAround(
  tx: Transaction,
  { businessId }: Provisioner,
  { email, accountId }: { readonly email: string; readonly accountId: string | null },
): Promise<void> {
  const known = await accounts.findByEmail(tx, email)
  await lockAllForNoKeyUpdate(
    tx,
    [known?.id, accountId].filter((id) => typeof id === 'string'),
  )
  await lockBusiness(tx, businessId)
}

/**
 * Makes someone one of the business's people. A new address gets an account, which its holder opens by company sign-in.
 * An account that exists belongs to its holder: it is invited, wherever it belongs, unless this provider deactivated it here.
 */
export async function activate(
  context: ProvisioningContext,
  tx: Transaction,
  by: Provisioner,
  user: ProvisionedUser,
  language: Language,
): Promise<void> {
  if (isActive(user)) return
  const at = context.now()
  const business = await lockBusiness(tx, by.businessId)
  await needSeat(tx, business, at)
  const admins = await listAdminsByGroup(tx, await scopeOf(tx, by.businessId, at))
  const role = admins.some(({ userId }) => userId === user.id) ? 'admin' : 'member'
  const known = await accounts.findByEmail(tx, user.email)
  if (known && !(await mayBeBroughtBack(tx, user, known))) {
    // A former member who has another email by now, or left on their own, is no longer this user.
    await repository.save(tx, user.id, { accountId: null }, at)
    return invite(context, tx, by, { business, email: user.email, role, language, at })
  }
  const account = known ?? (await makeAccount(context, tx, user, language))
  if (!(await addMember(tx, { businessId: business.id, accountId: account.id, role, at })))
    throw new Refusal('business.already_member')
  await repository.save(tx, user.id, { accountId: account.id }, at)
  await useTimeZone(tx, { ...user, accountId: account.id }, null)
  await appendBusinessEvent(tx, business.id, {
    type: 'member_added',
    at,
    actor: by.actor,
    data: { accountId: account.id, email: account.email, role },
  })
}

/** A member's account has the zone that the provider names, unless the person has set another one. The account is locked already. */
export async function useTimeZone(
  tx: Transaction,
  { accountId, timeZone }: Pick<ProvisionedUser, 'accountId' | 'timeZone'>,
  former: string | null,
): Promise<void> {
  if (accountId !== null && timeZone !== null) await adoptTimeZone(tx, accountId, { timeZone, former })
}

/** The account that the provider deactivated, still at the same address and in no business. */
async function mayBeBroughtBack(tx: Transaction, user: ProvisionedUser, { id }: Account): Promise<boolean> {
  return user.deactivatedAt !== null && user.accountId === id && (await findMembership(tx, id)) === null
}

/** The membership, or the invitation, ends, and every session with it. What they have made stays with their account. */
export async function deactivate(
  context: ProvisioningContext,
  tx: Transaction,
  by: Provisioner,
  user: ProvisionedUser,
): Promise<void> {
  const { businessId, actor } = by
  const at = context.now()
  if (user.role !== null && user.accountId !== null) {
    await removeDeactivated(context, tx, { businessId, accountId: user.accountId, actor })
    await revokeAllSessions(tx, user.accountId, at)
    await repository.save(tx, user.id, { deactivatedAt: at }, at)
    return
  }
  await lockBusiness(tx, businessId)
  const open = (await invitations.list(tx, businessId)).filter(
    ({ email, state }) => email === user.email && state === 'OPEN',
  )
  for (const { id, email } of open) {
    await invitations.end(tx, id, 'REVOKED', at)
    const data = { invitationId: id, email }
    await appendBusinessEvent(tx, businessId, { type: 'invitation_revoked', at, actor, data })
  }
}

async function invite(
  context: ProvisioningContext,
  tx: Transaction,
  { actor }: Provisioner,
  order: {
    readonly business: Business
    readonly email: string
    readonly role: BusinessRole
    readonly language: Language
    readonly at: Date
  },
): Promise<void> {
  const { business, email, role, language, at } = order
  const invitation = {
    ...{ id: crypto.randomUUID(), businessId: business.id, email, role, language },
    ...{ message: null, invitedBy: null, state: 'OPEN' as const },
    ...{ createdAt: at, sentAt: at, expiresAt: expiryOf(at) },
  }
  await addInvitations(context, tx, { business, invited: [invitation], actor, at })
}

/** Without a password: its holder comes by company sign-in, or sets one by email, and accepts the terms then. */
async function makeAccount(
  context: ProvisioningContext,
  tx: Transaction,
  { email, givenName, familyName, timeZone }: ProvisionedUser,
  language: Language,
): Promise<Account> {
  const account = await accounts.add(tx, {
    ...namesOf({ firstName: givenName, lastName: familyName, email }),
    email,
    passwordHash: null,
    termsAccepted: false,
    language,
    timeZone,
    mobile: null,
    celloUcc: null,
    freePlan: context.config.freePlan,
    now: context.now(),
  })
  if (!account) throw new Refusal('account.exists')
  await context.adoptSignatures(tx, account.id, account.email)
  return account
}
