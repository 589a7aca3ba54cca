import { setTimeout as pause } from 'node:timers/promises'
import { addMember, createBusiness } from '#api/business/businesses/create-business.ts'
import { addSeal, type NewSeal } from '#api/business/seals/add-seal.ts'
import * as seals from '#api/business/seals/repository.ts'
import { statusOf } from '#api/business/seals/seal.ts'
import type { Person, TestApi } from './api.ts'

/** A business with these people; gives its id. */
export async function aBusiness(
  { context }: Pick<TestApi, 'context'>,
  {
    name = 'Lindenhof AG',
    admins: [first, ...admins],
    members = [],
  }: { name?: string; admins: readonly Person[]; members?: readonly Person[] },
): Promise<string> {
  if (!first) throw new Error('A business has an admin')
  const { id } = await createBusiness(context, { name, admin: first.email })
  for (const { email } of admins) await addMember(context, id, { email, role: 'admin' })
  for (const { email } of members) await addMember(context, id, { email, role: 'member' })
  return id
}

/** A seal of a business, asked for at its trust service; gives it once that has answered. */
export async function aSeal(
  { context }: Pick<TestApi, 'context'>,
  businessId: string,
  given: Partial<NewSeal> & { readonly name: string },
) {
  const { name, ...more } = given
  const { id } = await addSeal(context, businessId, {
    accountName: name,
    label: 'Lindenhof AG',
    quality: 'AES',
    legislation: 'EIDAS',
    service: null,
    sealName: 'Lindenhof AG',
    organisation: 'Lindenhof AG',
    certifies: false,
    ...more,
  })
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
    const seal = await seals.findById(context.db, id)
    if (seal && statusOf(seal) !== 'PENDING') return seal
  }
  throw new Error(`${name} was not proved in time`)
}
