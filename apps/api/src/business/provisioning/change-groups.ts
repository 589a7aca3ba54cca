import { appendBusinessEvent, appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import { lockBusiness } from '#api/business/members/lock-business.ts'
import { setProvisionedRoles } from '#api/business/members/invitation-repository.ts'
import { setRole } from '#api/business/members/member-repository.ts'
import { keepAnAdmin, nameOf } from '#api/business/members/named-members.ts'
import { settleSeats } from '#api/business/members/settle-seats.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import {
  type AdminByGroup,
  listAdminsByGroup,
  listGroups,
  type ProvisionedGroup,
  saveGroup,
} from './group-repository.ts'
import { linkMembers } from './link-members.ts'
import type { Provisioner } from './provision-users.ts'
import { type Scope, scopeOf } from './scope.ts'

/**
 * Changes groups, or what they mean, and the roles that follow: who comes into a group of admins is one, and who is in none
 * any longer is a member. Admins who were never in such a group aren't concerned; people the provider doesn't see keep
 * their role.
 */
export async function changingRoles<Result>(
  context: Pick<Context, 'now'>,
  tx: Transaction,
  by: Provisioner,
  work: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  await lockBusiness(tx, by.businessId)
  const at = context.now()
  const scope = await scopeOf(tx, by.businessId, at)
  await linkMembers(tx, scope)
  const before = await listAdminsByGroup(tx, scope)
  const result = await work(scope)
  const after = await listAdminsByGroup(tx, scope)
  await setProvisionedRoles(
    tx,
    scope,
    after.map(({ email }) => email),
  )
  const people = await listMembers(tx, by.businessId)
  const [gained, lost] = [accountsOnlyIn(after, before), accountsOnlyIn(before, after)]
  const toAdmin = people.filter(({ accountId, role }) => role !== 'admin' && gained.has(accountId))
  const toMember = people.filter(({ accountId, role }) => role === 'admin' && lost.has(accountId))
  await give(tx, by, toAdmin, 'admin', at)
  keepAnAdmin(await listMembers(tx, by.businessId), toMember)
  await give(tx, by, toMember, 'member', at)
  if (toAdmin.length + toMember.length > 0) await settleSeats(tx, by.businessId, { actor: by.actor, at })
  return result
}

function accountsOnlyIn(these: readonly AdminByGroup[], others: readonly AdminByGroup[]): Set<string> {
  const there = new Set(others.map(({ accountId }) => accountId))
  return new Set(
    these.flatMap(({ accountId }) => (accountId === null || there.has(accountId) ? [] : [accountId])),
  )
}

async function give(
  tx: Transaction,
  { businessId, actor }: Provisioner,
  people: readonly Member[],
  role: BusinessRole,
  at: Date,
): Promise<void> {
  if (people.length === 0) return
  await setRole(
    tx,
    people.map(({ accountId }) => accountId),
    role,
  )
  const type = role === 'admin' ? 'made_admin' : 'made_member'
  await appendBusinessEvents(
    tx,
    businessId,
    people.map((one) => ({
      ...{ type, at, actor },
      data: { accountId: one.accountId, email: one.email, name: nameOf(one) },
    })),
  )
}

/** An admin decides what the members of a group are: the provider can't. */
export async function mapProvisionedGroup(
  context: Context,
  actor: AccountActor,
  businessId: string,
  { groupId, role }: { readonly groupId: string; readonly role: BusinessRole },
): Promise<ProvisionedGroup> {
  return transaction(context.db, async (tx) => {
    await lockBusiness(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const at = context.now()
    const [group] = await listGroups(tx, await scopeOf(tx, businessId, at), { id: groupId })
    if (!group) throw new Refusal('not_found')
    if (group.role === role) return group
    const by = { businessId, actor: eventActor(actor) }
    await changingRoles(context, tx, by, async () => {
      await saveGroup(tx, groupId, { role }, at)
      const data = { group: group.displayName, role }
      await appendBusinessEvent(tx, businessId, {
        type: 'provisioned_group_mapped',
        at,
        actor: by.actor,
        data,
      })
    })
    return { ...group, role }
  })
}
