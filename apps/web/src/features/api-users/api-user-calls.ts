import {
  createApiUser,
  deleteApiUser,
  listApiUsers,
  resetApiUser,
  updateApiUser,
} from '@countersign/contract/api-users.ts'
import type { ApiScope } from '@countersign/contract/values.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { loadBusiness } from '#web/lib/business/current-business.ts'

const key = ['api-users'] as const
const background = { background: true }

async function ofBusiness() {
  const own = await loadBusiness()
  return { id: own?.business.id ?? '' }
}

async function named(username: string) {
  return { params: { ...(await ofBusiness()), username } }
}

export const apiUsersQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await call(listApiUsers, { params: await ofBusiness() }, { ...background, signal })).apiUsers,
})

export function refreshApiUsers(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: key })
}

export interface ApiUserDescription {
  description: string
  scopes: ApiScope[]
}

/** What is told once. */
export interface NewKey {
  username: string
  key: string
}

export async function makeApiUser(body: ApiUserDescription): Promise<NewKey> {
  return call(createApiUser, { params: await ofBusiness(), body }, background)
}

export async function describeApiUser(username: string, body: ApiUserDescription): Promise<void> {
  await call(updateApiUser, { ...(await named(username)), body }, background)
}

export async function makeNewKey(username: string): Promise<NewKey> {
  return call(resetApiUser, await named(username), background)
}

export async function removeApiUser(username: string): Promise<void> {
  await call(deleteApiUser, await named(username), background)
}
