import { readExternalId } from './attribute-values.ts'
import { type GroupState, mostMembers, readMembers, readName } from './group-resource.ts'
import { type Operation, readOperations } from './patch.ts'
import { invalid } from './scim-error.ts'

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i
const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i

/** While the operations are applied. A set that is copied for each of them would take the time of all its members each time. */
interface Draft {
  displayName: string
  externalId: string | null
  readonly members: Set<string>
  /** How many ids the message has named so far. */
  named: number
}

/** The group after the operations, in the forms in which Microsoft Entra ID and Okta send them. */
export function readGroupPatch(body: unknown, current: GroupState & { readonly id: string }): GroupState {
  const { displayName, externalId } = current
  const draft: Draft = { displayName, externalId, members: new Set(current.members), named: 0 }
  for (const operation of readOperations(body)) change(draft, operation, current.id)
  return { displayName: draft.displayName, externalId: draft.externalId, members: draft.members }
}

function change(draft: Draft, { kind, path, value }: Operation, id: string): void {
  const bare = path.replace(corePrefix, '')
  const one = oneMember.exec(bare)?.[1]
  if (one !== undefined) {
    if (kind !== 'remove') throw invalid('invalidPath', 'Members are added by the path “members”')
    draft.members.delete(one.toLowerCase())
    return
  }
  switch (bare.toLowerCase()) {
    case 'displayname':
      if (kind === 'remove') throw invalid('mutability', 'A group has a displayName')
      draft.displayName = readName(value)
      return
    case 'externalid':
      draft.externalId = kind === 'remove' ? null : readExternalId(value)
      return
    case 'members':
      return changeMembers(draft, kind, value)
    case 'id':
      // Okta sends it along.
      if (value === id) return
      throw invalid('mutability', 'id is read-only')
    case 'schemas':
      return
    default:
      throw invalid('invalidPath', 'There is no such attribute')
  }
}

function changeMembers(draft: Draft, kind: Operation['kind'], value: unknown): void {
  const { members } = draft
  const given = value === undefined || value === null ? null : readMembers(value)
  draft.named += given?.length ?? 0
  if (draft.named > mostMembers) throw invalid('invalidValue', `A message names up to ${mostMembers} members`)
  if (kind === 'replace' || (kind === 'remove' && !given)) members.clear()
  for (const member of given ?? [])
    if (kind === 'remove') members.delete(member)
    else members.add(member)
}
