import { changingRoles } from '#api/business/provisioning/change-groups.ts'
import * as repository from '#api/business/provisioning/group-repository.ts'
import type { GroupFilter, ProvisionedGroup } from '#api/business/provisioning/group-repository.ts'
import type { Provisioner, ProvisioningContext } from '#api/business/provisioning/provision-users.ts'
import { type Scope, scopeOf } from '#api/business/provisioning/scope.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { isId } from './attribute-values.ts'
import type { GroupState } from './group-resource.ts'
import { invalid, ScimError } from './scim-error.ts'

const mostGroups = 500

export async function listProvisionedGroups(
  { db, now }: ProvisioningContext,
  { businessId }: Provisioner,
  filter: GroupFilter,
): Promise<ProvisionedGroup[]> {
  return repository.listGroups(db, await scopeOf(db, businessId, now()), filter)
}

export async function createGroup(
  context: ProvisioningContext,
  by: Provisioner,
  given: GroupState,
): Promise<ProvisionedGroup> {
  return transaction(context.db, (tx) =>
    changingRoles(context, tx, by, async (scope) => {
      if ((await repository.countGroups(tx, by.businessId)) >= mostGroups)
        throw new ScimError(403, `A business can have up to ${mostGroups} groups.`)
      await refuseTakenName(tx, scope, given)
      const id = await repository.insertGroup(tx, { ...given, businessId: by.businessId }, context.now())
      await setKnownMembers(tx, scope, id, given.members)
      return groupOf(tx, scope, id)
    }),
  )
}

export async function findGroup(
  { db, now }: ProvisioningContext,
  { businessId }: Provisioner,
  id: string,
): Promise<ProvisionedGroup> {
  return groupOf(db, await scopeOf(db, businessId, now()), id)
}

export async function changeGroup(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  read: (group: ProvisionedGroup) => GroupState,
): Promise<ProvisionedGroup> {
  return transaction(context.db, (tx) =>
    changingRoles(context, tx, by, async (scope) => {
      const group = await groupOf(tx, scope, id)
      const { displayName, externalId, members } = read(group)
      await refuseTakenName(tx, scope, { id: group.id, displayName })
      await repository.saveGroup(tx, group.id, { displayName, externalId }, context.now())
      await setKnownMembers(tx, scope, group.id, members)
      return groupOf(tx, scope, id)
    }),
  )
}

export async function removeGroup(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  check: (group: ProvisionedGroup) => void,
): Promise<void> {
  await transaction(context.db, (tx) =>
    changingRoles(context, tx, by, async (scope) => {
      const group = await groupOf(tx, scope, id)
      check(group)
      await repository.removeGroup(tx, group.id)
    }),
  )
}

/** In any case of its letters, as it is found. The business is locked. */
async function refuseTakenName(
  tx: Transaction,
  scope: Scope,
  { id, displayName }: { readonly id?: string; readonly displayName: string },
): Promise<void> {
  const taken = await repository.listGroups(tx, scope, { displayName })
  if (taken.some((group) => group.id !== id))
    throw new ScimError(409, 'A group with this displayName exists.', 'uniqueness')
}

/** The id of another business's user is answered like an unknown one, as is that of one whose domain isn't verified. */
async function setKnownMembers(
  tx: Transaction,
  scope: Scope,
  id: string,
  members: ReadonlySet<string>,
): Promise<void> {
  const known = await repository.listUserIds(tx, scope, [...members])
  if (known.length !== members.size) throw invalid('invalidValue', 'A member is no user of this business')
  await repository.setMembers(tx, scope, id, members)
}

async function groupOf(db: Reader, scope: Scope, id: string): Promise<ProvisionedGroup> {
  const [group] = isId(id) ? await repository.listGroups(db, scope, { id }) : []
  if (!group) throw new ScimError(404, 'There is no such resource.')
  return group
}
