import { mailBusinessAdmins } from '#api/business/members/mail-business-admins.ts'
import type { ProviderChange } from '#api/mail/templates/businesses/identity-provider-changed.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'

/** Every admin learns of it, the one who did it included: who signs in how is the business's security. */
export function mailAboutProvider(
  context: Pick<Context, 'masterKey'>,
  tx: Transaction,
  about: {
    readonly businessId: string
    readonly change: ProviderChange
    readonly actor: AccountActor | null
    readonly issuer: string
  },
): Promise<void> {
  const { businessId, change, actor, issuer } = about
  return mailBusinessAdmins(context, tx, businessId, (business) => ({
    kind: 'identity_provider_changed',
    input: { business, change, by: actor && (actor.name || actor.email), issuer },
  }))
}
