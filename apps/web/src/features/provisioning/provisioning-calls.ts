import type { OutputOf } from '@countersign/contract/endpoint.ts'
import * as calls from '@countersign/contract/provisioning.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'
import { ownBusinessId } from '#web/lib/business/current-business.ts'

const background = { background: true }

type NewToken = OutputOf<typeof calls.createScimToken>

export const tokensQuery = queryOptions({
  queryKey: ['scim-tokens'],
  queryFn: async ({ signal }) =>
    call(calls.listScimTokens, { params: { id: await ownBusinessId() } }, { ...background, signal }),
})

export async function createToken(body: { name: string; days: number }): Promise<NewToken> {
  return call(calls.createScimToken, { params: { id: await ownBusinessId() }, body }, background)
}

export async function revokeToken(tokenId: string): Promise<void> {
  const params = { id: await ownBusinessId(), tokenId }
  await call(calls.revokeScimToken, { params }, background).catch(ignoreGone)
}

export const groupsQuery = queryOptions({
  queryKey: ['provisioned-groups'],
  queryFn: async ({ signal }) => {
    const at = { params: { id: await ownBusinessId() } }
    return (await call(calls.listProvisionedGroups, at, { ...background, signal })).groups
  },
})

export async function mapGroup(
  groupId: string,
  role: calls.ProvisionedGroup['role'],
): Promise<calls.ProvisionedGroup> {
  const params = { id: await ownBusinessId(), groupId }
  return call(calls.mapProvisionedGroup, { params, body: { role } }, background)
}
