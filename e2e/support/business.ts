import { createBusiness } from '@countersign/contract/businesses.ts'
import { acceptInvitation, inviteMembers } from '@countersign/contract/members.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'

type Member = Pick<Person, 'email' | 'as'>

/** Founded by its administrator and joined by invitation: each of the operator's commands would start the api once more. Gives its id. */
export async function aBusiness(
  product: Product,
  given: { readonly name: string; readonly admin: Member; readonly members?: readonly Member[] },
): Promise<string> {
  const { name, admin, members = [] } = given
  const body = { name, dpa: true, gtc: true, country: 'CH' } as const
  const { id } = await product.call(createBusiness, { body }, admin.as)
  if (members.length === 0) return id
  const users = members.map(({ email }) => ({ email, role: 'member' as const }))
  const invited = await product.call(inviteMembers, { params: { id }, body: { users } }, admin.as)
  for (const { email, as } of members) {
    const inviteId = invited.invitedMembers.find((one) => one.email === email)?.id ?? ''
    await product.call(acceptInvitation, { params: { inviteId } }, as)
  }
  return id
}
