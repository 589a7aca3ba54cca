import { addMember, createBusiness } from '#api/businesses/create-business.ts'
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
