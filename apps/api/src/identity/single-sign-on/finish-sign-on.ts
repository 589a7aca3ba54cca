import { Email } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import type { Context } from '#api/providers/context.ts'
import {
  ProviderAnswerInvalid,
  type ProvidedIdentity,
  ProviderUnavailable,
  SignOnCancelled,
  type SignOnSecrets,
} from '#api/providers/single-sign-on/port.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { receiveIdentity } from './receive-identity.ts'
import { type SignOn, takeSignOn } from './repository.ts'
import { isAuthorityFor, type SignOnFailure } from './sign-on.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { SignOnContext } from './sign-on-context.ts'

export type FinishedSignOn =
  | { readonly failure: SignOnFailure }
  /** Without a code: it was to prove again who one is, and the page one comes back to knows what became of it. */
  | { readonly failure: null; readonly code: string | null; readonly path: string }

export function callbackUri(context: Context): string {
  return `${context.config.publicUrl}/v1/single-sign-on/callback`
}

export function secretsPlace(stateHash: Buffer): string {
  return `single_sign_ons/${stateHash.toString('hex')}`
}

/**
 * The browser is back from the provider. `state` counts once, and in the browser that began alone: otherwise someone
 * could be led to sign in as another (RFC 6749 § 10.12).
 */
export async function finishSignOn(
  context: SignOnContext,
  given: {
    readonly query: string
    readonly state: string
    readonly browserSecret: string | undefined
    readonly acceptLanguage: string | undefined
    readonly address: string
    readonly userAgent: string
  },
): Promise<FinishedSignOn> {
  if (!given.browserSecret) return { failure: 'expired' }
  const signOn = await takeSignOn(context.db, {
    stateHash: hashToken('single_sign_on', given.state),
    browserHash: hashToken('single_sign_on', given.browserSecret),
    now: context.now(),
  })
  const provider = context.config.identityProviders.find(({ name }) => name === signOn?.provider)
  if (!signOn || !provider) return { failure: 'expired' }
  const identity = await askProvider(context, provider, signOn, given)
  if (signOn.approval_id) {
    const proved = typeof identity === 'string' ? null : identity
    const { address, userAgent } = given
    await context.finishReauthentication({
      approvalId: signOn.approval_id,
      identity: proved,
      address,
      userAgent,
    })
    return { failure: null, code: null, path: signOn.return_to ?? '/' }
  }
  if (typeof identity === 'string') return { failure: identity }
  const email = z.safeParse(Email, identity.email).data
  if (email === undefined || identity.emailVerified === false) return { failure: 'email_unverified' }
  // A provider is believed about the addresses of its own domains and no others.
  if (!isAuthorityFor(provider, email)) return { failure: 'wrong_domain' }
  const { acceptLanguage } = given
  const received = await receiveIdentity(context, {
    ...identity,
    email,
    provider: provider.name,
    acceptLanguage,
  })
  return {
    failure: null,
    code: received.code,
    path: received.isLinked ? (signOn.return_to ?? '/') : '/login',
  }
}

async function askProvider(
  context: Context,
  provider: IdentityProvider,
  signOn: SignOn,
  given: { readonly query: string; readonly state: string },
): Promise<ProvidedIdentity | SignOnFailure> {
  const encrypted = decrypt(context.masterKey, signOn.secrets_encrypted, secretsPlace(signOn.state_hash))
  const secrets = JSON.parse(Buffer.from(encrypted).toString()) as SignOnSecrets
  try {
    const redirectUri = callbackUri(context)
    // Anyone who is to prove it again has to have been asked after this began.
    const since = signOn.approval_id ? { askedSince: signOn.created_at } : {}
    return await context.singleSignOn.finish(provider, { ...given, ...secrets, ...since, redirectUri })
  } catch (error) {
    return failureBy(context, provider, error)
  }
}

/** What people are told, and for the operator why: a wrong secret or a clock that is off shows in the log alone. */
export function failureBy(
  context: Context,
  provider: { readonly name: string },
  error: unknown,
): SignOnFailure {
  if (error instanceof SignOnCancelled) return 'cancelled'
  const isKnown = error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid
  if (!isKnown) throw error
  context.log.warn({ provider: provider.name, reason: error.message }, 'a company sign-in failed')
  return error instanceof ProviderUnavailable ? 'provider_unavailable' : 'invalid_response'
}
