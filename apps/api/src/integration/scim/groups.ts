import { changingRoles } from '#api/business/provisioning/change-groups.ts'
import * as repository from '#api/business/provisioning/group-repository.ts'
import type { GroupFilter, ProvisionedGroup } from '#api/business/provisioning/group-repository.ts'
import type { Provisioner, ProvisioningContext } from '#api/business/provisioning/provision-users.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { isId } from './attribute-values.ts'
import type { GroupState } from './group-resource.ts'
import { invalid, ScimError } from './scim-error.ts'

const mostGroups = 500

export function listProvisionedGroups(
  { db }: ProvisioningContext,
  { businessId }: Provisioner,
  filter: GroupFilter,
): Promise<ProvisionedGroup[]> {
  return repository.listGroups(db, businessId, filter)
}

export async function createGroup(
  context: ProvisioningContext,
  by: Provisioner,
  given: GroupState,
): Promise<ProvisionedGroup> {
  return transaction(context.db, (tx) =>
    changingRoles(context, tx, by, async () => {
      if ((await repository.countGroups(tx, by.businessId)) >= mostGroups)
        throw new ScimError(403, `A business can have up to ${mostGroups} groups.`)
      await refuseTakenName(tx, by, given)
      const id = await repository.insertGroup(tx, { ...given, businessId: by.businessId }, context.now())
      await setKnownMembers(tx, by, id, given.members)
      return groupOf(tx, by, id)
    }),
  )
}

export function findGroup(
  { db }: ProvisioningContext,
  by: Provisioner,
  id: string,
): Promise<ProvisionedGroup> {
  return groupOf(db, by, id)
}

export async function changeGroup(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  read: (group: ProvisionedGroup) => GroupState,
): Promise<ProvisionedGroup> {
  return transaction(context.db, (tx) =>
    changingRoles(context, tx, by, async () => {
      const group = await groupOf(tx, by, id)
      const { displayName, externalId, members } = read(group)
      await refuseTakenName(tx, by, { id: group.id, displayName })
      await repository.saveGroup(tx, group.id, { displayName, externalId }, context.now())
      await setKnownMembers(tx, by, group.id, members)
      return groupOf(tx, by, id)
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
    changingRoles(context, tx, by, async () => {
      const group = await groupOf(tx, by, id)
      check(group)
      await repository.removeGroup(tx, group.id)
    }),
  )
}

/** In any case of its letters, as it is found. The business is locked. */
async function refuseTakenName(
  tx: Transaction,
  { businessId }: Provisioner,
  { id, displayName }: { readonly id?: string; readonly displayName: string },
): Promise<void> {
  const taken = await repository.listGroups(tx, businessId, { displayName })
  if (taken.some((group) => group.id !== id))
    throw new ScimError(409, 'A group with this displayName exists.', 'uniqueness')
}

/** The id of another business's user is answered like an unknown one. */
async function setKnownMembers(
  tx: Transaction,
  { businessId }: Provisioner,
  id: string,
  members: ReadonlySet<string>,
): Promise<void> {
  const known = await repository.listUserIds(tx, businessId, [...members])
  if (known.length !== members.size) throw invalid('invalidValue', 'A member is no user of this business')
  await repository.setMembers(tx, id, members)
}

async function groupOf(db: Reader, { businessId }: Provisioner, id: string): Promise<ProvisionedGroup> {
  const [group] = isId(id) ? await repository.listGroups(db, businessId, { id }) : []
  if (!group) throw new ScimError(404, 'There is no such resource.')
  return group
}
