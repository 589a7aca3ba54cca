import { AccountLanguage } from '@countersign/contract/values.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'
import {
  activate,
  deactivate,
  isActive,
  lockAround,
  type Provisioner,
  type ProvisioningContext,
  useTimeZone,
} from '#api/business/provisioning/provision-users.ts'
import { linkMembers } from '#api/business/provisioning/link-members.ts'
import { type Scope, scopeOf } from '#api/business/provisioning/scope.ts'
import * as repository from '#api/business/provisioning/user-repository.ts'
import type { ProvisionedUser, UserFilter } from '#api/business/provisioning/user-repository.ts'
import { chooseLanguage } from '#api/platform/values/choose-language.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { isId } from './attribute-values.ts'
import type { UserChange } from './patch.ts'
import { invalid, ScimError } from './scim-error.ts'
import type { GivenUser } from './user-resource.ts'

export async function listUsers(
  context: ProvisioningContext,
  by: Provisioner,
  filter: UserFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: ProvisionedUser[]; readonly total: number }> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(tx, by.businessId, context.now())
    await linkMembers(tx, scope)
    return repository.list(tx, scope, filter, page)
  })
}

export async function createUser(
  context: ProvisioningContext,
  by: Provisioner,
  given: GivenUser,
): Promise<ProvisionedUser> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(tx, by.businessId, context.now())
    if (!scope.domains.includes(domainOf(given.email)))
      throw invalid('invalidValue', 'The user name has to be an email at a verified domain of the business')
    await lockAround(tx, by, { email: given.email, accountId: null })
    await linkMembers(tx, scope)
    const id = await repository.insert(tx, { ...given, businessId: by.businessId, now: scope.now })
    if (id === null) throw new ScimError(409, 'A user with this user name exists.', 'uniqueness')
    const user = await userOf(tx, scope, id)
    if (given.active !== false)
      await activate(context, tx, by, user, chooseLanguage(AccountLanguage.options, ...given.languages))
    return userOf(tx, scope, id)
  })
}

export async function findUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
): Promise<ProvisionedUser> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(tx, by.businessId, context.now())
    await linkMembers(tx, scope)
    return userOf(tx, scope, id)
  })
}

/** Changes someone. `read` says how, by the user as it is, and may refuse it: of two changes at once the second sees the first's. */
export async function changeUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  read: (user: ProvisionedUser) => UserChange & { readonly languages?: readonly (string | null)[] },
): Promise<ProvisionedUser> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(tx, by.businessId, context.now())
    const user = await lockUser(tx, by, scope, id)
    const { active, externalId, timeZone, languages = [] } = read(user)
    if (externalId !== undefined && externalId !== user.externalId)
      await repository.save(tx, id, { externalId }, scope.now)
    if (timeZone !== undefined && timeZone !== user.timeZone) {
      await repository.save(tx, id, { timeZone }, scope.now)
      if (user.role !== null) await useTimeZone(tx, { ...user, timeZone }, user.timeZone)
    }
    if (active !== undefined && active !== isActive(user)) {
      const changed = timeZone === undefined ? user : { ...user, timeZone }
      if (active)
        await activate(context, tx, by, changed, chooseLanguage(AccountLanguage.options, ...languages))
      else await deactivate(context, tx, by, user)
      await repository.save(tx, id, {}, scope.now)
    }
    return userOf(tx, scope, id)
  })
}

export async function removeUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  check: (user: ProvisionedUser) => void,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const scope = await scopeOf(tx, by.businessId, context.now())
    const user = await lockUser(tx, by, scope, id)
    check(user)
    await deactivate(context, tx, by, user)
    await repository.remove(tx, id)
  })
}

/** As the user is once nobody else changes it: a member by now, perhaps, or one with another email. */
async function lockUser(
  tx: Transaction,
  by: Provisioner,
  scope: Scope,
  id: string,
): Promise<ProvisionedUser> {
  await lockAround(tx, by, await userOf(tx, scope, id))
  await linkMembers(tx, scope)
  await repository.lockForNoKeyUpdate(tx, id)
  return userOf(tx, scope, id)
}

/** Someone of another business isn't there, and neither is one whose domain is no longer verified. */
async function userOf(db: Reader, scope: Scope, id: string): Promise<ProvisionedUser> {
  const user = isId(id) ? await repository.find(db, scope, { id }) : null
  if (!user) throw new ScimError(404, 'There is no such resource.')
  return user
}
