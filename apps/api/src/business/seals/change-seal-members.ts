import { canonicalEmail } from '@countersign/contract/email.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { listMembers } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { asAdmin, type SealReference } from './update-seal.ts'
import * as repository from './repository.ts'
import type { Seal } from './seal.ts'

interface Holder {
  readonly accountId: string
  readonly email: string
}

/** Only people of the business; all of those who are named, or nobody. */
export function addSealMembers(
  context: Context,
  actor: AccountActor,
  which: SealReference,
  given: readonly string[],
): Promise<Seal> {
  return asAdmin(context, actor, which, async (tx, seal, log) => {
    const people = await listMembers(tx, which.businessId)
    for (const { accountId, email } of whoIsMeant(people, given))
      if (await repository.grant(tx, seal.id, accountId, context.now()))
        await log('seal_right_granted', { accountId, email })
  })
}

export function removeSealMembers(
  context: Context,
  actor: AccountActor,
  which: SealReference,
  given: readonly string[],
): Promise<Seal> {
  return asAdmin(context, actor, which, async (tx, seal, log) => {
    const holders = await repository.listHolders(tx, [seal.id])
    for (const { accountId, email } of whoIsMeant(holders, given))
      if (await repository.withdraw(tx, seal.id, accountId))
        await log('seal_right_withdrawn', { accountId, email })
  })
}

function whoIsMeant<Person extends Holder>(people: readonly Person[], given: readonly string[]): Person[] {
  const wrong: WrongField[] = []
  const meant = given.flatMap((name, index) => {
    const person = people.find((one) => one.accountId === name || one.email === canonicalEmail(name))
    if (!person) wrong.push({ field: `members.${index}`, code: 'unknown', message: 'Nobody of that name' })
    return person ? [person] : []
  })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return [...new Set(meant)]
}
