import {
  createApiUser,
  deleteApiUser,
  listApiUsers,
  resetApiUser,
  updateApiUser,
} from '@countersign/contract/api-users.ts'
import type { ApiEnvironment, ApiScope } from '@countersign/contract/values.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

const key = ['api-users'] as const
const background = { background: true }

async function ofBusiness() {
  return { id: await ownBusinessId() }
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

/** Days, or `never`: as a form's select has it. */
export const KeyLifetime = z.enum(['never', '30', '90', '365'])
export type KeyLifetime = z.infer<typeof KeyLifetime>

export interface NewApiUser extends ApiUserDescription {
  environment: ApiEnvironment
  expires: KeyLifetime
}

export interface KeyReplacement {
  expires: KeyLifetime
  /** Hours that the previous key still works. */
  keep: '0' | '1' | '24' | '168'
}

const daysOf = (expires: KeyLifetime): number | null => (expires === 'never' ? null : Number(expires))

/** What is told once. */
export interface NewKey {
  username: string
  key: string
}

export async function makeApiUser({ expires, ...described }: NewApiUser): Promise<NewKey> {
  const body = { ...described, keyExpiresInDays: daysOf(expires) }
  return call(createApiUser, { params: await ofBusiness(), body }, background)
}

export async function describeApiUser(username: string, body: ApiUserDescription): Promise<void> {
  await call(updateApiUser, { ...(await named(username)), body }, background)
}

export async function makeNewKey(username: string, { expires, keep }: KeyReplacement): Promise<NewKey> {
  const body = { keyExpiresInDays: daysOf(expires), keepPreviousForHours: Number(keep) }
  return call(resetApiUser, { ...(await named(username)), body }, background)
}

export async function removeApiUser(username: string): Promise<void> {
  await call(deleteApiUser, await named(username), background).catch(ignoreGone)
}
