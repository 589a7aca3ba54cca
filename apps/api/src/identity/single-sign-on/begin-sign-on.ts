import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import { encrypt } from '#api/platform/secrets/secret-box.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { isBusinessProvider } from './business-provider.ts'
import { callbackUri } from './callback-uri.ts'
import { providerFor } from './find-identity-provider.ts'
import { failureBy, type ProviderFailure, signOnAt } from './provider-failure.ts'
import { addSignOn } from './repository.ts'
import type { SignOnContext } from './sign-on-context.ts'
import { ownPath, secretsPlace, type SignOnFailure, signOnMinutes, type BegunSignOn } from './sign-on.ts'

// A whole company may come from one address.
const beginLimit = { failures: 1000, seconds: 900 }

/** Leads to the provider of the email's domain. */
export async function beginSignOn(
  context: SignOnContext,
  given: { readonly email: string; readonly returnTo: string | undefined; readonly address: string },
): Promise<BegunSignOn | { readonly failure: SignOnFailure }> {
  const provider = await providerFor(context, context.db, given.email)
  if (!provider) return { failure: 'wrong_domain' }
  refuseThrottled(await countFailure(context, `single-sign-on:begin:${networkOf(given.address)}`, beginLimit))
  return beginSignOnAt(context, provider, given)
}

/**
 * The same at this provider. `approvalId`: to prove again who one is, for what that approval is for. `testerId`: an admin
 * tries the provider of the business, and nobody is signed in.
 */
export async function beginSignOnAt(
  context: Context,
  provider: IdentityProvider,
  given: {
    readonly email: string
    readonly returnTo: string | undefined
    readonly approvalId?: string | undefined
    readonly approvalRevision?: number | undefined
    readonly testerId?: string | undefined
  },
): Promise<BegunSignOn | ProviderFailure> {
  const [state, nonce, codeVerifier, browserSecret] = [makeToken(), makeToken(), makeToken(), makeToken()]
  const secrets = { state, nonce, codeVerifier, browserSecret }
  const request = {
    redirectUri: callbackUri(context, provider),
    loginHint: given.email,
    state,
    nonce,
    codeVerifier,
    isAnew: given.approvalId !== undefined,
  }
  const url = await signOnAt(context, provider)
    .begin(provider, request)
    .catch((error: unknown) => failureBy(context, provider, error))
  if (typeof url !== 'string') return url
  await remember(context, provider, { ...secrets, ...given })
  return { failure: null, url, state, browserSecret }
}

async function remember(
  context: Context,
  provider: IdentityProvider,
  given: {
    readonly state: string
    readonly nonce: string
    readonly codeVerifier: string
    readonly browserSecret: string
    readonly returnTo: string | undefined
    readonly approvalId?: string | undefined
    readonly approvalRevision?: number | undefined
    readonly testerId?: string | undefined
  },
): Promise<void> {
  const { nonce, codeVerifier } = given
  const now = context.now()
  const stateHash = hashToken('single_sign_on', given.state)
  const secrets = Buffer.from(JSON.stringify({ nonce, codeVerifier }))
  await addSignOn(context.db, {
    stateHash,
    provider: provider.name,
    secretsEncrypted: Buffer.from(encrypt(context.masterKey, secrets, secretsPlace(stateHash))),
    browserHash: hashToken('single_sign_on', given.browserSecret),
    returnTo: ownPath(given.returnTo, context.config.publicUrl),
    approvalId: given.approvalId ?? null,
    approvalRevision: given.approvalRevision ?? null,
    providerRevision: isBusinessProvider(provider) ? provider.revision : null,
    testerId: given.testerId ?? null,
    now,
    expiresAt: new Date(now.getTime() + signOnMinutes * 60_000),
  })
}
