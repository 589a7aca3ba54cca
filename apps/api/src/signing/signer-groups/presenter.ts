import type * as contract from '@countersign/contract/signer-groups.ts'
import type { SignerGroup } from './signer-group.ts'

export function presentSignerGroup(group: SignerGroup, includeMembers: boolean): contract.SignerGroup {
  return {
    id: group.id,
    name: group.name,
    version: group.version,
    version_id: group.versionId,
    member_count: group.members.length,
    ...(includeMembers ? { members: group.members.map(({ email, name }) => ({ email, name })) } : {}),
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt.toISOString(),
  }
}
