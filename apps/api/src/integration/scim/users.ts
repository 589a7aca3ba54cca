import { AccountLanguage } from '@countersign/contract/values.ts'
import { listProved } from '#api/business/business-domains/repository.ts'
import { domainOf } from '#api/business/business-domains/domain-name.ts'
import {
  activate,
  deactivate,
  isActive,
  type Provisioner,
  type ProvisioningContext,
} from '#api/business/provisioning/provision-users.ts'
import * as repository from '#api/business/provisioning/user-repository.ts'
import type { ProvisionedUser, Scope, UserFilter } from '#api/business/provisioning/user-repository.ts'
import { chooseLanguage } from '#api/platform/values/choose-language.ts'
import { type Reader, type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { isId } from './attribute-values.ts'
import type { UserChange } from './patch.ts'
import { invalid, ScimError } from './scim-error.ts'
import type { GivenUser } from './user-resource.ts'

async function scopeOf(context: ProvisioningContext, db: Reader, by: Provisioner): Promise<Scope> {
  const domains = await listProved(db, by.businessId)
  return { businessId: by.businessId, domains, now: context.now() }
}

export async function listUsers(
  context: ProvisioningContext,
  by: Provisioner,
  filter: UserFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: ProvisionedUser[]; readonly total: number }> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(context, tx, by)
    await repository.includeMembers(tx, scope)
    return repository.list(tx, scope, filter, page)
  })
}

export async function createUser(
  context: ProvisioningContext,
  by: Provisioner,
  given: GivenUser,
): Promise<ProvisionedUser> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(context, tx, by)
    if (!scope.domains.includes(domainOf(given.email)))
      throw invalid('invalidValue', 'The user name has to be an email at a verified domain of the business')
    await repository.includeMembers(tx, scope)
    const id = await repository.insert(tx, { ...given, businessId: by.businessId, now: scope.now })
    if (id === null) throw new ScimError(409, 'A user with this user name exists.', 'uniqueness')
    const user = await locked(tx, scope, id)
    if (given.active !== false)
      await activate(context, tx, by, user, chooseLanguage(AccountLanguage.options, ...given.languages))
    return locked(tx, scope, id)
  })
}

export async function findUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
): Promise<ProvisionedUser> {
  return userOf(context.db, await scopeOf(context, context.db, by), id)
}

/** Changes someone. `read` says how, by the user as it is, and may refuse it: of two changes at once the second sees the first's. */
export async function changeUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  read: (user: ProvisionedUser) => UserChange & { readonly languages?: readonly (string | null)[] },
): Promise<ProvisionedUser> {
  return transaction(context.db, async (tx) => {
    const scope = await scopeOf(context, tx, by)
    const user = await locked(tx, scope, id)
    const { active, externalId, languages = [] } = read(user)
    if (externalId !== undefined && externalId !== user.externalId)
      await repository.save(tx, id, { externalId }, scope.now)
    if (active !== undefined && active !== isActive(user)) {
      if (active) await activate(context, tx, by, user, chooseLanguage(AccountLanguage.options, ...languages))
      else await deactivate(context, tx, by, user)
      await repository.save(tx, id, {}, scope.now)
    }
    return locked(tx, scope, id)
  })
}

export async function removeUser(
  context: ProvisioningContext,
  by: Provisioner,
  id: string,
  check: (user: ProvisionedUser) => void,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const user = await locked(tx, await scopeOf(context, tx, by), id)
    check(user)
    await deactivate(context, tx, by, user)
    await repository.remove(tx, id)
  })
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<ProvisionedUser> {
  if (isId(id)) await repository.lockForUpdate(tx, id)
  return userOf(tx, scope, id)
}

/** Someone of another business isn't there, and neither is one whose domain is no longer verified. */
async function userOf(db: Reader, scope: Scope, id: string): Promise<ProvisionedUser> {
  const user = isId(id) ? await repository.find(db, scope, { id }) : null
  if (!user) throw new ScimError(404, 'There is no such resource.')
  return user
}
