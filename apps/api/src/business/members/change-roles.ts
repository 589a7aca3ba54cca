import type { AccountActor } from '#api/platform/actor.ts'
import type { BusinessRole } from '#api/business/businesses/business.ts'
import { appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { lockBusiness } from './lock-business.ts'
import { setRole } from './member-repository.ts'
import { keepAnAdmin, namedMembers, nameOf } from './named-members.ts'
import { settleSeats } from './settle-seats.ts'

/** Of two admins who make each other members at once, one stays: the second has no right to it any longer. */
export async function changeRoles(
  context: Context,
  actor: AccountActor,
  businessId: string,
  { ids, role }: { readonly ids: readonly string[]; readonly role: BusinessRole },
): Promise<Member[]> {
  return transaction(context.db, async (tx) => {
    await lockBusiness(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const people = await listMembers(tx, businessId)
    const named = namedMembers(people, ids)
    if (role === 'member') keepAnAdmin(people, named)
    const changed = named.filter((one) => one.role !== role)
    if (changed.length === 0) return people
    const by = { actor: eventActor(actor), at: context.now() }
    await setRole(
      tx,
      changed.map(({ accountId }) => accountId),
      role,
    )
    await appendBusinessEvents(
      tx,
      businessId,
      changed.map((one) => ({
        ...by,
        type: role === 'admin' ? 'made_admin' : 'made_member',
        data: { accountId: one.accountId, email: one.email, name: nameOf(one) },
      })),
    )
    await settleSeats(tx, businessId, by)
    return listMembers(tx, businessId)
  })
}
