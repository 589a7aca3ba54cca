import type { AccountActor } from '#api/platform/actor.ts'
import { allowAdmin, allowMember } from '#api/business/businesses/policy.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { find } from './repository.ts'
import type { Seal } from './seal.ts'

/** As one who belongs to its business sees it, and whether as an admin. */
export async function openSeal(
  db: Reader,
  actor: AccountActor,
  businessId: string,
  named: string,
): Promise<{ readonly seal: Seal; readonly isAdmin: boolean }> {
  const { role } = await allowMember(db, actor, businessId)
  const seal = await find(db, businessId, named)
  if (!seal) throw new Refusal('not_found')
  return { seal, isAdmin: role === 'admin' }
}

/** Admins alone change a seal and say who may use it. */
export async function openSealAsAdmin(
  db: Reader,
  actor: AccountActor,
  businessId: string,
  named: string,
): Promise<Seal> {
  await allowAdmin(db, actor, businessId)
  return (await openSeal(db, actor, businessId, named)).seal
}
