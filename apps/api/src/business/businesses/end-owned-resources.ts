import * as aes from '#api/business/aes-for-business/repository.ts'
import * as apiUsers from '#api/business/api-users/repository.ts'
import * as domains from '#api/business/business-domains/repository.ts'
import * as identityProviders from '#api/business/identity-providers/repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import * as invitations from '#api/business/members/invitation-repository.ts'
import { removeAllGroups } from '#api/business/provisioning/group-repository.ts'
import * as scimTokens from '#api/business/provisioning/token-repository.ts'
import * as provisionedUsers from '#api/business/provisioning/user-repository.ts'
import * as seals from '#api/business/seals/repository.ts'
import { type BusinessEventType } from './business-event.ts'
import { appendBusinessEvents } from './append-event.ts'

interface EndEvent {
  readonly type: BusinessEventType
  readonly data: Record<string, unknown>
}

/**
 * What was the business's alone opens nothing from now on: its seals, keys, invitations and domains. Each is written
 * down as if it were ended on its own. What was sealed, signed and sent is not touched.
 */
export async function endOwnedResources(tx: Transaction, businessId: string, at: Date): Promise<void> {
  const ended = [
    ...(await endSeals(tx, businessId, at)),
    ...(await endApiUsers(tx, businessId, at)),
    ...(await endInvitations(tx, businessId)),
    ...(await endIdentityProvider(tx, businessId)),
    ...(await endProvisioning(tx, businessId, at)),
    ...(await endDomains(tx, businessId)),
  ]
  const events = ended.map((one) => ({ ...one, at, actor: systemActor }))
  await appendBusinessEvents(tx, businessId, events)
}

async function endSeals(tx: Transaction, businessId: string, at: Date): Promise<EndEvent[]> {
  const usable = (await seals.list(tx, businessId)).filter(({ disabledAt }) => !disabledAt)
  for (const { id } of usable) await seals.disable(tx, id, at)
  return usable.map(({ id, accountName }) => ({
    type: 'seal_disabled',
    data: { sealId: id, name: accountName },
  }))
}

async function endApiUsers(tx: Transaction, businessId: string, at: Date): Promise<EndEvent[]> {
  const all = await apiUsers.list(tx, businessId)
  for (const { id } of all) await apiUsers.remove(tx, id, at)
  return all.map(({ username, description }) => ({
    type: 'api_user_deleted',
    data: { username, description },
  }))
}

/** Deletes also those that ended before: they name people who may never have belonged to the business. */
async function endInvitations(tx: Transaction, businessId: string): Promise<EndEvent[]> {
  const open = (await invitations.list(tx, businessId)).filter(({ state }) => state === 'OPEN')
  await invitations.removeAll(tx, businessId)
  return open.map(({ id, email }) => ({
    type: 'invitation_revoked',
    data: { invitationId: id, email },
  }))
}

async function endIdentityProvider(tx: Transaction, businessId: string): Promise<EndEvent[]> {
  const isRemoved = await identityProviders.remove(tx, businessId)
  return isRemoved ? [{ type: 'identity_provider_removed', data: { reason: 'business_deleted' } }] : []
}

async function endProvisioning(tx: Transaction, businessId: string, at: Date): Promise<EndEvent[]> {
  await removeAllGroups(tx, businessId)
  await provisionedUsers.removeAll(tx, businessId)
  const names = await scimTokens.revokeAll(tx, businessId, at)
  return names.map((name) => ({ type: 'scim_token_revoked', data: { name } }))
}

/** Another business may prove them then. */
async function endDomains(tx: Transaction, businessId: string): Promise<EndEvent[]> {
  const all = await domains.list(tx, businessId)
  await domains.removeAll(tx, businessId)
  const vouched = await aes.remove(tx, businessId)
  return [
    ...all.map(({ domain }): EndEvent => ({ type: 'domain_removed', data: { domain } })),
    ...(vouched ? [{ type: 'aes_for_business_ended', data: { reason: 'business_deleted' } } as const] : []),
  ]
}
