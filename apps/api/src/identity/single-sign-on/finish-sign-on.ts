import { Email } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import type { Context } from '#api/providers/context.ts'
import type { ProvidedIdentity, SignOnSecrets } from '#api/providers/single-sign-on/port.ts'
import { decrypt } from '#api/platform/secrets/secret-box.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { receiveIdentity } from './receive-identity.ts'
import { type SignOn, takeSignOn } from './repository.ts'
import { failureBy, type ProviderFailure, signOnAt } from './provider-failure.ts'
import { callbackUri } from './callback-uri.ts'
import { isAuthorityFor, secretsPlace, type SignOnFailure } from './sign-on.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { SignOnContext } from './sign-on-context.ts'

export type FinishedSignOn =
  | { readonly failure: SignOnFailure }
  /** Without a code: it was to prove again who one is, and the page one comes back to knows what became of it. */
  | { readonly failure: null; readonly code: string | null; readonly path: string }

/**
 * The browser is back from the provider. `state` counts once, and in the browser that began alone: otherwise someone
 * could be led to sign in as another (RFC 6749 § 10.12).
 */
export async function finishSignOn(
  context: SignOnContext,
  given: {
    /** The address it came to, without its query. */
    readonly redirectUri: string
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
  const provider = signOn && (await providerOf(context, signOn))
  if (!signOn || !provider || given.redirectUri !== callbackUri(context, provider))
    return { failure: 'expired' }
  const answer = await askProvider(context, provider, signOn, given)
  if (signOn.tester_id) return finishTest(context, signOn, provider, answer)
  if (signOn.approval_id) {
    const { address, userAgent } = given
    const identity = 'failure' in answer ? null : answer
    const approves = { approvalId: signOn.approval_id, revision: signOn.approval_revision }
    await context.finishReauthentication({ ...approves, identity, address, userAgent })
    return { failure: null, code: null, path: signOn.return_to ?? '/' }
  }
  if ('failure' in answer) return { failure: answer.failure }
  const judged = judgeIdentity(provider, answer)
  if (typeof judged === 'string') return { failure: judged === 'email_missing' ? 'email_unverified' : judged }
  const { acceptLanguage, address, userAgent } = given
  const person = { ...answer, ...judged, acceptLanguage, address, userAgent }
  const received = await receiveIdentity(context, provider, person)
  if (received.failure) return { failure: received.failure }
  const path = received.isLinked ? (signOn.return_to ?? '/') : '/login'
  return { failure: null, code: received.code, path }
}

/** The operator's by its name; a business's by the settings it began with, which may have changed meanwhile. */
async function providerOf(context: SignOnContext, signOn: SignOn): Promise<IdentityProvider | null> {
  const { provider_revision: revision, provider: named } = signOn
  if (revision) return context.findProviderByRevision(context.db, revision)
  return context.config.identityProviders.find(({ name }) => name === named) ?? null
}

/** A provider is believed about the addresses of its own domains and no others. */
function judgeIdentity(provider: IdentityProvider, identity: ProvidedIdentity) {
  const email = z.safeParse(Email, identity.email).data
  if (email === undefined) return 'email_missing'
  if (identity.emailVerified === false) return 'email_unverified'
  return isAuthorityFor(provider, email) ? { email } : 'wrong_domain'
}

/** Nobody is signed in: what the provider answered is kept for the page that shows it. */
async function finishTest(
  context: SignOnContext,
  signOn: SignOn,
  provider: IdentityProvider,
  answer: ProvidedIdentity | ProviderFailure,
): Promise<FinishedSignOn> {
  const { provider_revision: revision, tester_id: testerId } = signOn
  if (!revision || !testerId) throw new Error('A test has the provider of a business, and a tester')
  const judged = 'failure' in answer ? answer.problem : judgeIdentity(provider, answer)
  const result = typeof judged === 'string' ? judged : 'ok'
  const email = 'failure' in answer ? null : answer.email
  await context.recordProviderTest({ revision, testerId, result, email })
  return { failure: null, code: null, path: signOn.return_to ?? '/' }
}

async function askProvider(
  context: Context,
  provider: IdentityProvider,
  signOn: SignOn,
  given: { readonly redirectUri: string; readonly query: string; readonly state: string },
): Promise<ProvidedIdentity | ProviderFailure> {
  const encrypted = decrypt(context.masterKey, signOn.secrets_encrypted, secretsPlace(signOn.state_hash))
  const secrets = JSON.parse(Buffer.from(encrypted).toString()) as SignOnSecrets
  try {
    // Anyone who is to prove it again has to have been asked after this began.
    const since = signOn.approval_id ? { askedSince: signOn.created_at } : {}
    const { redirectUri, query, state } = given
    return await signOnAt(context, provider).finish(provider, {
      redirectUri,
      query,
      state,
      ...secrets,
      ...since,
    })
  } catch (error) {
    return failureBy(context, provider, error)
  }
}
