import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { updateUser } from '@countersign/contract/accounts.ts'
import { aBusiness } from '../business.ts'
import type { Person, TestApi } from '../api.ts'

/** A business whose admin this is, and which pays for every identification under both laws. */
export async function aPayingBusiness(api: TestApi, admin: Person, members: readonly Person[] = []) {
  const id = await aBusiness(api, { admins: [admin], members })
  const all = { payForMembers: true, payForInvitations: true }
  const body = { settings: { licenses: { idents: { eidas: all, zertes: all } } } }
  await api.call(updateBusinessSettings, { params: { id }, body }, admin.as)
  return id
}

let last = 0
/** Someone with a number of their own. */
export async function aPersonWithMobile(api: TestApi, given: { firstName: string; lastName?: string }) {
  last += 1
  const mobile = `+41790001${String(last).padStart(3, '0')}`
  const person = await api.person(given)
  await api.call(updateUser, { body: { attributes: { mobile } } }, person.as)
  return { ...person, mobile }
}
