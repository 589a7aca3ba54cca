import { readExternalId } from './attribute-values.ts'
import { type GroupState, readMembers, readName } from './group-resource.ts'
import { type Operation, readOperations } from './patch.ts'
import { invalid } from './scim-error.ts'

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i
const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i

/** The group after the operations, in the forms in which Microsoft Entra ID and Okta send them. */
export function readGroupPatch(body: unknown, current: GroupState & { readonly id: string }): GroupState {
  return readOperations(body).reduce<GroupState>(
    (state, operation) => change(state, operation, current.id),
    current,
  )
}

function change(state: GroupState, { kind, path, value }: Operation, id: string): GroupState {
  const bare = path.replace(corePrefix, '')
  const one = oneMember.exec(bare)?.[1]
  if (one !== undefined) {
    if (kind !== 'remove') throw invalid('invalidPath', 'Members are added by the path “members”')
    return { ...state, members: without(state.members, [one.toLowerCase()]) }
  }
  switch (bare.toLowerCase()) {
    case 'displayname':
      if (kind === 'remove') throw invalid('mutability', 'A group has a displayName')
      return { ...state, displayName: readName(value) }
    case 'externalid':
      return { ...state, externalId: kind === 'remove' ? null : readExternalId(value) }
    case 'members':
      return { ...state, members: membersAfter(state.members, kind, value) }
    case 'id':
      // Okta sends it along.
      if (value === id) return state
      throw invalid('mutability', 'id is read-only')
    case 'schemas':
      return state
    default:
      throw invalid('invalidPath', 'There is no such attribute')
  }
}

function membersAfter(
  members: ReadonlySet<string>,
  kind: Operation['kind'],
  value: unknown,
): ReadonlySet<string> {
  const isMissing = value === undefined || value === null
  if (kind === 'remove') return isMissing ? new Set() : without(members, readMembers(value))
  const given = readMembers(isMissing ? [] : value)
  return kind === 'add' ? new Set([...members, ...given]) : new Set(given)
}

const without = (members: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...members].filter((id) => !gone.includes(id)))
