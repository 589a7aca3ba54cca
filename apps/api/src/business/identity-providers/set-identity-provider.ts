import { randomUUID } from 'node:crypto'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import type { AccountActor } from '#api/platform/actor.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import type { Context } from '#api/providers/context.ts'
import { OutgoingRequestFailed } from '#api/providers/outgoing-requests/port.ts'
import { mailAboutProvider } from './mail-about-provider.ts'
import * as repository from './repository.ts'

export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** Sets a provider up or changes it. While it is required only the secret can be changed: else nobody could sign in. */
export async function setIdentityProvider(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: ProviderSettings,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const issuer = readIssuer(context, given.issuer)
    const before = await repository.find(tx, businessId)
    const isSame = before?.issuer === issuer && before.clientId === given.clientId
    const kept = isSame ? before?.clientSecretEncrypted : undefined
    // Saved without a change it moves to its own redirect URI, where it still has the former one.
    if (before?.hasOwnRedirectUri && isSame && given.clientSecret === undefined) return
    if (before?.requiredAt && !isSame) throw new Refusal('identity_provider.required')
    // A secret that is kept goes to the provider it was entered for, and to no other.
    const clientSecretEncrypted =
      given.clientSecret === undefined ? kept : encryptSecret(context, businessId, given.clientSecret)
    if (!clientSecretEncrypted) throw secretNeeded()
    const changedAt = context.now()
    await repository.save(tx, {
      businessId,
      revision: randomUUID(),
      issuer,
      clientId: given.clientId,
      clientSecretEncrypted,
      changedAt,
    })
    await appendBusinessEvent(tx, businessId, {
      type: 'identity_provider_set',
      at: changedAt,
      actor: eventActor(actor),
      data: { issuer, clientId: given.clientId, secretChanged: given.clientSecret !== undefined },
    })
    await mailAboutProvider(context, tx, { businessId, change: 'set', actor, issuer })
  })
}

function encryptSecret({ masterKey }: Context, businessId: string, secret: string): Buffer {
  return Buffer.from(encrypt(masterKey, Buffer.from(secret), repository.secretContext(businessId)))
}

const secretNeeded = () =>
  wrongField('clientSecret', 'required', 'The client secret is needed for another issuer or client')

/** OpenID Connect Core § 2: https, without query and fragment; as the provider writes it, slash at the end included. */
function readIssuer({ outgoingRequests }: Context, given: string): string {
  const issuer = given.trim()
  const refusal = outgoingRequests.refusalOf(issuer)
  if (refusal) throw wrongField('issuer', refusal, new OutgoingRequestFailed(refusal).message)
  if (/[?#]/.test(issuer)) throw wrongField('issuer', 'malformed', 'An issuer has no query and no fragment')
  return issuer
}
