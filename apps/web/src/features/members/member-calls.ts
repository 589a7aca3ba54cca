import {
  changeToAdmins,
  changeToMembers,
  inviteMembers,
  leaveBusiness,
  listInvitations,
  previewRemoval,
  removeMembers,
  resendInvitation,
  revokeInvitation,
  type OwnedContent,
  type Invitation,
} from '@countersign/contract/members.ts'
import {
  getBusiness,
  listBusinessAdmins,
  listBusinessMembers,
  type BusinessMember,
  type BusinessRole,
} from '@countersign/contract/businesses.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'
import { entriesOf } from './entries.ts'

const key = ['business-people'] as const
const background = { background: true }

async function ofOwn() {
  return { params: { id: await ownBusinessId() } }
}

export async function readPeople(signal?: AbortSignal): Promise<readonly BusinessMember[]> {
  const own = await ofOwn()
  const options = { ...background, signal }
  const [{ admins }, { members }] = await Promise.all([
    call(listBusinessAdmins, own, options),
    call(listBusinessMembers, own, options),
  ])
  return [...admins, ...members]
}

/** Who belongs to the business and who is invited to it, and how many seats it has. */
export const peopleQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => {
    const own = await ofOwn()
    const options = { ...background, signal }
    const [people, { invitedMembers }, { seats }] = await Promise.all([
      readPeople(signal),
      call(listInvitations, own, options),
      call(getBusiness, own, options),
    ])
    return { people, invitations: invitedMembers, entries: entriesOf(people, invitedMembers), seats }
  },
})

export function refreshPeople(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: key })
}

export async function invite(body: CallInput<typeof inviteMembers>['body']) {
  return call(inviteMembers, { ...(await ofOwn()), body }, background)
}

async function ofInvitation(inviteId: string) {
  return { params: { ...(await ofOwn()).params, inviteId } }
}

export async function revoke(inviteId: string): Promise<void> {
  await call(revokeInvitation, await ofInvitation(inviteId), background)
}

export async function sendAgain(inviteId: string): Promise<Invitation> {
  return call(resendInvitation, await ofInvitation(inviteId), background)
}

export async function changeRole(ids: readonly string[], role: BusinessRole): Promise<void> {
  const change = role === 'admin' ? changeToAdmins : changeToMembers
  await call(change, { ...(await ofOwn()), body: { user_ids: [...ids] } }, background)
}

export async function ownedContentOf(ids: readonly string[]): Promise<readonly OwnedContent[]> {
  return (await call(previewRemoval, { ...(await ofOwn()), body: { user_ids: [...ids] } }, background))
    .members
}

const transferBody = (to: string | null) => (to === null ? {} : { transfer_to: to })

/** Null: their documents stay with them. */
export async function remove(ids: readonly string[], transferTo: string | null): Promise<void> {
  const body = { user_ids: [...ids], ...transferBody(transferTo) }
  await call(removeMembers, { ...(await ofOwn()), body }, background)
}

export async function leave(transferTo: string | null): Promise<void> {
  await call(leaveBusiness, { ...(await ofOwn()), body: transferBody(transferTo) }, background)
}
